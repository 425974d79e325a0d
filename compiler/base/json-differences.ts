/** Where two results differ: the values of the first and of the second, each at its pointer. */
import { escapeToken, isObject, sameJson } from '@haft/runtime/language';

export interface ValueDifference {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  /** Absent where there is no value. */
  readonly before?: unknown;
  readonly after?: unknown;
}

/** In the order of the first, then what only the second has. */
export function differencesOf(before: unknown, after: unknown, pointer = ''): readonly ValueDifference[] {
  if (sameJson(before, after)) return [];
  if (Array.isArray(before) !== Array.isArray(after) || !isMany(before) || !isMany(after))
    return [{ pointer, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => differencesOf(before[name], after[name], `${pointer}/${escapeToken(name)}`));
}

function isMany(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) || Array.isArray(value);
}

const MAX_SHOWN = 3;
const MAX_LENGTH = 60;

/** `/books/0/title: "Emma" → "Sula"`; the first few, and how many more there are. */
export function differencesText(differences: readonly ValueDifference[]): string {
  const texts = differences
    .slice(0, MAX_SHOWN)
    .map((one) => `${one.pointer || 'the whole'}: ${valueText(one.before)} → ${valueText(one.after)}`);
  const more = differences.length - texts.length;
  return [...texts, ...(more > 0 ? [`${more} more`] : [])].join('; ');
}

function valueText(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text;
}
