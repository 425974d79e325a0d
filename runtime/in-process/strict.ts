/** Schemas as the strict mode of OpenAI takes them: every property is required, what is optional may be null, and objects are closed. */
import type { JsonSchema } from './shapes.ts';
import { type Json, type JsonObject, isJsonObject } from '../language/json.ts';

/** Keywords that bound values and that strict mode takes; others are left to the call, which names what is wrong. */
const BOUNDS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
] as const;

/** Undefined where the schema says more than strict mode can. */
export function strictSchema(schema: JsonSchema): JsonObject | undefined {
  return strictOf(schema as JsonObject);
}

function strictOf(schema: JsonObject): JsonObject | undefined {
  const { type, enum: values, const: only, description, items, properties = {} } = schema;
  if (OPEN.some((keyword) => schema[keyword] !== undefined)) return undefined;
  const about = description === undefined ? {} : { description };
  if (values !== undefined || only !== undefined)
    return {
      ...about,
      ...(type !== undefined && { type }),
      ...(values !== undefined ? { enum: values } : { const: only ?? null }),
    };
  if (typeof type !== 'string') return isScalars(type) ? { ...about, ...bounds(schema), type } : undefined;
  if (type === 'array') {
    const inner = isJsonObject(items) ? strictOf(items) : undefined;
    return inner && { ...about, ...bounds(schema), type, items: inner };
  }
  if (type !== 'object') return { ...about, ...bounds(schema), type };
  const isClosed = isJsonObject(properties) && schema['additionalProperties'] !== true;
  return isClosed && (Object.keys(properties).length > 0 || schema['additionalProperties'] === false)
    ? closedObject(schema, properties, about)
    : undefined;
}

/** What makes an object open, or a value more than one shape. */
const OPEN = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'prefixItems',
  'patternProperties',
  'dependentRequired',
  'minProperties',
  'maxProperties',
] as const;

function closedObject(schema: JsonObject, properties: JsonObject, about: JsonObject): JsonObject | undefined {
  if (isJsonObject(schema['additionalProperties'])) return undefined;
  const members: [string, JsonObject][] = [];
  for (const [name, property] of Object.entries(properties)) {
    const own = isJsonObject(property) ? strictOf(property) : undefined;
    if (own === undefined) return undefined;
    members.push([name, isRequired(schema, name) ? own : orNull(own)]);
  }
  return {
    ...about,
    type: 'object',
    properties: Object.fromEntries(members),
    required: members.map(([name]) => name),
    additionalProperties: false,
  };
}

function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values, const: only } = schema;
  const listed = Array.isArray(values) ? values : only === undefined ? undefined : [only];
  const { const: _only, ...rest } = schema;
  return {
    ...rest,
    ...(type !== undefined && { type: [...new Set([type].flat()), 'null'] as Json[] }),
    ...(listed && { enum: [...new Set([...listed, null])] }),
  };
}

function isScalars(type: Json | undefined): type is Json[] {
  return Array.isArray(type) && type.every((one) => one !== 'object' && one !== 'array');
}

function bounds(schema: JsonObject): JsonObject {
  return Object.fromEntries(BOUNDS.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]])));
}

function isRequired({ required }: JsonObject, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

/** The arguments without the nulls that stand for "not given": the schema of the tool has no such value. */
export function withoutNulls(value: Json, schema: JsonSchema): Json {
  const { items, properties } = schema as JsonObject;
  if (Array.isArray(value) && isJsonObject(items)) return value.map((one) => withoutNulls(one, items));
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const property = properties[name];
    if (!isJsonObject(property)) return [[name, member]];
    return member === null && !takesNull(property) ? [] : [[name, withoutNulls(member, property)]];
  });
  return Object.fromEntries(members);
}

function takesNull({ type, enum: values, const: only }: JsonObject): boolean {
  if (Array.isArray(values)) return values.includes(null);
  return only === null || type === 'null' || (Array.isArray(type) && type.includes('null'));
}
