/** Parts with a duplicate name, each with the first part of that name. */
import { type Lists, indexedByKey } from '../similar/incremental-index.ts';
import type { Located } from '../../model.ts';

type Named = Located<{ readonly name: string }>;

export function sameNames<P extends Named>(
  keyOf: (part: P) => string = ({ spec }) => spec.name,
): (lists: Lists<P>) => readonly (readonly [later: P, first: P])[] {
  return indexedByKey(
    (part) => [keyOf(part)],
    ([first, ...later]) => (first ? later.map((part) => [part, first] as const) : []),
  );
}
