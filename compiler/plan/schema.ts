/** Schemas in canonical form: fixed key order, closed objects, no implicit defaults. */
import type { ObjectSchema } from '@haft/runtime';
import { VALUE_KEYWORDS, WITH_LIST, WITH_NAMES, WITH_SCHEMA, isObject } from '@haft/runtime/language';
import type { Schema } from '@haft/runtime/language';
import type { ToolSpec } from '../check/documents/tool.ts';

/** The tool's `inputSchema`: an object that accepts nothing undeclared (EXT §2.2). */
export function inputSchema({ parameters = {}, required = [] }: ToolSpec): ObjectSchema {
  return {
    type: 'object',
    properties: each(parameters, argumentSchema),
    required: [...required],
    additionalProperties: false,
  };
}

/** The input schema in profile `mcp`: unchanged, but closed unless the author opens it where results have an envelope. */
export function importedInput(spec: ToolSpec, isRaw: boolean): ObjectSchema {
  const { parameters = isRaw ? undefined : {}, required, definitions, parameters_schema: more } = spec;
  const { additional_parameters: others = isRaw ? undefined : false } = spec;
  const { type: _object, ...further } = importedSchema(more ?? {});
  return {
    type: 'object',
    ...(parameters && { properties: each(parameters, importedSchema) }),
    ...(required && { required }),
    ...(others !== undefined && { additionalProperties: isObject(others) ? importedSchema(others) : others }),
    ...(definitions && { $defs: each(definitions, importedSchema) }),
    ...further,
  };
}

/** A closed form for arguments: an object with declared properties takes no others. */
function argumentSchema(schema: Schema): Schema {
  return canonical(schema, argumentSchema, schema.properties !== undefined ? false : undefined);
}

/** Results stay open unless the author closes them: a response with additional properties is still valid. */
export function resultSchema(schema: Schema): Schema {
  return canonical(schema, resultSchema, undefined);
}

type Inner = (schema: Schema) => Schema;

function canonical(schema: Schema, inner: Inner, closed: boolean | undefined): Schema {
  const { type, items, properties, required, additionalProperties: others = closed } = schema;
  return {
    ...(type !== undefined && { type }),
    ...inFixedOrder(schema),
    ...(schema.prefixItems && { prefixItems: schema.prefixItems.map(inner) }),
    ...(items && { items: inner(items) }),
    ...(properties && { properties: each(properties, inner) }),
    ...(schema.patternProperties && { patternProperties: each(schema.patternProperties, inner) }),
    ...(schema.propertyNames && { propertyNames: inner(schema.propertyNames) }),
    ...(required && { required }),
    ...(others !== undefined && { additionalProperties: typeof others === 'object' ? inner(others) : others }),
    ...branches(schema, inner),
  };
}

function inFixedOrder(schema: Schema): Schema {
  const plain: Record<string, unknown> = {};
  for (const key of VALUE_KEYWORDS) if (schema[key] !== undefined) plain[key] = schema[key];
  return plain;
}

/** Imported schemas only get the order of keys: closing one branch could reject what another one allows. */
export function importedSchema(schema: Schema): Schema {
  // `true` and `false` are schemas too.
  if (!isObject(schema)) return schema;
  const own = new Map<string, unknown>(Object.entries(schema));
  const keys = [...IN_ORDER.filter((key) => own.has(key)), ...[...own.keys()].filter((key) => !IN_ORDER.includes(key))];
  return Object.fromEntries(keys.map((key) => [key, importedKeyword(key, own.get(key))]));
}

const IN_ORDER: readonly string[] = [
  'type',
  ...VALUE_KEYWORDS,
  'prefixItems',
  'items',
  'properties',
  'patternProperties',
  'propertyNames',
  'required',
  'additionalProperties',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
];

function importedKeyword(key: string, value: unknown): unknown {
  const inner = (one: unknown): unknown => (isObject(one) ? importedSchema(one) : one);
  if (WITH_SCHEMA.has(key) || key === 'additionalProperties') return inner(value);
  if (WITH_LIST.has(key) && Array.isArray(value)) return value.map(inner);
  if (!WITH_NAMES.has(key) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
}

function branches({ allOf, anyOf, oneOf, not }: Schema, inner: Inner): Schema {
  return {
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(not && { not: inner(not) }),
  };
}

function each(schemas: Readonly<Record<string, Schema>>, inner: Inner): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inner(schema)]));
}
