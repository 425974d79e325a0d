/** The similarity of two texts, by words. */
import { compareText } from '../base/diagnostic.ts';

/** The sorted words of a text with duplicates, computed once for a text that is compared with many. */
export type Bag = readonly string[];

export function bagOf(text: string): Bag {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort(compareText);
}

/** From 0 (no word in common) to 1 (the same words); the Dice coefficient of their words. */
export function likeness(a: string, b: string): number {
  return bagLikeness(bagOf(a), bagOf(b));
}

export function bagLikeness(left: Bag, right: Bag): number {
  const all = left.length + right.length;
  if (all === 0) return 1;
  let [common, l, r] = [0, 0, 0];
  while (l < left.length && r < right.length) {
    const [a = '', b = ''] = [left[l], right[r]];
    if (a === b) common += 1;
    if (a <= b) l += 1;
    if (b <= a) r += 1;
  }
  return (2 * common) / all;
}

/** The most that two texts of these lengths can be alike. */
export function mostLikeness(left: Bag, right: Bag): number {
  const all = left.length + right.length;
  return all === 0 ? 1 : (2 * Math.min(left.length, right.length)) / all;
}
