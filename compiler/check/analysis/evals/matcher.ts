/** The argument that an eval expects, as its author wrote it → how a call's argument is compared with it. */
import type { Json } from '@haft/runtime/language';

export type Matcher =
  | { readonly kind: 'equals'; readonly value: Json }
  | { readonly kind: 'any_of'; readonly values: readonly Json[] }
  /** A pattern that occurs in a string (JSON Schema 2020-12, `pattern`). */
  | { readonly kind: 'matches'; readonly pattern: string }
  | { readonly kind: 'absent' };

/** A map with exactly one of the four keys is a matcher; `equals` is for a map that looks like a matcher. */
export function matcherOf(expected: Json): Matcher {
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return equals(expected);
  const entries = Object.entries(expected);
  const [key, value] = entries.length === 1 ? (entries[0] ?? []) : [];
  if (key === 'equals' && value !== undefined) return equals(value);
  if (key === 'any_of' && Array.isArray(value)) return { kind: 'any_of', values: value };
  if (key === 'matches' && typeof value === 'string') return { kind: 'matches', pattern: value };
  return key === 'absent' && value === true ? { kind: 'absent' } : equals(expected);
}

function equals(value: Json): Matcher {
  return { kind: 'equals', value };
}
