/** Reads values out of the files of hosts. */

/** The member below the keys; undefined where there is none. Own members only: an entry may be named "constructor". */
export function memberBelow(value: unknown, ...keys: readonly string[]): unknown {
  let inner = value;
  for (const key of keys) {
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, key)) return undefined;
    inner = Reflect.get(inner, key);
  }
  return inner;
}

/** Whether the value is a list with this item. */
export function lists(value: unknown, item: string): boolean {
  return Array.isArray(value) && value.includes(item);
}
