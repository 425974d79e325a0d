/** Schemas as the strict mode of OpenAI takes them: every property is required, what is optional may be null, and objects are closed. */
import type { JsonSchema } from './shapes.ts';
import { type Json, type JsonObject, isJsonObject, ownMember } from '../language/json.ts';

/** What strict mode takes as it is. Further bounds of values are left to the call, whose message names what is wrong. */
const KEPT = /^(?:description|type|enum|const|(?:exclusiveM|m)(?:in|ax)imum|multipleOf|m(?:in|ax)Items)$/;

/** What makes an object open, or a value more than one shape. */
const REFUSED = /^(?:\$ref|(?:all|any|one)Of|not|if|prefixItems|patternProperties|dependent.+|m(?:in|ax)Properties)$/;

/** Strict mode takes no more than 10 levels (OpenAI, "Structured model outputs"). */
const MAX_DEPTH = 10;

/** Undefined where the schema expresses more than strict mode can. */
export function strictSchema(schema: JsonSchema, depth = 1): JsonObject | undefined {
  const entries = Object.entries(schema as JsonObject);
  if (depth > MAX_DEPTH || entries.some(([key]) => REFUSED.test(key))) return undefined;
  const plainKeywords = Object.fromEntries(entries.filter(([key]) => KEPT.test(key)));
  const { type, items } = schema as JsonObject;
  if (type === 'object') return strictObject(schema as JsonObject, plainKeywords, depth);
  if (type === 'array') {
    const inner = isJsonObject(items) && strictSchema(items, depth + 1);
    return inner ? { ...plainKeywords, items: inner } : undefined;
  }
  const isScalar = type ? !/object|array/.test(String(type)) : 'enum' in plainKeywords || 'const' in plainKeywords;
  return isScalar ? plainKeywords : undefined;
}

/** Of an object that declares members and does not mention others, the declared ones are what the tool reads. */
function strictObject(schema: JsonObject, plainKeywords: JsonObject, depth: number): JsonObject | undefined {
  const { properties = {}, additionalProperties: others, required = [] } = schema;
  const names = Object.keys(properties as JsonObject);
  if (others !== false && (others !== undefined || names.length === 0)) return undefined;
  const made: [string, JsonObject][] = [];
  for (const name of names) {
    const own = strictSchema((properties as JsonObject)[name] as JsonObject, depth + 1);
    if (!own) return undefined;
    made.push([name, (required as Json[]).includes(name) ? own : orNull(own)]);
  }
  return { ...plainKeywords, properties: Object.fromEntries(made), required: names, additionalProperties: false };
}

function orNull({ const: only, ...schema }: JsonObject): JsonObject {
  const { type, enum: values = only === undefined ? only : [only] } = schema;
  return {
    ...schema,
    ...(type !== undefined && { type: [...new Set([type, 'null'].flat())] as Json[] }),
    ...(values !== undefined && { enum: [...new Set([values, null].flat())] as Json[] }),
  };
}

/** The arguments without the nulls that stand for "not given": the schema of the tool has no such value. */
export function withoutNulls(value: Json, schema: JsonSchema): Json {
  const { items, properties } = schema as JsonObject;
  if (Array.isArray(value)) return isJsonObject(items) ? value.map((one) => withoutNulls(one, items)) : value;
  if (!isJsonObject(value) || !isJsonObject(properties)) return value;
  const members = Object.entries(value).flatMap(([name, member]): [string, Json][] => {
    const property = (ownMember(properties, name) ?? {}) as JsonObject;
    return member === null && !takesNull(property) ? [] : [[name, withoutNulls(member, property)]];
  });
  return Object.fromEntries(members);
}

function takesNull({ type, enum: values, const: only }: JsonObject): boolean {
  if (Array.isArray(values)) return values.includes(null);
  return only === null || (only === undefined && [type].flat().includes('null'));
}
