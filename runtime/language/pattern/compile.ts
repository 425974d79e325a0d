/** Compiles regular expressions of ECMA-262 to matchers of bounded time (JSON Schema 2020-12, `pattern`). */
import type { Alphabet } from './alphabet.ts';
import { alphabetOf } from './alphabet.ts';
import type { Automaton } from './automaton.ts';
import { automatonOf, bitOf } from './automaton.ts';
import { fitFrom } from './backtrack.ts';
import type { StepBudget } from './budget.ts';
import { MAX_STEPS } from './budget.ts';
import type { PatternPart, Pattern } from './parse.ts';
import { END, START, parsePattern } from './parse.ts';
import type { PatternStep } from './steps.ts';
import { stepsOf } from './steps.ts';

/** Whether a text matches; `undecided` where the steps did not suffice to find out. */
export type MatchText = (text: string) => boolean | 'undecided';

/** The bits of edges are those of a 32-bit number. */
const MAX_LOOKS = 28;

/**
 * Reads a pattern as `new RegExp(source, 'u')` does; the answers are those of its `test`. Patterns without references are matched in
 * time that grows with the text alone; the others, and what is too large, within `budget`, or `MAX_STEPS` for each text.
 *
 * @throws SyntaxError for an invalid pattern
 */
export function compilePattern(source: string, budget?: StepBudget): MatchText {
  // The engine of the language reads it here and matches nothing with it.
  void new RegExp(source, 'u');
  let match: ((text: string, budget: StepBudget) => boolean) | undefined;
  let isTooLarge = false;
  return (text) => {
    const own = budget ?? { left: MAX_STEPS };
    if (isTooLarge) own.left = -1;
    if (own.left < 0) return 'undecided';
    try {
      match ??= matcherOf(source, own);
      const fits = match(text, own);
      return own.left < 0 ? 'undecided' : fits;
    } catch (error) {
      // Of more parts than can be counted, or nested too deeply for the stack.
      if (!(error instanceof RangeError)) throw error;
      isTooLarge = true;
      own.left = -1;
      return 'undecided';
    }
  };
}

function matcherOf(source: string, budget: StepBudget): (text: string, budget: StepBudget) => boolean {
  const pattern = parsePattern(source);
  const alphabet = alphabetOf(pattern.sets);
  const { hasReference, looks } = pattern;
  return hasReference || looks.length > MAX_LOOKS
    ? matchByBacktracking(pattern, alphabet)
    : byStates(pattern, alphabet, budget);
}

/** Where each look holds is found before, from the end or from the start; the pattern then sees it as an edge. */
function byStates(
  pattern: Pattern,
  alphabet: Alphabet,
  budget: StepBudget,
): (text: string, budget: StepBudget) => boolean {
  const automaton = (part: PatternPart, backward: boolean): Automaton => {
    const steps = stepsOf(part, pattern, backward);
    budget.left -= steps.size;
    return automatonOf(steps, alphabet, backward, isAnchored(part, backward));
  };
  const looks = pattern.looks.map(({ part, behind }) => automaton(part, !behind));
  const whole = automaton(pattern.part, false);
  return (text, given) => {
    const scan = { text, budget: given, marks: looks.length === 0 ? undefined : new Uint32Array(text.length + 1) };
    for (const [at, look] of looks.entries()) look(scan, bitOf(at));
    return whole(scan);
  };
}

/** Whether it can match only at the start of the text; backward, only at its end. */
export function isAnchored(part: PatternPart, backward: boolean): boolean {
  switch (part.kind) {
    case 'edge':
      return part.edge === (backward ? END : START);
    case 'sequence':
      return part.parts.some((inner) => isAnchored(inner, backward));
    case 'choice':
      return part.parts.every((inner) => isAnchored(inner, backward));
    case 'group':
      return isAnchored(part.part, backward);
    default:
      return false;
  }
}

/** Matches by backtracking from every place, as most engines do; `budget` counts the steps. */
export function matchByBacktracking(
  pattern: Pattern,
  alphabet: Alphabet,
): (text: string, budget: StepBudget) => boolean {
  const slots = { count: pattern.groups * 2 + 2 };
  const first = (part: PatternPart, backward: boolean): PatternStep => stepsOf(part, pattern, backward, slots).first;
  const looks = pattern.looks.map(({ part, behind }) => first(part, behind));
  const whole = first(pattern.part, false);
  return (text, budget) => {
    const attempt = { text, budget, alphabet, looks };
    const empty = Array.from({ length: slots.count }, () => -1);
    for (let at = 0; at <= text.length && budget.left >= 0; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) {
      if (fitFrom(whole, at, empty, attempt) !== undefined) return true;
    }
    return false;
  };
}
