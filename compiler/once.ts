/** Work that is done once for what has not changed: the way in which every room is incremental (ADR 9). */

export function oncePer<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** More than a project has; whoever watches for days starts afresh now and then. */
const MOST_WORDS = 50_000;

/** For words: the few that a text is made of come again and again. */
export function remembering<V>(make: (key: string) => V): (key: string) => V {
  const made = new Map<string, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    if (made.size >= MOST_WORDS) made.clear();
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

/** Whether two lists hold the very same things. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
