/** Backtracking matcher with a budget of steps, for patterns with back-references. */
import type { Alphabet } from './alphabet.ts';
import { before, isWord } from './automaton.ts';
import type { Budget } from './budget.ts';
import { END, START } from './parse.ts';
import type { Step } from './steps.ts';

/** Where groups start and end, and the states of repeats; -1 for unset. */
type Slots = readonly number[];

/** A step here costs as much as several of an automaton. */
const STEP = 4;

/** A place in the program and in the text; immutable, so that pending threads can share slots. */
interface MatchState {
  readonly step: Step;
  readonly at: number;
  readonly slots: Slots;
}

/** What is constant for one text. */
interface Attempt {
  readonly text: string;
  readonly budget: Budget;
  readonly alphabet: Alphabet;
  /** First steps of the looks. */
  readonly looks: readonly Step[];
}

/** The slots of the first match from a place, in the order of ECMA-262; undefined without a match, or when the budget is spent. */
export function fitFrom(first: Step, from: number, given: Slots, attempt: Attempt): Slots | undefined {
  const { budget } = attempt;
  const pending: MatchState[] = [];
  let state: MatchState | undefined = { step: first, at: from, slots: given };
  while (state !== undefined && budget.left >= 0) {
    budget.left -= STEP;
    const { step, at, slots }: MatchState = state;
    if (step.kind === 'end') return slots;
    if (step.kind === 'split') {
      pending.push({ step: step.other, at, slots });
      state = { step: step.next, at, slots };
    } else state = follow(state, attempt) ?? pending.pop();
  }
  return undefined;
}

/** One step; undefined where it does not match. */
function follow({ step, at, slots }: MatchState, attempt: Attempt): MatchState | undefined {
  const { text, budget, looks } = attempt;
  const { kind, of, to, next } = step;
  switch (kind) {
    case 'set': {
      const code = to === 1 ? before(text, at) : text.codePointAt(at);
      if (code === undefined || !attempt.alphabet.kindOf(code, budget).sets.has(of)) return undefined;
      const width = code > 0xffff ? 2 : 1;
      return { step: next, at: to === 1 ? at - width : at + width, slots };
    }
    case 'edge':
      return isAt(text, at, of) === (to === 0) ? { step: next, at, slots } : undefined;
    case 'look': {
      const look = looks[of];
      const inner = look && fitFrom(look, at, slots, attempt);
      if (budget.left < 0 || (inner === undefined) !== (to === 1)) return undefined;
      return { step: next, at, slots: inner ?? slots };
    }
    case 'moved':
      return slots[of] === at ? undefined : { step: next, at, slots };
    case 'reference': {
      const captured = capturedIn(slots, of, text);
      budget.left -= captured.length >> 3;
      const start = (to & 1) === 1 ? at - captured.length : at;
      const end = start + captured.length;
      const same = start >= 0 && isSame(captured, text.slice(start, end), to > 1);
      const after = start < at ? start : end;
      return same && !isInsidePair(text, after) ? { step: next, at: after, slots } : undefined;
    }
    default: {
      budget.left -= slots.length;
      const changed = [...slots];
      if (kind === 'clear') changed.fill(-1, of, to);
      else changed[of] = at;
      return { step: next, at, slots: changed };
    }
  }
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
