/** Builds plain JSON values. What an alias repeats is a copy, as if it were written out. */
import type { Build, List, MemberSet } from './build.ts';
import { MAX_ALIAS_NODES } from './build.ts';

/** `tooMany` is called when aliases would make the document many times as large. */
export function valueBuild(tooMany: () => never): Build<unknown> {
  let copied = 0;
  const copy = (value: unknown): unknown => {
    copied += 1;
    if (copied > MAX_ALIAS_NODES) tooMany();
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
  };
  return { scalar: (value) => value, list: startList, map: startMap, alias: copy };
}

function startList(): List<unknown> {
  const list: unknown[] = [];
  return { add: (item) => void list.push(item), close: () => list };
}

function startMap(): MemberSet<unknown> {
  const map: Record<string, unknown> = {};
  return {
    has: (key) => Object.hasOwn(map, key),
    add: (key, _start, _end, value) => {
      map[key] = value;
    },
    close: () => map,
  };
}
