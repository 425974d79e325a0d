/** Parts whose name another one before them has: each with the first one. */
import { indexedByKey } from '../similar/incremental-index.ts';
import type { Lists } from '../similar/incremental-index.ts';
import type { Located } from '../model.ts';

type Named = Located<{ readonly name: string }>;

export function sameNames<P extends Named>(
  keyOf: (part: P) => string = ({ spec }) => spec.name,
): (lists: Lists<P>) => readonly (readonly [later: P, first: P])[] {
  return indexedByKey(
    (part) => [keyOf(part)],
    ([first, ...later]) => (first ? later.map((part) => [part, first] as const) : []),
  );
}
