/** A released tool that was edited → its successor, and the released version back in its place, as edits of the specs. */
import type { CheckedSpec, ToolPart } from '../../check/model.ts';
import { type ToolId, qualifiedName, referenceOf } from '../../check/tool-names.ts';
import { idOf, partOfTool, serversNear } from '../../check/analysis/names/tool-references.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import { addDays } from '../../base/calendar.ts';
import type { Adapter } from '@haft/runtime/language';
import type { Deprecation, ToolPlan } from '../../plan/model.ts';
import { type PlannedTool, plannedId } from '../../plan/named-tools.ts';
import { type AuthoredTool, releasedBehind } from './released-text.ts';
import { type References, references } from './references.ts';
import { successorName } from '../successor-name.ts';

interface BumpDates {
  /** YYYY-MM-DD */
  readonly today: string;
  readonly periodDays: number;
}

export interface Bump {
  readonly successor: string;
  /** In order of preference, each with all edits: the first one that brings the released version back is right. */
  readonly alternatives: readonly (readonly TextEdit[])[];
  /** The edits in all alternatives that make other parts of the specs name the successor. */
  readonly references: readonly TextEdit[];
  /** What stays with the released version, in sentences. */
  readonly notes: readonly string[];
}

/** How the released version stays: with its function in this file, or as an adapter, and otherwise as a copy. */
interface Predecessor {
  readonly handler?: string | undefined;
  readonly adapter?: Adapter | undefined;
  /** Where git has the author's text of the release. */
  readonly authored?: AuthoredTool | undefined;
}

/** Every byte beside the edits stays; a sentence where the specs cannot be edited safely. */
export function bump(
  of: PlannedTool,
  spec: CheckedSpec,
  dates: BumpDates,
  reason: string,
  { handler, adapter, authored }: Predecessor = {},
): Bump | string {
  const { tool: released } = of;
  const part = partOfTool(spec, plannedId(of));
  if (!part) return `tool "${released.name}" is not in the current specs`;
  const successor = successorName(released.name);
  if (spec.names.tools.plain(serversNear(part)).includes(successor)) return `tool "${successor}" already exists`;
  const own = [part.edit({ kind: 'replace', path: ['name'], value: successor }), withReplaces(part, [released.name])];
  const deprecated = deprecation(successor, dates, reason);
  const predecessor = { released: through(released, successor, adapter), authored };
  const behind = releasedBehind(predecessor, part, deprecated, handler).map((edit) => complete([edit]));
  return alternatives(own, behind, {
    successor,
    others: [references(of, { ...idOf(part), tool: successor }, spec, [part])],
    part,
  });
}

/** A tool that took the place of released ones, which are deprecated: those that are gone come back, after a rename or a consolidation. */
export function toolInPlaceOf(
  released: readonly PlannedTool[],
  to: ToolId,
  spec: CheckedSpec,
  dates: BumpDates,
  reason: string,
  predecessorOf: (tool: PlannedTool) => Predecessor = () => ({}),
): Bump | string {
  const part = partOfTool(spec, to);
  if (!part) return `tool "${to.tool}" is not in the current specs`;
  const olds = released.map((old) => ({ ...old, now: partOfTool(spec, plannedId(old)) }));
  const use = (from: string | undefined): string => (from === to.server ? to.tool : spec.names.tools.reference(to));
  const names = olds.map((old) => (old.server.name === to.server ? old.tool.name : qualifiedName(plannedId(old))));
  const present = olds.flatMap(({ now }) => now ?? []);
  const marks = present.map((tool) => {
    const value = deprecation(use(tool.server?.spec.name), dates, reason);
    return tool.edit({ kind: 'insert', path: [], key: 'deprecated', value });
  });
  // They come back behind their successor, in its server.
  const missing = olds.filter(({ now }) => !now);
  const copies = missing.map((old) => {
    const { adapter, authored } = predecessorOf(old);
    const text = { released: through(old.tool, to.tool, adapter), authored };
    return releasedBehind(text, part, deprecation(to.tool, dates, reason));
  });
  const behind = [0, 1, 2].map((style) => complete(copies.map((copy) => copy[style])));
  return alternatives([withReplaces(part, names), ...marks], behind, {
    successor: to.tool,
    others: olds.map((old) => references(old, to, spec, [part, ...present])),
    part,
  });
}

/** A released tool whose calls go through another one. */
function through(released: ToolPlan, tool: string, adapter: Adapter | undefined): ToolPlan {
  return adapter ? { ...released, behavior: { kind: 'via', tool, ...adapter } } : released;
}

export function deprecation(use: string, { today, periodDays }: BumpDates, reason: string): Deprecation {
  return { since: today, use: referenceOf(use), remove_after: addDays(today, periodDays), reason };
}

interface Rest {
  readonly successor: string;
  readonly others: readonly References[];
  readonly part: ToolPart;
}

function alternatives(
  own: readonly (TextEdit | undefined)[],
  behind: readonly (readonly TextEdit[] | undefined)[],
  { successor, others, part }: Rest,
): Bump | string {
  const edits = complete(own);
  const variants = behind.filter((one) => one !== undefined);
  if (!edits || variants.length === 0)
    return `tool "${part.spec.name}" is written in a style that cannot be edited safely (use block style, one key per line)`;
  const named = others.flatMap((one) => one.edits);
  return {
    successor,
    references: named,
    notes: others.flatMap((one) => one.notes),
    alternatives: variants.map((restored) => [...mergeInsertions([...edits, ...restored]), ...named]),
  };
}

/** All edits, or undefined if one of them is impossible. */
function complete(edits: readonly (TextEdit | undefined)[]): TextEdit[] | undefined {
  const all = edits.filter((edit) => edit !== undefined);
  return all.length < edits.length ? undefined : all;
}

/** Insertions at one place become one, in their order: the new key belongs to the tool above it. */
function mergeInsertions(edits: readonly TextEdit[]): TextEdit[] {
  const byPlace = new Map<string, TextEdit>();
  for (const edit of edits) {
    const key = `${edit.start} ${edit.end}`;
    const earlier = byPlace.get(key);
    byPlace.set(key, earlier ? { ...earlier, text: earlier.text + edit.text } : edit);
  }
  return [...byPlace.values()];
}

/** A successor of a successor replaces only that one; a tool that takes over more tools replaces all of them. */
function withReplaces({ spec, edit }: ToolPart, names: readonly string[]): TextEdit | undefined {
  const value = names.length === 1 ? names[0] : names;
  if (spec.replaces === undefined) return edit({ kind: 'insert', path: [], key: 'replaces', value });
  const target = { ...spec, replaces: value };
  return typeof spec.replaces === 'string' && typeof value === 'string'
    ? edit({ kind: 'replace', path: ['replaces'], value })
    : edit({ kind: 'rewrite', path: [], target, changed: [['replaces']] });
}
