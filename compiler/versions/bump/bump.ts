/** A released tool that was edited → its successor, and the released version back in its place, as edits of the specs. */
import type { CheckedSpec, ToolPart } from '../../check/model.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import { addDays } from '../../base/calendar.ts';
import type { Deprecation, ToolPlan } from '../../plan/model.ts';
import { references } from './references.ts';
import { releasedBehind } from './released-text.ts';
import { withReplaces } from './replaces.ts';
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
}

/** Every byte beside the edits stays; a sentence where the specs cannot be edited safely. `handler`: the file of the released function. */
export function bump(
  released: ToolPlan,
  spec: CheckedSpec,
  dates: BumpDates,
  reason: string,
  handler?: string,
): Bump | string {
  const part = spec.tools.find((tool) => tool.spec.name === released.name);
  if (!part) return `tool "${released.name}" is not in the current specs`;
  const successor = successorName(released.name);
  if (spec.names.tools.has(successor)) return `tool "${successor}" already exists`;
  const own = [part.edit({ kind: 'replace', path: ['name'], value: successor }), withReplaces(part, [released.name])];
  const deprecated = deprecation(successor, dates, reason);
  const behind = releasedBehind(released, part, deprecated, handler).map((edit) => complete([edit]));
  return alternatives(own, behind, {
    successor,
    others: references(released.name, successor, spec, [part]),
    part,
  });
}

/** A tool that took the place of released ones, which are deprecated: those that are gone come back, after a rename or a consolidation. */
export function renamed(
  released: readonly ToolPlan[],
  to: string,
  spec: CheckedSpec,
  dates: BumpDates,
  reason: string,
): Bump | string {
  const part = spec.tools.find((tool) => tool.spec.name === to);
  if (!part) return `tool "${to}" is not in the current specs`;
  const names = released.map(({ name }) => name);
  const deprecated = deprecation(to, dates, reason);
  const present = spec.tools.filter((tool) => names.includes(tool.spec.name));
  const marks = present.map((tool) => tool.edit({ kind: 'insert', path: [], key: 'deprecated', value: deprecated }));
  const gone = released.filter(({ name }) => !spec.names.tools.has(name));
  const copies = gone.map((tool) => releasedBehind(tool, part, deprecated));
  const behind = [0, 1].map((style) => complete(copies.map((copy) => copy[Math.min(style, copy.length - 1)])));
  return alternatives([withReplaces(part, names), ...marks], behind, {
    successor: to,
    others: names.flatMap((name) => references(name, to, spec, [part, ...present])),
    part,
  });
}

export function deprecation(use: string, { today, periodDays }: BumpDates, reason: string): Deprecation {
  return { since: today, use, remove_after: addDays(today, periodDays), reason };
}

interface Rest {
  readonly successor: string;
  readonly others: readonly TextEdit[];
  readonly part: ToolPart;
}

function alternatives(
  own: readonly (TextEdit | undefined)[],
  behind: readonly (readonly TextEdit[] | undefined)[],
  { successor, others, part }: Rest,
): Bump | string {
  const edits = complete(own);
  const found = behind.filter((one) => one !== undefined);
  if (!edits || found.length === 0)
    return `tool "${part.spec.name}" is written in a style that cannot be edited safely (use block style, one key per line)`;
  return {
    successor,
    references: others,
    alternatives: found.map((restored) => [...merged([...edits, ...restored]), ...others]),
  };
}

/** All edits, or nothing where one cannot be made. */
function complete(edits: readonly (TextEdit | undefined)[]): TextEdit[] | undefined {
  const all = edits.filter((edit) => edit !== undefined);
  return all.length < edits.length ? undefined : all;
}

/** Insertions at one place become one, in their order: the new key belongs to the tool above it. */
function merged(edits: readonly TextEdit[]): TextEdit[] {
  const byPlace = new Map<string, TextEdit>();
  for (const edit of edits) {
    const key = `${edit.start} ${edit.end}`;
    const earlier = byPlace.get(key);
    byPlace.set(key, earlier ? { ...earlier, text: earlier.text + edit.text } : edit);
  }
  return [...byPlace.values()];
}
