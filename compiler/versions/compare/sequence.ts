/** Compares two ordered lists, also those of a skill: entries that were added, removed, reworded or moved. */
import { type Json, sameJson } from '@haft/runtime/language';
import type { SkillPlan } from '../../plan/model.ts';
import type { Detect, Pair, SkillPair } from '../change.ts';
import { likeness } from '../renames.ts';
import { type MoveDirection, json, movedFacts } from './changed.ts';

interface Entry<T> {
  readonly entry: T;
  readonly at: number;
}

interface ListChange<T> {
  readonly added: readonly Entry<T>[];
  readonly removed: readonly Entry<T>[];
  /** The same entry with another content; `at` is its place in the later list. */
  readonly changed: readonly { readonly before: T; readonly after: T; readonly at: number }[];
  /** The order of the entries that both lists have is different. */
  readonly reordered: boolean;
}

/** `sameEntry`: whether two entries that are not equal are one that was changed. */
export function compareLists<T>(
  before: readonly T[],
  after: readonly T[],
  sameEntry: (before: T, after: T) => boolean = () => false,
): ListChange<T> {
  const equal = pairs(entries(before), entries(after), sameJson);
  const near = pairs(equal.removed, equal.added, sameEntry);
  const order = [...equal.both, ...near.both].sort(([a], [b]) => a.at - b.at).map(([, now]) => now.at);
  return {
    added: near.added,
    removed: near.removed,
    changed: near.both.map(([old, now]) => ({ before: old.entry, after: now.entry, at: now.at })),
    reordered: order.some((at, index) => at < (order[index - 1] ?? 0)),
  };
}

/** Lists of something that both Plans have; nothing changed where one has not. */
export function listsIn<T, E>(
  { before, after }: Pair<T>,
  list: (one: T) => readonly E[],
  sameEntry?: (before: E, after: E) => boolean,
): ListChange<E> {
  return before && after ? compareLists(list(before), list(after), sameEntry) : compareLists<E>([], []);
}

/** Reports each entry that was added to a list, or removed from it; `shown` is the entry itself where it is absent. */
export function entriesMoved<P, E>(
  how: MoveDirection,
  list: (pair: P) => ListChange<E>,
  place: (at: number, entry: E) => readonly (string | number)[],
  shown: (entry: E) => Json = json,
): Detect<P> {
  return (pair, report) => {
    for (const { at, entry } of list(pair)[how]) report(movedFacts(how, place(at, entry), shown(entry)));
  };
}

/** As `entriesMoved`, for a list of names without order. */
export function namesMoved<T>(
  how: MoveDirection,
  key: string,
  list: (one: T) => readonly string[] | undefined,
): Detect<Pair<T>> {
  const names = (pair: Pair<T>): ListChange<string> => listsIn(pair, (one) => [...new Set(list(one))]);
  return entriesMoved(how, names, () => [key]);
}

interface Paired<T> {
  readonly both: readonly (readonly [Entry<T>, Entry<T>])[];
  readonly removed: readonly Entry<T>[];
  readonly added: readonly Entry<T>[];
}

/** Each entry at most once, the first that fits. */
function pairs<T>(
  before: readonly Entry<T>[],
  after: readonly Entry<T>[],
  same: (before: T, after: T) => boolean,
): Paired<T> {
  const added = new Set(after);
  const removed: Entry<T>[] = [];
  const both: (readonly [Entry<T>, Entry<T>])[] = [];
  for (const old of before) {
    const now = [...added].find(({ entry }) => same(old.entry, entry));
    if (now === undefined) removed.push(old);
    else both.push([old, now]);
    if (now !== undefined) added.delete(now);
  }
  return { both, removed, added: [...added] };
}

function entries<T>(list: readonly T[]): Entry<T>[] {
  return list.map((entry, at) => ({ entry, at }));
}

/** Beyond this two steps are one whose words changed. */
const SAME_STEP = 0.5;

/** Pairs changed entries in the lists of a skill: steps by their wording, references and files by path. */
export function stepChange(pair: SkillPair): ListChange<string> {
  return listsIn(
    pair,
    ({ steps }) => steps,
    (before, after) => likeness(before, after) >= SAME_STEP,
  );
}

export function referenceChange(pair: SkillPair): ListChange<SkillPlan['references'][number]> {
  return listsIn(
    pair,
    ({ references }) => references,
    (before, after) => before.file === after.file,
  );
}

/** What travels with the skill; where the author keeps it is no one's business. */
export interface CarriedFile {
  readonly path: string;
  readonly sha256: string;
  readonly executable: boolean;
}

export function fileChange(pair: SkillPair): ListChange<CarriedFile> {
  return listsIn(
    pair,
    ({ files }) => files.map(({ path, sha256, executable }): CarriedFile => ({ path, sha256, executable })),
    (before, after) => before.path === after.path,
  );
}
