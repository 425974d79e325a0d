/** Things by what they have in common. */

/** In their order, and the groups in that of their first things; `Map.groupBy` of later Node. */
export function groupBy<T, K>(things: Iterable<T>, keyOf: (thing: T) => K): Map<K, [T, ...T[]]> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const thing of things) {
    const key = keyOf(thing);
    const group = groups.get(key);
    if (group) group.push(thing);
    else groups.set(key, [thing]);
  }
  return groups;
}

/** Those whose key an earlier one has, each with the first one of that key. */
export function duplicatesBy<T, K>(things: Iterable<T>, keyOf: (thing: T) => K): (readonly [later: T, first: T])[] {
  return [...groupBy(things, keyOf).values()].flatMap(([first, ...later]) => later.map((one) => [one, first] as const));
}
