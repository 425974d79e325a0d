/** A released tool that was edited → its successor, and the released version back in its place, as edits of the specs. */
import type { CheckedSpec, ToolPart, SkillPart } from '../../check/model.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import { addDays } from '../../base/calendar.ts';
import type { Deprecation, ToolPlan } from '../../plan/model.ts';
import { releasedBehind } from './released-text.ts';
import { successorName } from '../successor-name.ts';
import type { NodePath } from '../../spec/yaml/spec.ts';

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

/** `instead` of other tools, and steps, evals, lists and texts of skills: the purpose is the same. */
function references(name: string, successor: string, spec: CheckedSpec, own: readonly ToolPart[]): TextEdit[] {
  const tools = spec.tools.filter((tool) => !own.includes(tool));
  return [
    ...tools.flatMap((tool) => insteadOf(tool, name, successor)),
    ...tools.flatMap((tool) => evalsOf(tool, name, successor)),
    ...spec.skills.flatMap((skill) => inSkill(skill, name, successor, spec)),
  ];
}

function insteadOf(tool: ToolPart, name: string, successor: string): TextEdit[] {
  const uses = [...(tool.spec.description.instead ?? []).entries()].filter(([, { use }]) => use === name);
  return uses.flatMap(
    ([index]) => tool.edit({ kind: 'replace', path: ['description', 'instead', index, 'use'], value: successor }) ?? [],
  );
}

/** Tools that cases of other tools expect, or rule out. */
function evalsOf({ spec, edit }: ToolPart, name: string, successor: string): TextEdit[] {
  return (spec.evals ?? []).flatMap(({ expect, never = [], after = [] }, index) => {
    const at = ['evals', index];
    const named: readonly (readonly [NodePath, string | undefined])[] = [
      ...(typeof expect === 'object'
        ? expect.any_of.map((tool, step) => [[...at, 'expect', 'any_of', step], tool] as const)
        : [[[...at, 'expect'], expect] as const]),
      ...never.map((tool, step) => [[...at, 'never', step], tool] as const),
      ...after.map(({ call }, step) => [[...at, 'after', step, 'call'], call] as const),
    ];
    return named.flatMap(([path, tool]) => {
      return tool === name ? (edit({ kind: 'replace', path, value: successor }) ?? []) : [];
    });
  });
}

function inSkill(skill: SkillPart, name: string, successor: string, spec: CheckedSpec): TextEdit[] {
  const { steps, never, references: files = [], allowed_tools: allowed = [], evals = [] } = skill.spec;
  const { not_for: notFor = [] } = skill.spec.description;
  const lists: readonly (readonly [NodePath, readonly unknown[]])[] = [
    [['steps'], steps],
    [['never'], never],
    [['allowed_tools'], allowed],
    ...evals.map(({ expected_behavior: list = [] }, index) => [['evals', index, 'expected_behavior'], list] as const),
  ];
  const paths: readonly NodePath[] = [
    ['context'],
    ...(skill.spec.example === undefined ? [] : [['example']]),
    ...lists.flatMap(([path, list]) => list.map((_item, index) => [...path, index])),
    ...notFor.map((_case, index) => ['description', 'not_for', index, 'use']),
    ...files.map((_file, index) => ['references', index, 'when']),
  ];
  const text = spec.spec.sources.find(({ path }) => path === skill.file)?.text ?? '';
  return paths.flatMap((path) => mentions(skill, path, text, name, successor));
}

/** The offsets of a name in the file; a name inside a longer one does not count. */
function mentions(skill: SkillPart, path: NodePath, text: string, name: string, successor: string): TextEdit[] {
  const { file, start, end } = skill.at(path);
  const found = text.slice(start, end).matchAll(new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'g'));
  return [...found].map(({ index }) => {
    return { file, start: start + index, end: start + index + name.length, text: successor };
  });
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
