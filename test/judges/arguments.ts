/** Arguments that fit a schema, always the same ones: with the required members alone, or with all. */
import * as fc from 'fast-check';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import type { Schema } from '../../runtime/language/schema.ts';

export type Amount = 'required' | 'all';

type Definitions = Readonly<Record<string, Schema>>;

/** Definitions inside definitions; circular ones end here. */
const DEEPEST = 6;

export function argumentsFor(inputSchema: Schema, amount: Amount): JsonObject {
  const value = valueFor(inputSchema, amount, inputSchema.$defs ?? {}, 0);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
}

function valueFor(schema: Schema, amount: Amount, definitions: Definitions, depth: number): Json {
  const { $ref, enum: values, default: preset, anyOf, oneOf, allOf } = schema;
  if ('const' in schema) return schema.const ?? null;
  if ($ref !== undefined)
    return valueFor(definitions[$ref.replace('#/$defs/', '')] ?? {}, amount, definitions, depth + 1);
  if (values !== undefined) return values.find((value) => value !== null) ?? null;
  if (preset !== undefined) return preset;
  const [branch] = anyOf ?? oneOf ?? [];
  if (branch !== undefined) return valueFor(branch, amount, definitions, depth);
  if (allOf !== undefined) {
    const all = allOf.map((part) => valueFor(part, amount, definitions, depth));
    const maps = all.filter((value) => typeof value === 'object' && value !== null && !Array.isArray(value));
    return maps.length === all.length ? Object.assign({}, ...maps) : (all[0] ?? null);
  }
  const type = [schema.type ?? 'string'].flat().find((one) => one !== 'null') ?? 'null';
  if (type === 'object') return objectFor(schema, amount, definitions, depth);
  if (type === 'array') return listFor(schema, amount, definitions, depth);
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return type === 'string' ? textFor(schema) : numberFor(schema, type === 'integer');
}

function objectFor(schema: Schema, amount: Amount, definitions: Definitions, depth: number): JsonObject {
  const { properties = {}, required = [], additionalProperties, minProperties = 0 } = schema;
  const isAll = amount === 'all' && depth < DEEPEST;
  const names = isAll ? Object.keys(properties) : required;
  const entries = names.map((name): [string, Json] => {
    return [name, valueFor(properties[name] ?? {}, amount, definitions, depth + 1)];
  });
  const missing = Math.max(0, minProperties - entries.length);
  const rest = Object.keys(properties).filter((name) => !names.includes(name));
  const filler = rest.length > 0 ? rest.slice(0, missing) : Array.from({ length: missing }, (_, at) => `key${at}`);
  const free = typeof additionalProperties === 'object' ? additionalProperties : {};
  return Object.fromEntries([
    ...entries,
    ...filler.map((name): [string, Json] => [name, valueFor(properties[name] ?? free, amount, definitions, depth + 1)]),
  ]);
}

function listFor(schema: Schema, amount: Amount, definitions: Definitions, depth: number): Json {
  const { items = { type: 'string' }, prefixItems = [], minItems = 0 } = schema;
  if (prefixItems.length > 0) return prefixItems.map((item) => valueFor(item, amount, definitions, depth + 1));
  const length = Math.max(minItems, depth < DEEPEST ? 1 : 0);
  return Array.from({ length }, (_, at) => different(valueFor(items, amount, definitions, depth + 1), at, items));
}

/** Items of a list that must not repeat. */
function different(value: Json, at: number, { enum: values }: Schema): Json {
  if (at === 0) return value;
  if (values !== undefined) return values[at % values.length] ?? value;
  if (typeof value === 'number') return value + at;
  return typeof value === 'string' ? `${value}${at}` : value;
}

const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  time: '12:00:00Z',
  email: 'ada@example.org',
  uri: 'https://example.org/a',
  'uri-reference': '/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  hostname: 'example.org',
  byte: 'aGVsbG8=',
  duration: 'P1D',
  regex: '^a$',
  'json-pointer': '/a',
};

function textFor({ format = '', pattern, minLength = 0, maxLength = 200 }: Schema): string {
  if (pattern !== undefined) {
    const made = matching(pattern);
    const fitting = made.filter((text) => text.length >= Math.max(1, minLength) && text.length <= maxLength);
    return fitting.find((text) => /^[\x21-\x7e]+$/.test(text)) ?? fitting[0] ?? made[0] ?? 'a';
  }
  const text = BY_FORMAT[format] ?? 'abc';
  return text.padEnd(minLength, 'a').slice(0, maxLength);
}

/** Some parts of patterns have no generator. */
function matching(pattern: string): readonly string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 60, seed: 7 });
  } catch {
    return ['abc'];
  }
}

function numberFor(schema: Schema, isWhole: boolean): number {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const step = multipleOf ?? (isWhole ? 1 : 0.5);
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + step);
  const high = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - step);
  const wanted = low === undefined ? Math.min(1, high ?? 1) : Math.max(low, Math.min(1, high ?? 1));
  const whole = isWhole ? Math.ceil(wanted) : wanted;
  return multipleOf === undefined ? whole : Math.ceil(whole / multipleOf) * multipleOf;
}
