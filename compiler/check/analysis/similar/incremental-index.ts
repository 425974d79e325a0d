/** An index of things by key that is updated from build to build: an edit costs what was added and removed, not the size. */
import { memoizeBy } from '../../../base/memo.ts';

/** The things, file by file; a list that is the same object has not changed. */
export type Lists<T> = readonly (readonly T[])[];

/** Each in a separate list. */
export function oneByOne<T extends object>(things: readonly T[]): Lists<T> {
  return things.map((thing) => alone(thing) as readonly T[]);
}

const alone = memoizeBy((thing: object): readonly object[] => [thing]);

/** A view that the next update changes. */
export interface IncrementalIndex<T extends object> {
  /** In the order of the lists; the same array as long as none of them comes or goes. */
  readonly under: (key: string) => readonly T[];
  /** Keys with added or removed things. */
  readonly touched: ReadonlySet<string>;
  /** Increases in the order of the lists, with gaps; undefined for a thing that is not in the index. */
  readonly placeOf: (thing: T) => number | undefined;
}

/** Beyond the length of any list. */
const GAP = 2 ** 24;

/** `keysOf` must be stable; a thing with a duplicate key is found twice. A thing is in one list, once. */
export function incrementalIndex<T extends object>(
  keysOf: (thing: T) => Iterable<string>,
): (lists: Lists<T>) => IncrementalIndex<T> {
  const byKey = new Map<string, readonly T[]>();
  const places = new Map<T, number>();
  let order: ReadonlyMap<readonly T[], number> = new Map();

  const under = (key: string): readonly T[] => byKey.get(key) ?? NOTHING;
  const placeOf = (thing: T): number | undefined => places.get(thing);
  const put = (key: string, things: readonly T[]): void => {
    if (things.length > 0) byKey.set(key, things);
    else byKey.delete(key);
  };
  const remove = (removed: readonly T[], stays: ReadonlySet<T>, touched: Set<string>): void => {
    for (const [key, things] of groupByKey(removed, stays, keysOf)) {
      touched.add(key);
      put(key, without(under(key), things));
    }
    for (const thing of removed) places.delete(thing);
  };
  const add = (added: readonly T[], stays: ReadonlySet<T>, touched: Set<string>): void => {
    for (const [key, things] of groupByKey(added, stays, keysOf)) {
      touched.add(key);
      put(key, within(under(key), things, placeOf));
    }
  };
  return (lists) => {
    const touched = new Set<string>();
    const now = new Map(lists.map((list, at) => [list, at]));
    const moved = isMoved(lists, order, placeOf);
    const removed = [...order.keys()].filter((list) => moved || !now.has(list));
    const added = lists.filter((list) => moved || !order.has(list));
    const stays = new Set(moved ? [] : added.flat().filter((thing) => places.has(thing)));
    remove(removed.flat(), stays, touched);
    for (const [list, at] of now) if (moved || order.get(list) !== at) place(list, at, places);
    order = now;
    add(added.flat(), stays, touched);
    return { under, touched, placeOf };
  };
}

const NOTHING: readonly never[] = [];

/** Whether the order of the remaining things changed. */
function isMoved<T extends object>(
  lists: Lists<T>,
  order: ReadonlyMap<readonly T[], number>,
  placeOf: IncrementalIndex<T>['placeOf'],
): boolean {
  let last = -1;
  for (const list of lists) {
    for (const thing of order.has(list) ? list.slice(0, 1) : list) {
      const at = placeOf(thing) ?? last;
      if (at < last) return true;
      last = at;
    }
  }
  return false;
}

function place<T>(list: readonly T[], at: number, places: Map<T, number>): void {
  for (const [index, thing] of list.entries()) places.set(thing, at * GAP + index);
}

/** The result of `make` for each key; called again only where something was added or removed. */
export function indexedByKey<T extends object, R>(
  keysOf: (thing: T) => Iterable<string>,
  make: (things: readonly T[], key: string) => readonly R[],
): (lists: Lists<T>) => readonly R[] {
  const index = incrementalIndex(keysOf);
  const results = new Map<string, readonly R[]>();
  return (lists) => {
    const { touched, under } = index(lists);
    for (const key of touched) {
      const now = make(under(key), key);
      if (now.length > 0) results.set(key, now);
      else results.delete(key);
    }
    return [...results.values()].flat();
  };
}

function groupByKey<T>(
  things: readonly T[],
  stays: ReadonlySet<T>,
  keysOf: (thing: T) => Iterable<string>,
): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const thing of things) {
    if (stays.has(thing)) continue;
    for (const key of keysOf(thing)) {
      const others = groups.get(key);
      if (others) others.push(thing);
      else groups.set(key, [thing]);
    }
  }
  return groups;
}

function without<T>(all: readonly T[], removed: readonly T[]): readonly T[] {
  if (removed.length === all.length) return NOTHING;
  const rest = [...all];
  for (const thing of removed) rest.splice(rest.indexOf(thing), 1);
  return rest;
}

function within<T>(all: readonly T[], added: readonly T[], placeOf: (thing: T) => number | undefined): readonly T[] {
  if (all.length === 0) return added;
  const both = [...all];
  for (const thing of added) both.splice(firstFrom(both, (placeOf(thing) ?? 0) + 1, placeOf), 0, thing);
  return both;
}

/** The index of the first that is at a place or behind it. */
export function firstFrom<T>(all: readonly T[], place: number, placeOf: (thing: T) => number | undefined): number {
  let [from, to] = [0, all.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    const one = all[middle];
    if (one !== undefined && (placeOf(one) ?? 0) < place) from = middle + 1;
    else to = middle;
  }
  return from;
}
