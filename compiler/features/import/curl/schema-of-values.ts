/** The schema that accepts every one of some values, and no narrower one than they show. */
import { type Json, type Schema, isJsonObject } from '@haft/runtime/language';
import { orNull } from '../openapi/own-schema.ts';

const MAX_DEPTH = 6;

/** Values of different types have no type in common, other than numbers. */
export function schemaOf(values: readonly Json[], depth = 0): Schema {
  const present = values.filter((value) => value !== null);
  const types = new Set(present.map(typeOf));
  if (types.has('number')) types.delete('integer');
  const [type, ...more] = types;
  if (type === undefined || more.length > 0 || depth > MAX_DEPTH) return {};
  const schema: Schema = { type, ...innerOf(type, present, depth + 1) };
  return present.length === values.length ? schema : orNull(schema);
}

type Type = 'array' | 'object' | 'string' | 'boolean' | 'integer' | 'number';

function typeOf(value: Json): Type {
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'string') return 'string';
  return typeof value === 'boolean' ? 'boolean' : 'object';
}

function innerOf(type: Type, values: readonly Json[], depth: number): Schema {
  if (type === 'array') return { items: schemaOf(values.filter(Array.isArray).flat(), depth) };
  if (type !== 'object') return {};
  const members = new Map<string, Json[]>();
  for (const value of values.filter(isJsonObject))
    for (const [name, inner] of Object.entries(value)) members.set(name, [...(members.get(name) ?? []), inner]);
  return { properties: Object.fromEntries([...members].map(([name, all]) => [name, schemaOf(all, depth)])) };
}

/** Only types are read of the values: a number with a fraction or an exponent, such as 10.0, becomes one that is not whole. */
export function withFractions(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\[^])*"?|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/gi, (token) =>
    !token.startsWith('"') && /[.e]/i.test(token) ? '0.5' : token,
  );
}
