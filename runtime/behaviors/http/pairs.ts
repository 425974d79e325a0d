/** Values as the pairs of a query. */
import type { Json } from '../../language/json.ts';
import { toText } from '../../language/template.ts';
import { percentEncode } from '../../server/percent-encode.ts';

/** Names and values, not encoded. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/** A list repeats its name; a value that is absent or null has no pair. */
export function repeatedPairs(name: string, value: Json | undefined): QueryPairs {
  const items: readonly Json[] = Array.isArray(value) ? value : [value ?? null];
  return items.flatMap((item) => (item === null ? [] : [[name, toText(item)] as const]));
}

/** The text of a query or a form (WHATWG URL, application/x-www-form-urlencoded). */
export function encodePairs(pairs: QueryPairs): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}
