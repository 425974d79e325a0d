/** The one reader of JSON from outside: files that people and tools write, and the lines of servers. */
import { thrownMessage, isObject } from '@haft/runtime/language';
import type { Json } from '@haft/runtime';

/** The value, or the message of the parser, without a period. */
type JsonRead = { readonly value: Json } | { readonly problem: string };

/** Throws nothing (RFC 8259). */
export function readJson(text: string): JsonRead {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: thrownMessage(error) };
  }
}

/** The members of a map; undefined for every other value, and for a text that is not JSON. */
export function readJsonMap(text: string): Record<string, Json> | undefined {
  const read = readJson(text);
  return 'value' in read && isObject(read.value) ? { ...read.value } : undefined;
}

/** A copy, so that later reads do not depend on other owners of the value. */
export function membersOf(value: unknown): Record<string, unknown> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
