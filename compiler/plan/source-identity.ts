/** Which parts of two versions of one source are the same: by place, by request without names of parameters, by operation. */
import { groupBy } from '../base/groups.ts';

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
    const nameOf = (source: HasSource | undefined): string | undefined => source && key(source);
    const mine = groupBy(old, (one) => nameOf(sourceOf.before(one)));
    const others = groupBy(now, (one) => nameOf(sourceOf.after(one)));
    for (const [name, [one, ...twins]] of mine) {
      const [other, ...otherTwins] = others.get(name) ?? [];
      if (name === undefined || other === undefined || twins.length + otherTwins.length > 0) continue;
      pairs.push([one, other]);
      old.delete(one);
      now.delete(other);
    }
  }
  return pairs;
}
