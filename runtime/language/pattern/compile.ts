/** Compiles regular expressions of ECMA-262 to matchers of bounded time (JSON Schema 2020-12, `pattern`). */
import { type Alphabet, alphabetOf } from './alphabet.ts';
import { type Automaton, automatonOf, before, bitOf, isWord } from './automaton.ts';
import { MAX_STEPS, type PatternStep, type StepBudget, stepsOf } from './steps.ts';
import { END, type Pattern, type PatternPart, START, parsePattern } from './parse.ts';

/** A step here costs as much as several of an automaton. */
const STEP = 4;

/** Whether a text matches; `undecided` where the steps did not suffice to find out. */
type MatchText = (text: string) => boolean | 'undecided';

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
  return (text, slots) => {
    const scan = { text, budget: slots, marks: looks.length === 0 ? undefined : new Uint32Array(text.length + 1) };
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

/** Where groups start and end, and the states of repeats; -1 for unset. */
type Slots = readonly number[];

/** A place in the program and in the text, moved in place: to make one for each step takes three times as long. */
interface Cursor {
  step: PatternStep;
  at: number;
  /** Never changed, so that cursors can share them. */
  slots: Slots;
}

/** What is constant for one text. */
interface Attempt {
  readonly text: string;
  readonly budget: StepBudget;
  readonly alphabet: Alphabet;
  /** First steps of the looks. */
  readonly looks: readonly PatternStep[];
}

/** The slots of the first match from a place, in the order of ECMA-262; undefined without a match, or when the budget is spent. */
function fitFrom(first: PatternStep, from: number, captures: Slots, attempt: Attempt): Slots | undefined {
  const { budget } = attempt;
  const pending: Cursor[] = [];
  let cursor: Cursor | undefined = { step: first, at: from, slots: captures };
  while (cursor !== undefined && budget.left >= 0) {
    budget.left -= STEP;
    const { step, at, slots }: Cursor = cursor;
    if (step.kind === 'end') return slots;
    if (step.kind === 'split') {
      pending.push({ step: step.other, at, slots });
      cursor.step = step.next;
    } else if (!advance(cursor, attempt)) cursor = pending.pop();
  }
  return undefined;
}

/** One step; false where it does not match. */
function advance(cursor: Cursor, attempt: Attempt): boolean {
  const { step, at, slots } = cursor;
  const { text, budget, looks } = attempt;
  const { kind, of, to, next } = step;
  cursor.step = next;
  switch (kind) {
    case 'set': {
      const code = to === 1 ? before(text, at) : text.codePointAt(at);
      if (code === undefined || !attempt.alphabet.kindOf(code, budget).sets.has(of)) return false;
      const width = code > 0xffff ? 2 : 1;
      cursor.at = to === 1 ? at - width : at + width;
      return true;
    }
    case 'edge':
      return isAt(text, at, of) === (to === 0);
    case 'look': {
      const look = looks[of];
      const inner = look && fitFrom(look, at, slots, attempt);
      cursor.slots = inner ?? slots;
      return budget.left >= 0 && (inner === undefined) === (to === 1);
    }
    case 'moved':
      return slots[of] !== at;
    case 'reference':
      return repeat(cursor, step, attempt);
    default: {
      budget.left -= slots.length;
      const changed = [...slots];
      if (kind === 'clear') changed.fill(-1, of, to);
      else changed[of] = at;
      cursor.slots = changed;
      return true;
    }
  }
}

/** What a group captured, once more; one that has not ended has captured nothing. */
function repeat(cursor: Cursor, { of, to }: PatternStep, { text, budget }: Attempt): boolean {
  const { at, slots } = cursor;
  const [first = -1, last = -1] = slots.slice(of, of + 2);
  const captured = first < 0 || last < 0 ? '' : text.slice(first, last);
  budget.left -= captured.length >> 3;
  const start = (to & 1) === 1 ? at - captured.length : at;
  const end = start + captured.length;
  cursor.at = start < at ? start : end;
  const again = text.slice(start, end);
  const isSame = captured === again || (to > 1 && captured.toLowerCase() === again.toLowerCase());
  const isInsidePair = (text.codePointAt(cursor.at - 1) ?? 0) > 0xffff;
  return start >= 0 && isSame && !isInsidePair;
}

function isAt(text: string, at: number, edge: number): boolean {
  if (edge === START) return at === 0;
  return edge === END ? at === text.length : isWord(text, at - 1) !== isWord(text, at);
}
