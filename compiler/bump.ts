/** Edits of the specs that turn an edited released tool into its successor and restore the released version next to it. */
import type { CheckedSpec, SkillPart, ToolPart } from './check/model.ts';
import type { TextEdit } from './diagnostic.ts';
import { addDays } from './calendar.ts';
import type { NodePath } from './load/spec.ts';
import type { ToolPlan } from './plan/model.ts';
import { releasedSpec } from './plan/released-spec.ts';

export interface BumpDates {
  /** YYYY-MM-DD */
  readonly today: string;
  readonly periodDays: number;
}

export interface Bump {
  readonly successor: string;
  readonly edits: readonly TextEdit[];
}

/** Changes no byte outside of the edits; a sentence where the specs cannot be edited safely. */
export function bump(released: ToolPlan, spec: CheckedSpec, dates: BumpDates, reason: string): Bump | string {
  const part = spec.tools.find((tool) => tool.spec.name === released.name);
  if (!part) return `tool "${released.name}" is not in the current specs`;
  const successor = nextName(released.name);
  if (spec.names.tools.has(successor)) return `tool "${successor}" already exists`;
  const { today, periodDays } = dates;
  const deprecated = { since: today, use: successor, remove_after: addDays(today, periodDays), reason };
  const own = [
    part.edit({ kind: 'replace', path: ['name'], value: successor }),
    part.edit(
      part.spec.replaces === undefined
        ? { kind: 'insert', path: [], key: 'replaces', value: released.name }
        : { kind: 'replace', path: ['replaces'], value: released.name },
    ),
    part.insertBehind({ ...releasedSpec(released, part.spec.handler), deprecated }),
  ];
  const edits = own.filter((edit) => edit !== undefined);
  if (edits.length < own.length)
    return `tool "${released.name}" is written in a style that cannot be edited safely (use block style, one key per line)`;
  return { successor, edits: [...merged(edits), ...references(released.name, successor, part, spec)] };
}

function nextName(name: string): string {
  const version = Number(/_v(\d+)$/.exec(name)?.[1] ?? 1);
  return `${name.replace(/_v\d+$/, '')}_v${version + 1}`;
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

/** Who sent the model to the old tool sends it to the successor: the purpose is the same. */
function references(name: string, successor: string, part: ToolPart, spec: CheckedSpec): TextEdit[] {
  const neighbors = spec.tools
    .filter((tool) => tool !== part)
    .flatMap((tool) => {
      const uses = [...(tool.spec.description.instead ?? []).entries()].filter(([, { use }]) => use === name);
      return uses.map(([index]) =>
        tool.edit({ kind: 'replace', path: ['description', 'instead', index, 'use'], value: successor }),
      );
    });
  const texts = spec.skills.flatMap((skill) => [
    ...mentions(skill, ['steps'], skill.spec.steps, name, successor),
    ...(skill.spec.evals ?? []).flatMap(({ expected_behavior = [] }, index) => {
      return mentions(skill, ['evals', index, 'expected_behavior'], expected_behavior, name, successor);
    }),
  ]);
  return [...neighbors, ...texts].filter((edit) => edit !== undefined);
}

/** The first mention of the name as a whole word in each text, at its offset in the file. */
function mentions(
  skill: SkillPart,
  path: NodePath,
  texts: readonly string[],
  name: string,
  successor: string,
): TextEdit[] {
  return texts.flatMap((text, index) => {
    if (!new RegExp(`(?<!\\w)${name}(?!\\w)`).test(text)) return [];
    const span = skill.at([...path, index], 'value', name);
    return span.end - span.start === name.length ? [{ ...span, text: successor }] : [];
  });
}
