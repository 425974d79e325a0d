/** Things with names in two Plans → each with its counterpart; a rename is recognized by what is nearly the same. */
import { compareText } from '../base/diagnostic.ts';
import type { ToolPlan } from '../plan/model.ts';
import { type HasSource, sameSources, sourceKey } from '../plan/source-identity.ts';
import type { HasName, Pair, RenamedPair, Renaming } from './change.ts';

export function byName<T extends HasName>(before: readonly T[], after: readonly T[]): Pair<T>[] {
  return pairsBy(before, after, ({ name }) => name);
}

/** In the order of their keys, of which no list has one twice. */
export function pairsBy<T>(before: readonly T[] = [], after: readonly T[] = [], keyOf: (one: T) => string): Pair<T>[] {
  const keys = [...new Set([...before, ...after].map(keyOf))].sort(compareText);
  const [old, now] = [before, after].map((list) => new Map(list.map((one) => [keyOf(one), one])));
  return keys.map((key) => ({ before: old?.get(key), after: now?.get(key) }));
}

/** When two things with different names are one that was renamed. */
export interface Sameness<T> {
  /** Must be identical; undefined where it proves nothing. */
  readonly form: (one: T) => string | undefined;
  /** Each has to be nearly the same. */
  readonly words: (one: T) => readonly Bag[];
  /** From here on words are nearly the same; 0.75 where absent. */
  readonly near?: number;
  /** Where it was imported from, by which it is recognized before any likeness. */
  readonly sources?: Parameters<typeof sameSources<T, T>>[2];
  /** Whether two are known to be different things, however alike. */
  readonly areApart?: (before: T, after: T) => boolean;
}

/** Beyond this words are nearly the same. */
const NEAR = 0.75;

/** What was removed and added from one source, then the most alike of the rest, each once. */
export function withRenames<T extends HasName>(pairs: readonly Pair<T>[], sameness: Sameness<T>): RenamedPair<T>[] {
  const sides = new Set<T>();
  const renames: RenamedPair<T>[] = [];
  for (const { before, after, renamed } of [...fromOneSource(pairs, sameness), ...candidates(pairs, sameness)]) {
    if (sides.has(before) || sides.has(after)) continue;
    sides.add(before).add(after);
    renames.push({ before, after, renamed });
  }
  const rest = pairs.filter(({ before, after }) => !((before && sides.has(before)) || (after && sides.has(after))));
  return [...rest.map((pair) => ({ ...pair, renamed: false as const })), ...renames];
}

function addedIn<T>(pairs: readonly Pair<T>[]): T[] {
  return pairs.flatMap(({ before, after }) => (after && !before ? [after] : []));
}

function removedIn<T>(pairs: readonly Pair<T>[]): T[] {
  return pairs.flatMap(({ before, after }) => (before && !after ? [before] : []));
}

interface Candidate<T> {
  readonly before: T;
  readonly after: T;
  readonly renamed: Exclude<Renaming, false>;
}

function fromOneSource<T>(pairs: readonly Pair<T>[], { sources }: Sameness<T>): Candidate<T>[] {
  const same = sources ? sameSources(removedIn(pairs), addedIn(pairs), sources) : [];
  return same.map(([before, after]) => ({ before, after, renamed: 'source' }));
}

/** The most alike first. Only what has the same form is compared word by word. */
function candidates<T>(
  pairs: readonly Pair<T>[],
  { form, words, near: least = NEAR, areApart = () => false }: Sameness<T>,
): Candidate<T>[] {
  const [added, removed] = [addedIn(pairs), removedIn(pairs)];
  if (added.length === 0 || removed.length === 0) return [];
  const byForm = new Map<string, { readonly after: T; readonly bags: readonly Bag[] }[]>();
  for (const after of added) {
    const key = form(after);
    if (key !== undefined) byForm.set(key, [...(byForm.get(key) ?? []), { after, bags: words(after) }]);
  }
  const scored = removed.flatMap((before) => {
    const others = (byForm.get(form(before) ?? '') ?? []).filter(({ after }) => !areApart(before, after));
    const own = others.length === 0 ? [] : words(before);
    return others.map(({ after, bags }) => ({ before, after, score: nearness(own, bags) }));
  });
  const near = scored.filter(({ score }) => score >= least).sort((a, b) => b.score - a.score);
  return near.map(({ before, after }) => ({ before, after, renamed: 'likeness' }));
}

/** That of the least alike words. */
function nearness(left: readonly Bag[], right: readonly Bag[]): number {
  return Math.min(1, ...left.map((bag, index) => bagLikeness(bag, right[index] ?? [])));
}

/** Where a tool was imported from, by which it is recognized under another name. */
export function sourceOf({ from }: ToolPlan): HasSource | undefined {
  return from === undefined ? undefined : { from };
}

/** A contract of an older Haft has no sources: there it is what the tool calls, which an import takes from its source. */
export function releasedSource(tool: ToolPlan): HasSource | undefined {
  const { behavior } = tool;
  if (tool.from !== undefined) return sourceOf(tool);
  if (behavior.kind === 'http') return { from: sourceKey(`${behavior.method} ${behavior.path}`) };
  return behavior.kind === 'mcp' ? { from: `mcp:${behavior.tool}` } : undefined;
}

/** Undefined where one of them was not imported, as far as is known. */
export function areOfOneSource(released: ToolPlan, now: ToolPlan): boolean | undefined {
  const [old, current] = [releasedSource(released), sourceOf(now)];
  if (old && current && sourceKey(old.from) === sourceKey(current.from)) return true;
  return released.from === undefined || current === undefined ? undefined : false;
}

/** The sorted words of a text with duplicates, computed once for a text that is compared with many. */
type Bag = readonly string[];

/** The similarity of two texts, by words. */
export function bagOf(text: string): Bag {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).sort(compareText);
}

/** From 0 (no word in common) to 1 (the same words); the Dice coefficient of their words. */
export function likeness(a: string, b: string): number {
  return bagLikeness(bagOf(a), bagOf(b));
}

function bagLikeness(left: Bag, right: Bag): number {
  const all = left.length + right.length;
  if (all === 0) return 1;
  let [common, l, r] = [0, 0, 0];
  while (l < left.length && r < right.length) {
    const [a = '', b = ''] = [left[l], right[r]];
    if (a === b) common += 1;
    if (a <= b) l += 1;
    if (b <= a) r += 1;
  }
  return (2 * common) / all;
}
