/** The argument lists that one list of templates can become: elements vanish without an argument, lists repeat, closed values take the author's texts. */
import type { ArgvElement, TranslateTable } from '@haft/runtime';
import { isGroup } from '../../../spec/behaviors/command-step.ts';
import type { NodePath } from '../../../spec/yaml/spec.ts';
import type { ToolSpec } from '../../documents/tool.ts';
import type { ArgvWord } from './word.ts';
import { literalWord, textsOf, wordOf } from './word.ts';

type Words = readonly ArgvWord[];

/** Above this number of combinations only pairs of choices are combined. */
const MAX_READINGS = 512;

export function readingsOf(
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
      (made, list) => made.flatMap((start) => list.map((one) => [...start, one])),
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
