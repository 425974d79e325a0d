/** Memoization by object identity, which makes every module incremental (ADR 9). */

export function memoizeBy<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const cache = new WeakMap<K, V>();
  return (key) => {
    const entry = cache.get(key);
    if (entry !== undefined) return entry;
    const value = make(key);
    cache.set(key, value);
    return value;
  };
}

/** For two things, such as both sides of a comparison. */
export function memoizeByTwo<A extends object, B extends object, V>(make: (a: A, b: B) => V): (a: A, b: B) => V {
  const byFirst = memoizeBy((a: A) => memoizeBy((b: B) => make(a, b)));
  return (a, b) => byFirst(a)(b);
}

/**
 * For what is made of some features of a thing: an object, with which it is remembered, and others that have to be the
 * same as the last time.
 */
export function memoizeByParts<T, V>(
  featuresOf: (thing: T) => readonly [object, ...unknown[]],
  make: (thing: T) => V,
): (thing: T) => V {
  const cache = new WeakMap<object, { readonly features: readonly unknown[]; readonly value: V }>();
  return (thing) => {
    const features = featuresOf(thing);
    const before = cache.get(features[0]);
    if (before && isSameList(before.features, features)) return before.value;
    const value = make(thing);
    cache.set(features[0], { features, value });
    return value;
  };
}

/** For lists that remain the same object: the results of `make` for each of them, in one list. */
export function flatMapMemo<T, R>(make: (thing: T) => readonly R[]): (list: readonly T[]) => readonly R[] {
  return memoizeBy((list) => list.flatMap(make));
}

/** The same for those of a list that pass a test. */
export function filterMemo<T>(test: (thing: T) => boolean): (list: readonly T[]) => readonly T[] {
  return memoizeBy((list) => list.filter(test));
}

/** More than the texts of a project have; a watch that runs for days clears the cache now and then. */
const MAX_CHARACTERS = 8_000_000;

/** For things of which one text says everything that counts. */
export function memoizeByText<T, V>(textOf: (thing: T) => string, make: (thing: T) => V): (thing: T) => V {
  const cache = new Map<string, { readonly value: V }>();
  let characters = 0;
  return (thing) => {
    const key = textOf(thing);
    const entry = cache.get(key);
    if (entry) return entry.value;
    characters += key.length;
    if (characters > MAX_CHARACTERS) {
      cache.clear();
      characters = key.length;
    }
    const value = make(thing);
    cache.set(key, { value });
    return value;
  };
}

/** For words: the few that a text is made of come again and again. */
export function memoizeText<V, K extends string = string>(make: (key: K) => V): (key: K) => V {
  return memoizeByText((key: K) => key, make);
}

/** Whether two lists hold the very same things. */
export function isSameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}
