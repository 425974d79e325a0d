/** Which parts of two versions of one source are the same: by place, by request without names of parameters, by operation. */

/** Something that was imported. */
export interface HasSource {
  /** Its place in the source: `GET /pets/{id}`, `mcp:list_issues`, the path of a skill. */
  readonly from: string;
  /** The `operationId` of OpenAPI, where it is known. */
  readonly operation?: string | undefined;
}

/** The same for two requests that differ only in the names of the parameters in their paths. */
export function sourceKey(from: string): string {
  return from.replaceAll(/\{[^{}]*\}/g, '{}');
}

/** From the most certain on; a later one only joins what no earlier one did. */
const KEYS: readonly ((one: HasSource) => string | undefined)[] = [
  ({ from }) => from,
  ({ from }) => sourceKey(from),
  ({ operation }) => operation,
];

/** Each at most once. A key that several of one side have identifies none of them. */
export function sameSources<A, B>(
  before: readonly A[],
  after: readonly B[],
  sourceOf: { readonly before: (one: A) => HasSource | undefined; readonly after: (one: B) => HasSource | undefined },
): (readonly [A, B])[] {
  const pairs: (readonly [A, B])[] = [];
  const [old, now] = [new Set(before), new Set(after)];
  for (const key of KEYS) {
    const [mine, others] = [byKey(old, sourceOf.before, key), byKey(now, sourceOf.after, key)];
    for (const [name, [one, ...twins]] of mine) {
      const [other, ...otherTwins] = others.get(name) ?? [];
      if (one === undefined || other === undefined || twins.length + otherTwins.length > 0) continue;
      pairs.push([one, other]);
      old.delete(one);
      now.delete(other);
    }
  }
  return pairs;
}

function byKey<T>(
  all: Iterable<T>,
  sourceOf: (one: T) => HasSource | undefined,
  key: (one: HasSource) => string | undefined,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const source = sourceOf(one);
    const name = source && key(source);
    if (name !== undefined) groups.set(name, [...(groups.get(name) ?? []), one]);
  }
  return groups;
}
