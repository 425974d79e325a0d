/** Values that the author does not want in a recording: each is replaced by an empty one of the same type. */
import type { Json } from '@haft/runtime/language';
import { findPointer, parsePointer } from '@haft/runtime/language';

const STRUCK = '[struck out]';

/** The value without what is at the pointers, and the pointers that lead nowhere. */
export function struckOut(
  value: Json,
  pointers: readonly string[],
): { readonly value: Json; readonly unknown: readonly string[] } {
  const unknown = pointers.filter((pointer) => pointer === '' || findPointer(value, pointer) === undefined);
  const present = pointers.filter((pointer) => !unknown.includes(pointer));
  return { value: present.reduce((all, pointer) => without(all, parsePointer(pointer) ?? []), value), unknown };
}

function without(value: Json, [token, ...rest]: readonly string[]): Json {
  if (token === undefined) return emptyValues(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((one, index) => (String(index) === token ? without(one, rest) : one));
  const entries = Object.entries(value).map(([key, one]) => [key, key === token ? without(one, rest) : one] as const);
  return Object.fromEntries(entries);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function emptyValues(value: Json): Json {
  if (typeof value === 'string') return STRUCK;
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (value === null) return null;
  return isList(value) ? [] : {};
}
