/** What reading YAML produces: plain values, or the places of every node. The reader is independent of both. */
import type { Json } from '@haft/runtime/language';

/** `N` is a value, or a node with its place. Offsets are of the text; `end` is behind the last character. */
export interface Build<N> {
  scalar(value: string | number | boolean | null, start: number, end: number): N;
  list(start: number): List<N>;
  map(start: number): MemberSet<N>;
  /** Another mention of an anchored node. */
  alias(target: N, start: number, end: number): N;
}

export interface List<N> {
  add(item: N): void;
  close(end: number): N;
}

export interface MemberSet<N> {
  has(key: string): boolean;
  add(key: string, keyStart: number, keyEnd: number, value: N): void;
  close(end: number): N;
}

/** Nodes that aliases may add to one document. */
export const MAX_ALIAS_NODES = 20_000;

/** `tooMany` is called when aliases would make the document many times as large. */
export function valueBuild(tooMany: () => never): Build<Json> {
  let copied = 0;
  const copy = (value: Json): Json => {
    copied += 1;
    if (copied > MAX_ALIAS_NODES) tooMany();
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(copy);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
  };
  return { scalar: (value) => value, list: startList, map: startMap, alias: copy };
}

function startList(): List<Json> {
  const list: Json[] = [];
  return { add: (item) => void list.push(item), close: () => list };
}

function startMap(): MemberSet<Json> {
  const map: Record<string, Json> = {};
  return {
    has: (key) => Object.hasOwn(map, key),
    add: (key, _start, _end, value) => {
      map[key] = value;
    },
    close: () => map,
  };
}
