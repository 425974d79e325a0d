/** Detectors that most kinds of change use: added, removed, changed. */
import { type Json, sameJson } from '@haft/runtime/language';
import type { Detect, ChangeFacts, HasName, Pair, RenamedPair } from '../change.ts';

export type ReportChange = (what: ChangeFacts) => void;

/** Reports both values of a part where both Plans have the thing and the values differ. */
export function reportChanged<T>(
  pair: Pair<T> | undefined,
  report: ReportChange,
  path: readonly (string | number)[],
  part: (one: T) => unknown,
): void {
  if (pair?.before === undefined || pair.after === undefined) return;
  const [before, after] = [part(pair.before), part(pair.after)];
  if (!sameJson(before, after)) report({ path, before: json(before), after: json(after) });
}

/** As `changed`, for a member of the thing. */
export function memberChanged<K extends string>(key: K): Detect<Pair<{ readonly [P in K]?: unknown }>> {
  return (pair, report) => reportChanged(pair, report, [key], (one) => one[key]);
}

/** A member that only the later thing has, or only the earlier one. */
export function memberMoved<K extends string>(
  how: MoveDirection,
  key: K,
): Detect<Pair<{ readonly [P in K]?: unknown }>> {
  return ({ before, after }, report) => {
    const [one, other] = how === 'added' ? [after, before] : [before, after];
    if (one?.[key] !== undefined && other && other[key] === undefined) report(movedFacts(how, [key], json(one[key])));
  };
}

/** A thing that only the later Plan has. */
export function reportAdded({ before, after }: Pair<HasName>, report: ReportChange): void {
  if (!before && after) report({ after: after.name });
}

/** A thing that only the earlier Plan has. */
export function reportRemoved({ before, after }: Pair<HasName>, report: ReportChange): void {
  if (before && !after) report({ before: before.name });
}

/** The same thing under another name. */
export function reportRenamed({ before, after, renamed }: RenamedPair<HasName>, report: ReportChange): void {
  if (renamed) report({ before: before?.name, after: after?.name });
}

/** As `changed`, for an object: of what it holds only the members that differ. */
export function membersChanged<T>(
  pair: Pair<T>,
  report: ReportChange,
  path: readonly string[],
  part: (one: T) => object | undefined,
): void {
  if (pair.before === undefined || pair.after === undefined) return;
  const parts = differing(part(pair.before) ?? {}, part(pair.after) ?? {});
  if (parts) report({ path, ...parts });
}

/** The members of two objects that are not the same in both. */
export function differing(
  before: object,
  after: object,
): { before: Json | undefined; after: Json | undefined } | undefined {
  const [old, now] = [
    new Map<string, unknown>(Object.entries(before)),
    new Map<string, unknown>(Object.entries(after)),
  ];
  const names = [...new Set([...old.keys(), ...now.keys()])].filter((name) => !sameJson(old.get(name), now.get(name)));
  return names.length === 0 ? undefined : { before: pick(old, names), after: pick(now, names) };
}

function pick(members: ReadonlyMap<string, unknown>, names: readonly string[]): Json | undefined {
  const own = names.filter((name) => members.has(name));
  return own.length === 0 ? undefined : Object.fromEntries(own.map((name) => [name, json(members.get(name))]));
}

/** Whether only the later Plan has a part, or only the earlier one. */
export type MoveDirection = 'added' | 'removed';

export function movedFacts(how: MoveDirection, path: readonly (string | number)[], value: Json): ChangeFacts {
  return how === 'added' ? { path, after: value } : { path, before: value };
}

/** An empty list is nothing to show. */
export function someOf(list: readonly string[]): readonly string[] | undefined {
  return list.length === 0 ? undefined : list;
}

/** A Plan is JSON throughout, which its interfaces cannot express. */
export function json(part: unknown): Json {
  return part as Json;
}

/** Of each limit that has moved in this direction, the values before and after; one that is absent limits nothing. */
export function limitsMoved(direction: 'tightened' | 'loosened'): Detect<Pair<{ readonly limits?: object }>> {
  return ({ before, after }, report) => {
    if (!before || !after) return;
    const [old, now] = [before, after].map(({ limits = {} }) => new Map<string, number>(Object.entries(limits)));
    for (const name of new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])) {
      const change = (now?.get(name) ?? Infinity) - (old?.get(name) ?? Infinity);
      if (direction === 'tightened' ? change < 0 : change > 0)
        report({ path: ['limits', name], before: old?.get(name), after: now?.get(name) });
    }
  };
}
