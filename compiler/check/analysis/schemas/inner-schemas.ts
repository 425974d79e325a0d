/** The schemas directly inside a schema or a tool, with their places. */
import { isObject } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { Profile } from '../../settings.ts';

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
