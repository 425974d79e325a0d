/** Patterns that backtracking engines match slowly, each with a text that proves it. */
import { isAnchored, matchByWays, parsePattern } from '@haft/runtime/language';
import type { Part, Pattern, Span } from '@haft/runtime/language';
import { memoizeText } from '../../memo.ts';
import type { Ambiguity } from './ambiguity.ts';
import { ambiguitiesOf } from './ambiguity.ts';
import type { Letters } from './letters.ts';
import { lettersOf } from './letters.ts';
import { positionsOf } from './positions.ts';

/** Why a pattern is slow. */
export interface Slowness {
  /** A repeat with several ways to split a text; two repeats with common characters; a repeat that is tried at every place. */
  readonly kind: 'nested' | 'adjacent' | 'anywhere';
  /** The repeats at fault, as the pattern has them. */
  readonly parts: readonly string[];
  /** What the text repeats. */
  readonly again: string;
}

/** A text is `before`, `again` many times, and `after`. */
interface Attack {
  readonly before: string;
  readonly again: string;
  readonly after: string;
}

/** What makes a valid pattern slow; undefined for a linear one, and for one that is too large to analyze. */
export const slownessOf: (source: string) => Slowness | undefined = memoizeText((source) => {
  // Without a repeat, or where one character follows the other, there is nothing to choose.
  if (!/[*+?}]/.test(source)) return undefined;
  try {
    return find(source);
  } catch (error) {
    // Nested too deeply for the stack, or too large to be written out.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
});

/** Suspicions that are tried out. */
const MAX_TRIED = 24;

function find(source: string): Slowness | undefined {
  const pattern = parsePattern(source);
  const letters = lettersOf(pattern, source);
  const cost = costsOf(pattern, letters);
  let tried = 0;
  for (const { part, backward, anywhere } of readingsOf(pattern)) {
    const positions = positionsOf(part, pattern, letters, backward);
    if (positions === undefined) continue;
    for (const ambiguity of ambiguitiesOf(positions, anywhere, pattern.hasReference)) {
      tried += 1;
      if (tried > MAX_TRIED) return undefined;
      for (const attack of attacksOf(pattern, ambiguity, letters, backward)) {
        if (isSlow(attack, cost)) return slowness(ambiguity, source, letters);
      }
    }
  }
  return undefined;
}

/** The pattern itself, and its lookbehinds, which are read from their ends. */
function readingsOf(pattern: Pattern): readonly { part: Part; backward: boolean; anywhere: boolean }[] {
  const behind = pattern.looks.filter(({ behind: isBehind }) => isBehind);
  return [
    { part: pattern.part, backward: false, anywhere: !isAnchored(pattern.part, false) },
    ...behind.map(({ part }) => ({ part, backward: true, anywhere: true })),
  ];
}

/** What may make a match fail after all: common ends first, then one character of each kind, and several at once. */
function endsOf({ letters }: Letters): readonly string[] {
  const all = [...letters.values()];
  return ['!', '', '\n', '\0', ...all.slice(0, 12), all.join(''), `${all.join('')}\n`, 'x\nx\nx\n!\n!'];
}

function* attacksOf(
  pattern: Pattern,
  { from, to, again }: Ambiguity,
  letters: Letters,
  backward: boolean,
): Generator<Attack> {
  const textOf = (kinds: readonly number[]): string[] => kinds.map((kind) => letters.letters.get(kind) ?? '');
  if (backward) {
    const after = to.before + [...letters.letters.values()].join('');
    for (const before of endsOf(letters)) yield { before, again: textOf(again).toReversed().join(''), after };
    return;
  }
  // What is around a place, such as the start of a line, may let a reading start only after some of the characters.
  const others = from === undefined && again.length === 1 && pattern.looks.length > 0 ? [...to.kinds] : [];
  // The start of the text can keep another part of the pattern from matching.
  for (const start of ['', 'x', '!']) {
    const before = (from?.before ?? '') + start;
    for (const after of endsOf(letters)) yield { before, again: textOf(again).join(''), after };
  }
  for (const kind of others) yield { before: '', again: textOf([kind]).join(''), after: '!' };
}

/** Steps that are counted of one text, and of all texts together. */
const ENOUGH = 400_000;
const MAX_SPENT = 6_000_000;

type Cost = (text: string) => number;

function costsOf(pattern: Pattern, { alphabet }: Letters): Cost {
  const match = matchByWays(pattern, alphabet);
  let spent = 0;
  return (text) => {
    // No measurement: the message has no number.
    if (spent > MAX_SPENT) return Number.NaN;
    const budget = { left: ENOUGH };
    match(text, budget);
    const cost = ENOUGH - Math.max(0, budget.left);
    spent += cost;
    return cost;
  };
}

/** How often a text repeats what it repeats. */
const LONGEST = 384;
const SHORTEST = 3;

/** Too few to measure their growth. */
const FEW = 30_000;

/** How often the steps of the longest text that could be counted to the end are those of one half as long: 2 if linear, 4 if quadratic. */
const GROWTH = 2.8;

function isSlow({ before, again, after }: Attack, cost: Cost): boolean {
  const of = (times: number): number => cost(before + again.repeat(times) + after);
  for (let times = LONGEST; times >= SHORTEST; times /= 2) {
    const steps = of(times);
    if (steps >= ENOUGH) continue;
    if (times < LONGEST && ENOUGH > steps * GROWTH) return true;
    return steps >= FEW && steps > of(times / 2) * GROWTH;
  }
  return false;
}

function slowness({ from, to, again }: Ambiguity, source: string, { letters }: Letters): Slowness {
  const text = again.map((kind) => letters.get(kind) ?? '').join('');
  const cut = (span: Span | undefined): string[] => (span === undefined ? [] : [source.slice(...span)]);
  if (from === undefined) return { kind: 'anywhere', parts: cut(to.loops.at(-1)), again: text };
  const [one, other] = [from.loops.at(-1), to.loops.at(-1)];
  if (from === to || one === other) return { kind: 'nested', parts: cut(to.loops[0]), again: text };
  return { kind: 'adjacent', parts: [...cut(one), ...cut(other)], again: text };
}
