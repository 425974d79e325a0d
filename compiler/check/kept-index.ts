/** Things by key, kept from one list to the next: an edit costs what comes and goes, not what stays. */

/** A view that the next list changes. */
export interface Index<T extends object> {
  /** In the order of the list; the same array as long as none of them comes or goes. */
  readonly under: (key: string) => readonly T[];
  /** Keys that stand for several things. */
  readonly shared: ReadonlySet<string>;
  readonly placeOf: (thing: T) => number;
}

/** `keysOf`: always the same for a thing; one that has a key twice is found twice. */
export function keptIndex<T extends object>(
  keysOf: (thing: T) => Iterable<string>,
): (things: readonly T[]) => Index<T> {
  const lists = new Map<string, readonly T[]>();
  const shared = new Set<string>();
  let places: ReadonlyMap<T, number> = new Map();

  const take = (things: readonly T[]): void => {
    const before = places;
    places = new Map(things.map((thing, place) => [thing, place]));
    const came = byKey(
      things.filter((thing) => !before.has(thing)),
      keysOf,
    );
    const gone = byKey(
      [...before.keys()].filter((thing) => !places.has(thing)),
      keysOf,
    );
    for (const key of gone.keys()) put(key, lists.get(key)?.filter((thing) => places.has(thing)) ?? NOTHING);
    for (const [key, things] of came) put(key, inOrder(lists.get(key) ?? NOTHING, things, places));
  };
  const put = (key: string, list: readonly T[]): void => {
    if (list.length > 0) lists.set(key, list);
    else lists.delete(key);
    if (list.length > 1) shared.add(key);
    else shared.delete(key);
  };
  const clear = (): void => {
    lists.clear();
    shared.clear();
    places = new Map();
  };
  return (things) => {
    if (isMoved(things, places)) clear();
    take(things);
    return { under: (key) => lists.get(key) ?? NOTHING, shared, placeOf: (thing) => places.get(thing) ?? -1 };
  };
}

const NOTHING: readonly never[] = [];

function byKey<T>(things: readonly T[], keysOf: (thing: T) => Iterable<string>): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const thing of things) {
    for (const key of keysOf(thing)) {
      const list = found.get(key);
      if (list) list.push(thing);
      else found.set(key, [thing]);
    }
  }
  return found;
}

function inOrder<T>(stayed: readonly T[], came: readonly T[], places: ReadonlyMap<T, number>): readonly T[] {
  if (stayed.length === 0 || came.length === 0) return came.length === 0 ? stayed : came;
  return [...stayed, ...came].sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
}

/** Whether what stays stands in another order than before. */
function isMoved<T>(things: readonly T[], before: ReadonlyMap<T, number>): boolean {
  let last = -1;
  for (const thing of things) {
    const place = before.get(thing);
    if (place === undefined) continue;
    if (place < last) return true;
    last = place;
  }
  return false;
}
