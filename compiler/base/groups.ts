/** Lists by a key. */

/** Groups and their members are in the order of the list; `Map.groupBy` of newer platforms. */
export function groupBy<T, K>(list: Iterable<T>, keyOf: (one: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** The groups alone. */
export function gatherBy<T>(list: Iterable<T>, keyOf: (one: T) => unknown): [T, ...T[]][] {
  return [...groupBy(list, keyOf).values()];
}

/** Those whose key an earlier one has, each with the first one of that key. */
export function duplicatesBy<T, K>(things: Iterable<T>, keyOf: (thing: T) => K): (readonly [later: T, first: T])[] {
  return [...groupBy(things, keyOf).values()].flatMap(([first, ...later]) => later.map((one) => [one, first] as const));
}
