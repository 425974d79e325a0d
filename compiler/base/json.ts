/** Whether two values are the same JSON; the order of members counts. */

export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return Array.isArray(a) === Array.isArray(b) && haveSameMembers(a, b, NONE);
}

const NONE: ReadonlySet<string> = new Set();

/** In the same order; a member that is undefined counts as absent. */
export function haveSameMembers(a: object, b: object, ignored: ReadonlySet<string>): boolean {
  const others = Object.keys(b).values();
  for (const key of Object.keys(a)) {
    const value: unknown = Reflect.get(a, key);
    if (value === undefined || ignored.has(key)) continue;
    if (nextMember(others, b, ignored) !== key || !isEqual(value, Reflect.get(b, key))) return false;
  }
  return nextMember(others, b, ignored) === undefined;
}

function nextMember(keys: Iterator<string>, of: object, ignored: ReadonlySet<string>): string | undefined {
  for (let next = keys.next(); !next.done; next = keys.next())
    if (!ignored.has(next.value) && Reflect.get(of, next.value) !== undefined) return next.value;
  return undefined;
}

/** The members of a record whose keys are known, by name. */
export function entriesOf<K extends string, V>(record: Readonly<Record<K, V>>): readonly (readonly [K, V])[] {
  const all: (readonly [K, V])[] = [];
  for (const key in record) if (Object.hasOwn(record, key)) all.push([key, record[key]]);
  return all;
}

/** Only the members that have a value: with exact optional properties an absent one must not be undefined. */
export function withoutUndefined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const own = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(own) as { [K in keyof T]?: Exclude<T[K], undefined> };
}
