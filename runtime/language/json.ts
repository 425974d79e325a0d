/** JSON as a type, and the functions on it that all modules share. */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The maximum size of one external text, 10 MiB in bytes; the same limit as in the official SDK. */
export const MOST_BYTES = 10_485_760;

/** Tells an object with named members from null, lists and scalars. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The same for what is known to be JSON. */
export function isJsonObject(value: Json | undefined): value is JsonObject {
  return isObject(value);
}

/** A member that the value itself has; inherited names such as `constructor` are never found. */
export function ownMember<T>(object: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Equality of JSON values: members in any order, lists in theirs (JSON Schema 2020-12, core §4.2.2). */
export function sameJson(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (Array.isArray(left)) {
    return Array.isArray(right) && left.length === right.length && left.every((item, at) => sameJson(item, right[at]));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const names = Object.keys(left);
  return (
    names.length === Object.keys(right).length &&
    names.every((name) => Object.hasOwn(right, name) && sameJson(left[name], right[name]))
  );
}

/** A copy that shares nothing with the original. */
export function copyJson(value: Json): Json {
  return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
