/** All dangers in what a tool runs: its program, the checks before it, their standard input and their folder. */
import type { TranslateTable, ArgvElement } from '@haft/runtime';
import { memoizeBy } from '../../../base/memo.ts';
import type { ProgramPlan } from '../../../spec/behaviors/behavior.ts';
import { allSteps } from '../../../spec/behaviors/index.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import { type Danger, judgeLine } from './judge.ts';
import { type ArgvWord, literalWord, programName, textsOf, wordOf } from './word.ts';
import { READS_FOLDER } from './runners.ts';
import { isGroup } from '../../../spec/behaviors/command-step.ts';

/** At most one for every element: the most severe. */
export const dangersOf = memoizeBy((tool: ToolSpec): readonly Danger[] => {
  return allSteps(tool).flatMap(({ path, parts }) =>
    parts.program ? dangersIn(parts.program, parts.translate, path, tool) : [],
  );
});

function dangersIn(
  { argv, stdin, cwd }: ProgramPlan,
  table: TranslateTable | undefined,
  base: NodePath,
  tool: ToolSpec,
): Danger[] {
  const readings = readingsOf(argv, [...base, 'argv'], tool, table);
  const read = stdin === undefined ? undefined : wordOf(stdin, [...base, 'stdin'], tool);
  const folder = cwd === undefined ? undefined : wordOf(cwd, [...base, 'cwd'], tool);
  const input = read?.free ? read : undefined;
  const dangers = readings.flatMap((reading) => {
    return judgeLine({ words: reading, stdin: input, by: undefined, ended: false });
  });
  return gravest([...dangers, ...readings.flatMap((reading) => inFolder(reading, folder))]);
}

/** A program that is resolved, or resolves its code, in its working directory is chosen together with that folder. */
function inFolder([program, ...others]: readonly ArgvWord[], folder: ArgvWord | undefined): Danger[] {
  if (!program || !folder?.free) return [];
  const name = programName(program);
  const script = others.find((word) => !word.text.startsWith('-') && !word.parameter)?.text ?? '';
  const isRelative = /[/\\]/.test(program.text) && !isRooted(program.text);
  const readsScript = /\.[a-z]{1,5}$/i.test(script) && INTERPRETED.test(name) && !isRooted(script);
  return isRelative || readsScript || READS_FOLDER.has(name)
    ? [{ kind: 'program', word: folder, variable: folder.free, by: undefined }]
    : [];
}

const INTERPRETED =
  /^(?:python|node|deno|bun|perl|ruby|php|lua|julia|java|[a-z]*sh|r|rscript|tsx|ts-node|pwsh|powershell)$/;

function isRooted(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:|~)/.test(path);
}

const GRAVITY: Readonly<Record<Danger['kind'], number>> = { program: 0, code: 1, option: 2 };

function gravest(dangers: readonly Danger[]): Danger[] {
  const byPlace = new Map<string, Danger>();
  for (const danger of dangers) {
    const place = danger.word.path.join('/');
    const other = byPlace.get(place);
    if (!other || GRAVITY[danger.kind] < GRAVITY[other.kind]) byPlace.set(place, danger);
  }
  return [...byPlace.values()];
}

type Words = readonly ArgvWord[];

/** Above this number of combinations only pairs of choices are combined. */
const MAX_READINGS = 512;

function readingsOf(
  argv: readonly ArgvElement[],
  base: NodePath,
  tool: ToolSpec,
  table: TranslateTable = {},
): readonly Words[] {
  return choicesOf(argv.flatMap((element, at) => formsOf(element, [...base, at], tool, table))).map((forms) =>
    forms.flat(),
  );
}

/** For each part of an element: everything that it can become, first as it is written. */
function formsOf(element: ArgvElement, path: NodePath, tool: ToolSpec, table: TranslateTable): (readonly Words[])[] {
  if (typeof element !== 'string' && !isGroup(element))
    return Object.entries(element).map(([name, text]) => [[literalWord(text, [...path, name])], []]);
  const texts = typeof element === 'string' ? [element] : element;
  const words = texts.map((text, at) => wordOf(text, isGroup(element) ? [...path, at] : path, tool));
  const forms = choicesOf(
    words.map((word, at) => {
      return [word, ...textsOf(texts[at] ?? '', tool, table).map((one) => literalWord(one, word.path))];
    }),
  );
  const isMany = words.some(({ many, holdsList }) => many || (isGroup(element) && holdsList));
  const repeated = isMany ? forms.map((form) => [...form, ...form, ...form]) : forms;
  return [words.some(({ mayVanish }) => mayVanish) ? [...repeated, []] : repeated];
}

/** One of each list in all ways, or in those that fit the limit; the first way takes the first of each. */
function choicesOf<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  if (lists.reduce((all, { length }) => all * length, 1) <= MAX_READINGS) {
    return lists.reduce<readonly (readonly T[])[]>(
      (starts, list) => starts.flatMap((start) => list.map((one) => [...start, one])),
      [[]],
    );
  }
  const first = lists.flatMap((list) => list.slice(0, 1));
  const last = lists.flatMap((list) => list.slice(-1));
  const others = lists.flatMap((list, at) => list.slice(1).map((one) => ({ at, one })));
  const singles = others.map(({ at, one }) => first.with(at, one));
  const pairs =
    others.length ** 2 > MAX_READINGS * 8
      ? []
      : others.flatMap((left, index) => {
          return others.slice(index + 1).map((right) => first.with(left.at, left.one).with(right.at, right.one));
        });
  return [first, last, ...singles, ...pairs];
}
