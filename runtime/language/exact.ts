/** Numbers that a double cannot represent, which `JSON.parse` changes silently (RFC 8259 §6). */
import { type Json, rewriteJson } from './json.ts';

/** Such a number has that many digits, or such an exponent; hardly any other text has. */
const SUSPECT = /\d{16}|\d[eE]\+?\d{3}/;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Beyond these the value of any number is infinite. */
const MAX_DIGITS = 309;

/** Parses JSON; an integer or a magnitude that would change is a string of its digits instead. Throws where it is no JSON. */
export function parseExact(text: string): Json {
  const value: Json = JSON.parse(text);
  if (!SUSPECT.test(text)) return value;
  let changed = false;
  const exact = rewriteJson(text, itself, (part) =>
    part.replaceAll(NUMBER, (number) => {
      if (!isInexact(number)) return number;
      changed = true;
      return `"${number}"`;
    }),
  );
  return changed ? JSON.parse(exact) : value;
}

/** The first number in `text` that its parsed value does not represent exactly, as written. */
export function inexactNumber(text: string, value: unknown): string | undefined {
  if (!SUSPECT.test(text)) return undefined;
  const inexact = new Map<number, string>();
  rewriteJson(text, itself, (part) => {
    for (const [number] of part.matchAll(NUMBER)) if (isInexact(number)) inexact.set(Number(number), number);
    return '';
  });
  return inexact.size === 0 ? undefined : firstIn(value, inexact);
}

/** Without recursion: values from outside may be deeper than the stack. */
function firstIn(value: unknown, inexact: ReadonlyMap<number, string>): string | undefined {
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'number' && inexact.has(next)) return inexact.get(next);
    if (typeof next === 'object' && next !== null) for (const inside of Object.values(next)) open.push(inside);
  }
  return undefined;
}

/** Fractions are always rounded. */
function isInexact(number: string): boolean {
  if (!Number.isFinite(Number(number))) return true;
  if (!/^-?\d{16,}$/.test(number)) return false;
  return number.length > MAX_DIGITS || BigInt(number) !== BigInt(Number(number));
}

function itself(text: string): string {
  return text;
}
