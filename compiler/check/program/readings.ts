/** The argument lists that one list of templates can produce: elements are dropped without an argument, and lists repeat. */
import type { ArgvWord } from './word.ts';

/**
 * Enough of them to see every word at each place it can move up to: all elements, the first ones gone, and each one
 * gone alone.
 */
export function readingsOf(words: readonly ArgvWord[]): readonly (readonly ArgvWord[])[] {
  const optional = words.filter(({ mayVanish }) => mayVanish);
  const gone = optional.flatMap((word, at) => [new Set(optional.slice(0, at + 1)), new Set([word])]);
  const repeated = words.flatMap((word) => (word.many ? [word, word, word] : [word]));
  return [repeated, ...gone.map((without) => words.filter((word) => !without.has(word)))];
}
