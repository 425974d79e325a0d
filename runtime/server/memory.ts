/** What is made at its first use, by whom it is for. */

/** The entry of a key, made where it has none. */
export function entryOf<Key, Value>(
  entries: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const entry = entries.get(key);
  if (entry !== undefined) return entry;
  const added = make();
  entries.set(key, added);
  return added;
}

/** Removes the entry that was added first where there are so many. */
export function forgetOldest<Key>(entries: Map<Key, unknown>, max: number): void {
  const [oldest] = entries.keys();
  if (entries.size >= max && oldest !== undefined) entries.delete(oldest);
}
