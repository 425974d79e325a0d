/** Values as the pairs of a query or of an urlencoded form. */
import type { PairStyle } from '../http-descriptor.ts';
import type { Json } from '../language/json.ts';
import { isObject } from '../language/json.ts';
import { toText } from '../language/template.ts';
import { percentEncode } from '../percent-encode.ts';

/** Names and values, not encoded. */
export type Pairs = readonly (readonly [name: string, value: string])[];

/** The pairs of one value: none without a value, several for a list, or for an object in a style with brackets. */
export function pairsOf(name: string, value: Json | undefined, style: PairStyle = 'repeat', join?: string): Pairs {
  if (value === undefined || value === null) return [];
  const isNested = style === 'brackets' || style === 'indices';
  if (Array.isArray(value)) {
    const items: readonly Json[] = value.filter((item) => item !== null);
    const separator = join ?? (style === 'comma' ? ',' : undefined);
    if (separator !== undefined) return items.length === 0 ? [] : [[name, toText(items, separator)]];
    if (!isNested) return items.map((item) => [name, toText(item)]);
    return items.flatMap((item, at) => pairsOf(`${name}[${style === 'indices' ? at : ''}]`, item, style));
  }
  if (!isNested || !isObject(value)) return [[name, toText(value)]];
  return Object.entries(value).flatMap(([key, member]) => pairsOf(`${name}[${key}]`, member, style));
}

/** The text of a query or a form (WHATWG URL, application/x-www-form-urlencoded). */
export function encodePairs(pairs: Pairs): string {
  return pairs.map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`).join('&');
}
