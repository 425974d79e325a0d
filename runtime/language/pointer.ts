/** JSON Pointer (RFC 6901): one place in a JSON value as text. */
import { type Json, isObject, ownMember } from './json.ts';

/** The reference tokens of a pointer, unescaped; nothing when the text is not a pointer. */
export function parsePointer(text: string): readonly string[] | undefined {
  if (text === '') return [];
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined;
  return text
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether a reference token is the number of an element; beyond RFC 6901, -1 is the last. */
export function isElement(token: string): boolean {
  return token === '-1' || /^(?:0|[1-9]\d*)$/.test(token);
}

/** The value at a pointer; nothing when it leads nowhere (`-`, a leading zero, an inherited name) or is malformed. */
export function findPointer(value: Json | undefined, text: string): Json | undefined {
  let place = value;
  for (const token of parsePointer(text) ?? [undefined]) {
    if (token === undefined || place === undefined) return undefined;
    place = step(place, token);
  }
  return place;
}

/** One name as the reference token of a pointer. */
export function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function step(value: Json, token: string): Json | undefined {
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return isElement(token) ? items.at(Number(token)) : undefined;
  }
  return isObject(value) ? ownMember(value, token) : undefined;
}
