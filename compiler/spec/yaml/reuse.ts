/** Successive texts of the same file: members and items of lists with equal values become the same objects (ADR 9). */
import type { SourceFile } from '../../base/diagnostic.ts';
import { isEqual } from '../../base/json.ts';
import { type Json, isObject, ownMember } from '@haft/runtime/language';
import type { SpecDocument } from './spec.ts';

const earlier = new WeakMap<SourceFile, SourceFile>();

/** Records the previous text of a file. */
export function linkPrevious(source: SourceFile, before: SourceFile): void {
  earlier.set(source, before);
}

/** Returned only once, so that older texts can be garbage-collected. */
export function takePrevious(source: SourceFile): SourceFile | undefined {
  const before = earlier.get(source);
  earlier.delete(source);
  return before;
}

/** `now`: just read, and no one else's yet. */
export function reuseEqualItems(
  now: readonly SpecDocument[],
  before: readonly SpecDocument[],
): readonly SpecDocument[] {
  return now.map((document, index) => ({ ...document, value: reuseEqual(document.value, before[index]?.value) }));
}

function reuseEqual(now: Json, before: Json | undefined): Json {
  if (before !== undefined && isEqual(now, before)) return before;
  if (!isObject(now) || !isObject(before)) return now;
  for (const [key, value] of Object.entries(now)) {
    const old = ownMember(before, key);
    if (isEqual(value, old)) Reflect.set(now, key, old);
    else if (Array.isArray(value) && Array.isArray(old)) keepEqual(value, old);
  }
  return now;
}

/** From both ends, so that none of them is taken twice. An item that is written as before is that object already. */
function keepEqual(now: unknown[], before: readonly unknown[]): void {
  const present = new Set(now);
  const most = Math.min(now.length, before.length);
  const keep = (at: number, old: unknown): boolean => {
    if (!isEqual(now[at], old)) return false;
    if (!present.has(old)) now[at] = old;
    return true;
  };
  let start = 0;
  while (start < most && keep(start, before[start])) start += 1;
  for (let end = 1; end <= most - start && keep(now.length - end, before.at(-end)); end += 1);
}
