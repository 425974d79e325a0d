/** Values in JSON by path, and their three-way merge, leaf by leaf: what the source changed and the author did not is taken, the author's edits always stay. */
import { isObject, type Json, type JsonObject, ownMember, sameJson } from '@haft/runtime/language';
import type { NodePath } from '../../spec/yaml/spec.ts';

interface Merged {
  /** Undefined where both sides removed the value. */
  readonly value: Json | undefined;
  /** Where the merged value is not that of the author; leaves, or values that are new or gone. */
  readonly taken: readonly NodePath[];
  /** Where both sides changed the value, differently; the author's stays. */
  readonly conflicts: readonly MergeConflict[];
}

export interface MergeConflict {
  readonly path: NodePath;
  /** Undefined where that side removed the value. */
  readonly ours: Json | undefined;
  readonly theirs: Json | undefined;
}

/** The three versions of a value; undefined where a version has none. */
interface Sides {
  readonly base: Json | undefined;
  /** The author's. */
  readonly ours: Json | undefined;
  /** The source's, as it is imported now. */
  readonly theirs: Json | undefined;
}

/** Lists whose order says nothing: each side's additions and removals count one by one. */
const SETS: ReadonlySet<string | number> = new Set(['enum', 'required', 'examples']);

export function merge(sides: Sides, path: NodePath = []): Merged {
  const { base, ours, theirs } = sides;
  if (isSame(theirs, base) || isSame(ours, theirs)) return keepOurs(ours);
  if (isObject(ours) && isObject(theirs)) return mergeMembers(sides, path);
  if (isSame(ours, base)) return takeTheirs(theirs, path);
  if (Array.isArray(ours) && Array.isArray(theirs) && SETS.has(path.at(-1) ?? '')) {
    const value = mergeSets(Array.isArray(base) ? base : [], ours, theirs);
    return isSame(value, ours) ? keepOurs(ours) : takeTheirs(value, path);
  }
  return { value: ours, taken: [], conflicts: [{ path, ours, theirs }] };
}

function keepOurs(value: Json | undefined): Merged {
  return { value, taken: [], conflicts: [] };
}

function takeTheirs(value: Json | undefined, path: NodePath): Merged {
  return { value, taken: [path], conflicts: [] };
}

function mergeMembers({ base, ours, theirs }: Sides, path: NodePath): Merged {
  const [before, own, other] = [membersOf(base), membersOf(ours), membersOf(theirs)];
  const parts = inBothOrders(Object.keys(own), Object.keys(other)).map((key) => {
    const sides = { base: ownMember(before, key), ours: ownMember(own, key), theirs: ownMember(other, key) };
    return { key, merged: merge(sides, [...path, key]) };
  });
  const members = parts.flatMap(({ key, merged: { value } }) => (value === undefined ? [] : [[key, value] as const]));
  return {
    value: Object.fromEntries(members),
    taken: parts.flatMap(({ merged }) => merged.taken),
    conflicts: parts.flatMap(({ merged }) => merged.conflicts),
  };
}

/** The author's order; keys that only the source has stand behind the one that they follow there. */
function inBothOrders(own: readonly string[], other: readonly string[]): string[] {
  const ownKeys = new Set(own);
  const leading: string[] = [];
  const behind = new Map<string, string[]>();
  let place = leading;
  for (const key of other) {
    if (ownKeys.has(key)) behind.set(key, (place = []));
    else place.push(key);
  }
  return [...leading, ...own.flatMap((key) => [key, ...(behind.get(key) ?? [])])];
}

/** The author's list without what the source removed, and with what it added at the end. */
function mergeSets(base: readonly Json[], ours: readonly Json[], theirs: readonly Json[]): Json[] {
  const has = (list: readonly Json[], item: Json): boolean => list.some((one) => sameJson(one, item));
  const remaining = ours.filter((item) => has(theirs, item) || !has(base, item));
  return [...remaining, ...theirs.filter((item) => !has(ours, item) && !has(base, item))];
}

export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameJson(a, b);
}

export function membersOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** Undefined where there is none. */
export function valueAt(value: Json | undefined, path: NodePath): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isObject(inner) ? ownMember(inner, String(key)) : undefined;
  }, value);
}

/** Undefined removes a member of a map; the others keep their order, and new ones are the last. */
export function withAt(value: JsonObject, [key, ...rest]: NodePath, now: Json | undefined): JsonObject {
  if (key === undefined || (now === undefined && valueAt(value, [key, ...rest]) === undefined)) return value;
  const members = Object.entries(value);
  const all = members.some(([name]) => name === key) ? members : [...members, [String(key), {}] as const];
  const entries = all.flatMap(([name, member]): [string, Json][] => {
    const inner = name === key ? replacedAt(member, rest, now) : member;
    return inner === undefined ? [] : [[name, inner]];
  });
  return Object.fromEntries(entries);
}

/** The same in a list as well, whose items stay as many. */
export function replacedAt(value: Json | undefined, [key, ...rest]: NodePath, now: Json | undefined): Json | undefined {
  if (key === undefined) return now;
  if (!Array.isArray(value)) return withAt(membersOf(value), [key, ...rest], now);
  return value.map((item: Json, at) => (at === key ? (replacedAt(item, rest, now) ?? item) : item));
}
