/** The schemas directly inside a schema or a tool, with their places. */
import { type Json, type Schema, compileImported, compileSchema, hasImported, isObject } from '@haft/runtime/language';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { Profile } from '../../settings.ts';
import type { ParamPart, ToolPart } from '../../model.ts';

/** The prefix of a reference to a definition. */
export const REFERENCE = '#/$defs/';

export interface InnerSchema {
  readonly schema: Schema;
  readonly path: NodePath;
  /** The name of a property; other schemas inside go by the name of the whole. */
  readonly key?: string;
}

/** The schemas directly inside one, under keywords that profile `ext` does not have; `true` and `false` have nothing to judge. */
export function innerSchemas(schema: Schema, profile: Profile): readonly InnerSchema[] {
  const { properties = {}, items, additionalProperties: others, propertyNames, patternProperties = {}, not } = schema;
  const one = (inner: unknown, path: NodePath, key?: string): InnerSchema[] => {
    return isObject(inner) ? [{ schema: inner, path, ...(key !== undefined && { key }) }] : [];
  };
  const named = (keyword: string, map: object): InnerSchema[] =>
    Object.entries(map).flatMap(([key, inner]) => one(inner, [keyword, key]));
  const own = [
    ...Object.entries(properties).flatMap(([key, inner]) => one(inner, ['properties', key], key)),
    ...one(items, ['items']),
    ...one(others, ['additionalProperties']),
  ];
  if (profile === 'ext') return own;
  const { $defs = {}, definitions = {} }: Schema & { readonly definitions?: object } = schema;
  return [
    ...own,
    ...named('patternProperties', patternProperties),
    ...one(propertyNames, ['propertyNames']),
    ...(Array.isArray(items) ? items : []).flatMap((inner, at) => one(inner, ['items', at])),
    ...(['prefixItems', 'allOf', 'anyOf', 'oneOf'] as const).flatMap((key) => {
      return (schema[key] ?? []).flatMap((inner, at) => one(inner, [key, at]));
    }),
    ...one(not, ['not']),
    ...named('$defs', $defs),
    ...named('definitions', definitions),
  ];
}

/** The schemas under the keys of a tool that make its input schema. */
export function schemaRoots(tool: ToolSpec): readonly InnerSchema[] {
  const { definitions = {}, parameters = {}, additional_parameters: others, parameters_schema: root } = tool;
  const named = (key: string, map: Readonly<Record<string, Schema>>): InnerSchema[] =>
    Object.entries(map).flatMap(([name, schema]) =>
      isObject(schema) ? [{ schema, path: [key, name], key: name }] : [],
    );
  return [
    ...named('parameters', parameters),
    ...named('definitions', definitions),
    ...(isObject(others) ? [{ schema: others, path: ['additional_parameters'] }] : []),
    ...(root ? [{ schema: root, path: ['parameters_schema'] }] : []),
  ];
}

/** The schemas of one tool, at any depth, as parts that rules look at. */
interface SchemaParts {
  readonly params: readonly ParamPart[];
  readonly results: readonly ParamPart[];
}

/** Not cached: all of them together would take more memory than the specs. */
export function schemasOf(tool: ToolPart): SchemaParts {
  const { returns } = tool.spec;
  return { params: paramsOf(tool), results: returns ? nestedParts(tool, 'returns', returns, ['returns'], false) : [] };
}

function paramsOf(tool: ToolPart): ParamPart[] {
  const { parameters = {} } = tool.spec;
  if (tool.profile === 'mcp') {
    return schemaRoots(tool.spec).flatMap(({ schema, path, key = 'parameters' }) => {
      return nestedParts(tool, key, schema, path, path[0] === 'parameters');
    });
  }
  return Object.entries(parameters).flatMap(([name, schema]) =>
    nestedParts(tool, name, schema, ['parameters', name], true),
  );
}

function nestedParts(
  tool: ToolPart,
  name: string,
  schema: Schema,
  path: NodePath,
  topLevel: boolean,
  isItem = false,
): ParamPart[] {
  const part: ParamPart = {
    spec: schema,
    file: tool.file,
    at: (inner, side, word) => tool.at([...path, ...inner], side, word),
    about: (inner) => tool.about([...path, ...inner]),
    edit: (edit) => tool.edit({ ...edit, path: [...path, ...edit.path] }),
    name,
    tool,
    topLevel,
    isItem,
    side: path[0] === 'returns' || path[0] === 'output_schema' ? 'result' : 'argument',
  };
  return [
    part,
    ...innerSchemas(schema, tool.profile).flatMap(({ schema: inner, path: to, key = name }) => {
      return nestedParts(tool, key, inner, [...path, ...to], false, to.length === 1 && ITEMS.has(to[0]));
    }),
  ];
}

/** Keywords whose schema is that of each item or member, which has no name. */
const ITEMS: ReadonlySet<unknown> = new Set(['items', 'additionalProperties']);

/** Schemas whose values may be null. */
export function isOrNull(schema: Schema | undefined): boolean {
  return Array.isArray(schema?.type) && schema.type.includes('null');
}

/** As a sentence; undefined for a valid value. */
export function valueIssue(schema: Schema, value: Json, { profile, spec }: ToolPart): string | undefined {
  return schemaIssue(schema, value, spec.definitions, profile === 'mcp');
}

/** `isImported`: it comes from another server, with keywords that authors do not have. */
export function schemaIssue(
  schema: Schema,
  value: Json,
  definitions: Readonly<Record<string, Schema>> = {},
  isImported = false,
): string | undefined {
  try {
    const compile = isImported || hasImported(schema) ? compileImported : compileSchema;
    const judged = compile(schema, { $defs: definitions })(value);
    return 'issues' in judged ? (judged.issues[0]?.message ?? 'It is not valid.') : undefined;
  } catch (error) {
    // Rule param/pattern-valid reports an invalid pattern.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
