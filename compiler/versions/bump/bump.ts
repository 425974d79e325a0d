/** A released tool that was edited → its successor, and the released version back in its place, as edits of the specs. */
import { specAt } from '../../spec/shape/place.ts';
import type { CheckedSpec, ToolPart, SkillPart } from '../../check/model.ts';
import { type ToolId, qualifiedName, referenceOf } from '../../check/tool-names.ts';
import { idOf, partOfTool, serversNear } from '../../check/analysis/names/tool-references.ts';
import type { TextEdit } from '../../base/diagnostic.ts';
import { addDays } from '../../base/calendar.ts';
import type { Adapter } from '@haft/runtime/language';
import type { Deprecation, ToolPlan } from '../../plan/model.ts';
import { type PlannedTool, plannedId } from '../../plan/named-tools.ts';
import { type AuthoredTool, releasedBehind } from './released-text.ts';
import { successorName } from '../successor-name.ts';
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';
import type { Config } from '../../check/documents/config.ts';
import { namesInCase } from '../../check/documents/eval.ts';

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
    others: references(idOf(part), { ...idOf(part), tool: successor }, spec, [part]),
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
    others: olds.flatMap((old) => references(plannedId(old), to, spec, [part, ...present])),
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
  readonly others: readonly TextEdit[];
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
  return {
    successor,
    references: others,
    alternatives: variants.map((restored) => [...mergeInsertions([...edits, ...restored]), ...others]),
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

/** `instead` of other tools, and steps, evals, lists and texts of skills: the purpose is the same. */
function references(old: ToolId, now: ToolId, spec: CheckedSpec, own: readonly ToolPart[]): TextEdit[] {
  const tools = spec.tools.filter((tool) => !own.includes(tool));
  return [
    ...tools.flatMap((tool) => {
      const renamed = renaming(old, now, spec, serversNear(tool));
      return [
        ...insteadOf(tool, renamed),
        ...deprecatedFor(tool, renamed),
        ...casesNaming(tool.spec.evals, ['evals'], renamed, tool),
      ];
    }),
    ...spec.skills.flatMap((skill) => inSkill(skill, renaming(old, now, spec, skill.spec.servers), spec)),
  ];
}

/** What to write for a name now; nothing for one that means another tool. */
type Renaming = (written: string) => string | undefined;

function renaming(old: ToolId, now: ToolId, { names }: CheckedSpec, near: readonly string[] = []): Renaming {
  const [successor, ...others] = names.tools.resolve(now.tool, near);
  const isTaken = others.length > 0 || (successor !== undefined && successor.server !== now.server);
  const plain = isTaken ? qualifiedName(now) : now.tool;
  const isGone = (written: string): boolean => written === old.tool && names.tools.resolve(written, near).length === 0;
  return (written) => {
    if (written === qualifiedName(old)) return qualifiedName(now);
    return names.tools.means(written, old, near) || isGone(written) ? plain : undefined;
  };
}

function insteadOf(tool: ToolPart, renamed: Renaming): TextEdit[] {
  return (tool.spec.description.instead ?? []).flatMap(({ use }, index) => {
    const value = renamed(use);
    const path = ['description', 'instead', index, 'use'];
    return value === undefined ? [] : (tool.edit({ kind: 'replace', path, value }) ?? []);
  });
}

/** An older form names the newest one, not the next; its calls still go through the tool that it was written for. */
function deprecatedFor({ spec, edit }: ToolPart, renamed: Renaming): TextEdit[] {
  const { use = '', via, through: target } = spec.deprecated ?? {};
  const value = spec.deprecated && renamed(use);
  if (value === undefined) return [];
  const isNamed = via === undefined || target !== undefined;
  const insertion = isNamed ? undefined : edit({ kind: 'insert', path: ['deprecated'], key: 'through', value: use });
  const named = edit({ kind: 'replace', path: ['deprecated', 'use'], value });
  return (isNamed || insertion) && named ? [named, ...(insertion ? [insertion] : [])] : [];
}

/** Cases of `choices` in haft.yaml, which name the tools of all servers in them. */
export function choicesAfter(old: ToolId, now: ToolId, spec: CheckedSpec, document: SpecDocument): TextEdit[] {
  const { choices = [] } = specAt<Config>(document);
  return choices.flatMap(({ servers = [], evals }, index) =>
    servers.includes(old.server)
      ? casesNaming(evals, ['choices', index, 'evals'], renaming(old, now, spec, servers), document)
      : [],
  );
}

type Cases = readonly Parameters<typeof namesInCase>[0][];

/** Tools that cases of others expect, or rule out. */
function casesNaming(
  cases: Cases = [],
  path: NodePath,
  renamed: Renaming,
  { edit }: Pick<SpecDocument, 'edit'>,
): TextEdit[] {
  return cases.flatMap((one, index) =>
    namesInCase(one).flatMap(({ path: below, name }) => {
      const value = renamed(name);
      return value === undefined ? [] : (edit({ kind: 'replace', path: [...path, index, ...below], value }) ?? []);
    }),
  );
}

function inSkill(skill: SkillPart, renamed: Renaming, spec: CheckedSpec): TextEdit[] {
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
  return paths.flatMap((path) => mentions(skill, path, text, renamed));
}

/** Words of the file that are the name; one inside a longer word does not count. */
function mentions(skill: SkillPart, path: NodePath, text: string, renamed: Renaming): TextEdit[] {
  const { file, start, end } = skill.at(path);
  return [...text.slice(start, end).matchAll(/(?<![\w-])[\w-]+(?:\.[\w-]+)*(?![\w-])/g)].flatMap(
    ({ 0: word, index }) => {
      const value = renamed(word);
      return value === undefined ? [] : [{ file, start: start + index, end: start + index + word.length, text: value }];
    },
  );
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
