/** The argument lists that one list of templates can become: elements vanish without an argument, lists repeat, closed values take the author's texts. */
import type { ArgvElement, TranslateTable } from '@haft/runtime';
import { isGroup } from '../../behaviors/command-step.ts';
import type { NodePath } from '../../load/spec.ts';
import type { ToolSpec } from '../documents/tool.ts';
import type { ArgvWord } from './word.ts';
import { literalWord, textsOf, wordOf } from './word.ts';

/** An element of the list: words that stand or vanish together. */
interface Unit {
  /** At least one: as it is, then with the texts that a closed value can become. */
  readonly forms: readonly (readonly ArgvWord[])[];
  readonly mayVanish: boolean;
  readonly many: boolean;
}

/** More combinations than these are judged by pairs, and more pairs than these one by one. */
const MOST = 512;

/**
 * Enough of them to see every word at each place it can move up to: all elements, the first ones gone, and each one
 * gone alone; and that with each text that a translated value can become.
 */
export function readingsOf(
  argv: readonly ArgvElement[],
  base: NodePath,
  tool: ToolSpec,
  table: TranslateTable = {},
): readonly (readonly ArgvWord[])[] {
  const units = argv.flatMap((element, at) => unitsOf(element, [...base, at], tool, table));
  return choicesOf(units.map(({ forms }) => forms)).flatMap((chosen) => inPlaces(units, chosen));
}

function unitsOf(element: ArgvElement, path: NodePath, tool: ToolSpec, table: TranslateTable): Unit[] {
  if (typeof element !== 'string' && !isGroup(element)) {
    return Object.entries(element).map(([name, text]) => {
      return { forms: [[literalWord(text, [...path, name])]], mayVanish: true, many: false };
    });
  }
  const texts = typeof element === 'string' ? [element] : element;
  const words = texts.map((text, at) => wordOf(text, typeof element === 'string' ? path : [...path, at], tool));
  const choices = words.map((word, at) => {
    return [word, ...textsOf(texts[at] ?? '', tool, table).map((one) => literalWord(one, word.path))];
  });
  return [
    {
      forms: choicesOf(choices),
      mayVanish: words.some(({ mayVanish }) => mayVanish),
      many: words.some(({ many, holdsList }) => many || (isGroup(element) && holdsList === true)),
    },
  ];
}

function inPlaces(units: readonly Unit[], forms: readonly (readonly ArgvWord[])[]): ArgvWord[][] {
  const optional = [...units.keys()].filter((at) => units[at]?.mayVanish);
  const gone = optional.flatMap((one, at) => [new Set(optional.slice(0, at + 1)), new Set([one])]);
  const repeated = forms.flatMap((form, at) => (units[at]?.many ? [...form, ...form, ...form] : form));
  return [repeated, ...gone.map((without) => forms.flatMap((form, at) => (without.has(at) ? [] : form)))];
}

/** One of each list in all ways, or in those that fit the limit; the first way takes the first of each. */
function choicesOf<T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] {
  const combinations = lists.reduce((all, { length }) => all * length, 1);
  if (combinations <= MOST) {
    return lists.reduce<readonly (readonly T[])[]>(
      (made, list) => made.flatMap((start) => list.map((one) => [...start, one])),
      [[]],
    );
  }
  const first = lists.flatMap((list) => list.slice(0, 1));
  const others = lists.flatMap((list, at) => list.slice(1).map((one) => ({ at, one })));
  const singles = others.map(({ at, one }) => first.with(at, one));
  if (others.length ** 2 > MOST * 8) return [first, ...singles];
  const pairs = others.flatMap((left, index) => {
    return others.slice(index + 1).map((right) => first.with(left.at, left.one).with(right.at, right.one));
  });
  return [first, ...singles, ...pairs];
}
