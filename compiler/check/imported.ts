/** What only documents of profile `mcp` have: descriptions as one text, references, schemas in branches. */
import { isObject, nearest, targetOf } from '@haft/runtime/language';
import type { JsonObject, Schema } from '@haft/runtime/language';
import type { Diagnostic } from '../diagnostic.ts';
import type { NodePath, SpecDocument } from '../load/spec.ts';
import { UNDESCRIBED } from './description.ts';
import type { Located, ToolPart } from './model.ts';
import { aboutOf, describePlace, capital, show, textAt, valueAt } from '../language/place.ts';
import type { Profile } from './settings.ts';
import type { ShapeFinding } from './documents/check-shape.ts';
import type { ToolSpec } from './documents/tool.ts';

/** A description that is one text becomes a description of one part, whose place is the text itself. */
export function withParts<L extends Located<ToolSpec>>(tool: L): L {
  const { hints } = tool.spec;
  const spec = hints ? { ...tool.spec, ...effectsOf(hints) } : tool.spec;
  const text: unknown = spec.description;
  if (text !== undefined && typeof text !== 'string') return spec === tool.spec ? tool : { ...tool, spec };
  const isPart = ([key, inner]: NodePath): boolean => key === 'description' && inner !== undefined;
  return {
    ...tool,
    spec: { ...spec, description: text === undefined ? UNDESCRIBED : { does: text, when: '' } },
    at: (path, part, word) => (isPart(path) ? tool.at(['description'], part, word) : tool.at(path, part, word)),
    edit: (edit) => {
      if (!isPart(edit.path)) return tool.edit(edit);
      const whole = edit.path[1] === 'does' && edit.path.length === 2;
      return whole ? tool.edit({ ...edit, path: ['description'] }) : undefined;
    },
  };
}

/** The effects that hints imply; where they imply nothing, anything may happen. */
function effectsOf({ readOnlyHint, destructiveHint }: JsonObject): Pick<ToolSpec, 'effects'> {
  if (readOnlyHint === true) return { effects: 'read' };
  return destructiveHint === false ? { effects: 'write' } : {};
}

/** Whether the results of a tool have no envelope. */
function isRaw({ spec, server }: Pick<ToolPart, 'spec' | 'server'>): boolean {
  return (spec.results ?? server?.spec.results) === 'raw';
}

/** Finds keys for one format of results on a tool that has the other. */
export function resultFindings(tools: readonly ToolPart[]): Diagnostic[] {
  return tools.flatMap((tool) => {
    if (tool.profile === 'ext') return [];
    const key = isRaw(tool) ? 'returns' : 'output_schema';
    if (tool.spec[key] === undefined) return [];
    const form = isRaw(tool) ? 'raw' : 'in an envelope';
    const message = `\`${key}\` of tool "${tool.spec.name}" has no effect: its results are ${form}.`;
    const hint = isRaw(tool) ? 'Use `output_schema`, or `results: envelope`.' : 'Use `returns`, or `results: raw`.';
    const place = { span: tool.at([key], 'key'), about: tool.about([key]) };
    return [{ code: 'spec/results', severity: 'warning', message, hint, ...place }];
  });
}

interface InnerSchema {
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

/** The findings of the shape, and what only a look at the whole tool shows. */
export function importedFindings(document: SpecDocument, findings: readonly ShapeFinding[]): readonly ShapeFinding[] {
  const unsound = findings.filter((finding) => finding.unsound).map(({ path }) => path);
  const broken = new Set(unsound.flatMap(([key, index]) => (key === 'tools' ? [index] : [])));
  const isBroken = ([, index]: NodePath): boolean => (index === undefined ? unsound.length > 0 : broken.has(index));
  const kind = textAt(document.value, 'kind');
  const inline = valueAt(document.value, 'tools');
  if (kind !== 'server' || unsound.some(([key]) => key === 'definitions')) return findings;
  const shared = (valueAt(document.value, 'definitions') ?? {}) as Definitions;
  const definitions = Object.entries(shared).map(([key, schema]) => ({ schema, path: ['definitions', key] }));
  const places = Array.isArray(inline) ? inline.map((_tool, index) => ['tools', index]) : [];
  const sound = places.filter((path) => !isBroken(path));
  return [
    ...findings,
    ...definitions.flatMap((one) => schemaFindings(document, one, { $defs: shared })),
    ...sound.flatMap((path) => referencesOf(document, path, shared)),
  ];
}

/** References of a tool that do not resolve or are circular; `shared`: the definitions of its server. */
export function referencesOf(document: SpecDocument, path: NodePath, shared: Definitions): ShapeFinding[] {
  const tool = path.reduce<unknown>(valueAt, document.value) as ToolSpec;
  const { returns, parameters = {}, additional_parameters: others, parameters_schema } = tool;
  const definitions = tool.definitions ? { ...shared, ...tool.definitions } : shared;
  const open = others === undefined ? {} : { additionalProperties: others };
  const input: Schema = { ...parameters_schema, properties: parameters, $defs: definitions, ...open };
  return [
    ...schemaRoots(tool).flatMap((root) => schemaFindings(document, { ...root, path: [...path, ...root.path] }, input)),
    ...(returns
      ? schemaFindings(document, { schema: returns, path: [...path, 'returns'] }, { $defs: definitions })
      : []),
    ...hintFindings(document, path, tool),
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

function hintFindings(document: SpecDocument, path: NodePath, tool: ToolSpec): ShapeFinding[] {
  if (!tool.hints) return [];
  return (['effects', 'idempotent', 'open_world'] as const).flatMap((key) => {
    if (tool[key] === undefined) return [];
    const message = `\`${key}\` of ${describePlace(document, path)} has no effect next to \`hints\`.`;
    const hint = `Remove \`${key}\`, or write all of them instead of \`hints\`.`;
    return [warning(document, [...path, key], 'spec/one-of', message, hint)];
  });
}

/** The prefix of a reference to a definition. */
export const REFERENCE = '#/$defs/';

type Definitions = Readonly<Record<string, Schema>>;

function schemaFindings(document: SpecDocument, { schema, path }: InnerSchema, root: Schema): ShapeFinding[] {
  const { $ref, patternProperties = {} } = schema;
  return [
    ...misspelled(document, schema, path),
    ...($ref?.startsWith('#') ? referenceFindings(document, [...path, '$ref'], $ref, root) : []),
    ...Object.keys(patternProperties).flatMap((key) => nameFindings(document, [...path, 'patternProperties'], key)),
    ...innerSchemas(schema, 'mcp').flatMap((inner) => {
      return schemaFindings(document, { schema: inner.schema, path: [...path, ...inner.path] }, root);
    }),
  ];
}

/** In a hint; more are not read. */
const MOST_NAMES = 20;

/** Any keyword is passed on; one that nearly is one of JSON Schema is probably meant to be that. */
function misspelled(document: SpecDocument, schema: Schema, path: NodePath): ShapeFinding[] {
  return Object.keys(schema).flatMap((key) => {
    if (KEYWORDS.has(key) || key.includes('-') || key.startsWith('$')) return [];
    const meant = nearest(key, KEYWORDS);
    if (meant === undefined) return [];
    const message = `"${key}" in ${describePlace(document, path)} is not a keyword of JSON Schema; it is passed on without effect.`;
    return [warning(document, [...path, key], 'spec/unknown-keyword', message, `Did you mean "${meant}"?`)];
  });
}

/** Those that clients may read, of JSON Schema 2020-12 and draft 7, and of OpenAPI. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'use type title description enum const default examples deprecated minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength pattern format minItems maxItems uniqueItems minProperties maxProperties required items prefixItems properties patternProperties propertyNames additionalProperties additionalItems allOf anyOf oneOf not if then else contains minContains maxContains dependencies dependentRequired dependentSchemas unevaluatedItems unevaluatedProperties contentEncoding contentMediaType contentSchema readOnly writeOnly definitions id nullable example discriminator xml externalDocs optional enumNames enumDescriptions order'.split(
    ' ',
  ),
);

function referenceFindings(document: SpecDocument, path: NodePath, $ref: string, root: Schema): ShapeFinding[] {
  // An anchor may be anywhere; only pointers are followed.
  if ($ref !== '#' && !$ref.startsWith('#/')) return [];
  const place = capital(describePlace(document, path));
  if (targetOf(root, $ref) === undefined) {
    const names = Object.keys(root.$defs ?? {});
    const name = $ref.startsWith(REFERENCE) ? $ref.slice(REFERENCE.length) : $ref;
    const meant = nearest(name, new Set(names));
    const list =
      names.length > 0
        ? `Known: ${names.slice(0, MOST_NAMES).join(', ')}.`
        : 'Add it under `definitions:` of the tool or its server.';
    const hint = meant === undefined ? list : `Did you mean "#/$defs/${meant}"?`;
    const message = `${place} refers to ${show(name)}, which is not defined.`;
    return [finding(document, path, 'spec/unknown-definition', message, hint)];
  }
  if (!leadsTo($ref, $ref, root, new Set())) return [];
  const message = `${place} is a circular $ref.`;
  const hint = 'Refer to it only from inside `properties` or `items`.';
  return [finding(document, path, 'spec/endless-definition', message, hint)];
}

/** Follows references that do not step into the value: such a circle is infinite. */
function leadsTo(from: string, goal: string, root: Schema, seen: Set<string>): boolean {
  if (seen.has(from)) return false;
  seen.add(from);
  const schema = targetOf(root, from);
  return isObject(schema) && sameValue(schema).some((next) => next === goal || leadsTo(next, goal, root, seen));
}

/** The references that judge the same value as the schema does. */
function sameValue(schema: Schema): string[] {
  const { $ref, allOf = [], anyOf = [], oneOf = [], not } = schema;
  const inner = [...allOf, ...anyOf, ...oneOf, ...(not ? [not] : [])].filter(isObject).flatMap(sameValue);
  const used = textAt(schema, 'use');
  return [...($ref === undefined ? [] : [$ref]), ...(used === undefined ? [] : [REFERENCE + used]), ...inner];
}

function nameFindings(document: SpecDocument, path: NodePath, pattern: string): ShapeFinding[] {
  try {
    void new RegExp(pattern, 'u');
    return [];
  } catch {
    const message = `${show(pattern)} in ${describePlace(document, path)} is not a valid regular expression; it is passed on without effect.`;
    return [
      warning(document, [...path, pattern], 'spec/format', message, 'Fix it, or escape special characters with \\.'),
    ];
  }
}

/** At a key that has no effect. */
function warning(document: SpecDocument, path: NodePath, code: string, message: string, hint: string): ShapeFinding {
  const [span, about] = [document.at(path, 'key'), aboutOf(document, path)];
  return { path, unsound: false, diagnostic: { code, severity: 'warning', message, hint, span, about } };
}

function finding(document: SpecDocument, path: NodePath, code: string, message: string, hint: string): ShapeFinding {
  const [span, about] = [document.at(path), aboutOf(document, path)];
  return { path, unsound: true, diagnostic: { code, severity: 'error', message, hint, span, about } };
}
