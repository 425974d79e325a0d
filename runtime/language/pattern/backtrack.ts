/** Backtracking matcher with a budget of steps, for patterns with back-references. */
import type { Alphabet } from './alphabet.ts';
import { before, isWord } from './automaton.ts';
import type { StepBudget } from './budget.ts';
import { END, START } from './parse.ts';
import type { PatternStep } from './steps.ts';

/** Where groups start and end, and the states of repeats; -1 for unset. */
type Slots = readonly number[];

/** A step here costs as much as several of an automaton. */
const STEP = 4;

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
export function fitFrom(first: PatternStep, from: number, given: Slots, attempt: Attempt): Slots | undefined {
  const { budget } = attempt;
  const pending: Cursor[] = [];
  let cursor: Cursor | undefined = { step: first, at: from, slots: given };
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

/** What a group captured, once more. */
function repeat(cursor: Cursor, { of, to }: PatternStep, { text, budget }: Attempt): boolean {
  const { at, slots } = cursor;
  const captured = capturedIn(slots, of, text);
  budget.left -= captured.length >> 3;
  const start = (to & 1) === 1 ? at - captured.length : at;
  const end = start + captured.length;
  cursor.at = start < at ? start : end;
  return start >= 0 && isSame(captured, text.slice(start, end), to > 1) && !isInsidePair(text, cursor.at);
}

/** A group that has not ended has captured nothing. */
function capturedIn(slots: Slots, first: number, text: string): string {
  const [start = -1, end = -1] = slots.slice(first, first + 2);
  return start < 0 || end < 0 ? '' : text.slice(start, end);
}

function isSame(captured: string, found: string, anyCase: boolean): boolean {
  return captured === found || (anyCase && captured.toLowerCase() === found.toLowerCase());
}

function isInsidePair(text: string, at: number): boolean {
  return (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

function isAt(text: string, at: number, edge: number): boolean {
  if (edge === START) return at === 0;
  return edge === END ? at === text.length : isWord(text, at - 1) !== isWord(text, at);
}
