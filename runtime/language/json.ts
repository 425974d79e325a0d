/** JSON as a type and as canonical text, and the functions on it that all modules share. */

/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** The maximum size of one external text, 10 MiB in bytes; the same limit as in the official SDK. */
export const MAX_BYTES = 10_485_760;

/** Tells an object with named members from null, lists and scalars. */
export function isObject(value: Json | undefined): value is JsonObject;
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
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

/** The value of JSON text; undefined where it is none. */
export function tryParse(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
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

/** Members by their UTF-16 code units; a member that is undefined is left out. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item: unknown) => canonicalJson(item ?? null)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}

/** Rewrites valid JSON text; `string` gets a string with its quotes, `outside` everything between two of them. */
export function rewriteJson(
  text: string,
  string: (literal: string) => string,
  outside: (part: string) => string,
): string {
  let rewritten = '';
  let end = 0;
  for (let open = text.indexOf('"'); open >= 0; open = text.indexOf('"', end)) {
    rewritten += outside(text.slice(end, open));
    end = endOfString(text, open);
    rewritten += string(text.slice(open, end));
  }
  return rewritten + outside(text.slice(end));
}

/** The place behind the quote that closes the string; a quote behind an odd number of backslashes is part of it. */
function endOfString(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at > 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charAt(at - 1 - slashes) === '\\') slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/** Assignment to `__proto__` would change the prototype instead of adding a member. */
export function setOwn(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Not by spreading: V8 makes objects that are slow to add members to. */
export function copyMembers(value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const name in value) if (Object.hasOwn(value, name)) setOwn(copy, name, value[name]);
  return copy;
}
