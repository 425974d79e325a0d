/** What a model runner sends, read with care: JSON of which nothing is certain. */
import type { Json, JsonObject } from '@haft/runtime';

/** A value inside JSON, or nothing where the way to it does not exist. */
export function at(json: Json | undefined, ...way: readonly (string | number)[]): Json | undefined {
  let value = json;
  for (const step of way) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Object.hasOwn(value, step) ? (value as JsonObject)[step] : undefined;
  }
  return value;
}

export function listAt(json: Json | undefined, ...way: readonly (string | number)[]): readonly Json[] {
  const value = at(json, ...way);
  return Array.isArray(value) ? value : [];
}

/** A text that says something. */
export function textAt(json: Json | undefined, ...way: readonly (string | number)[]): string | undefined {
  const value = at(json, ...way);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A number of things, so not less than one. */
export function countAt(json: Json | undefined, ...way: readonly (string | number)[]): number | undefined {
  const value = at(json, ...way);
  return Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : undefined;
}
