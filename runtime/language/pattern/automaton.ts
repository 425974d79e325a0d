/** Matches in time linear in the text: a lazily built deterministic automaton. */
import type { Alphabet, CharacterKind } from './alphabet.ts';
import type { PatternStep, StepBudget, Steps } from './steps.ts';
import { END, START, WORD } from './parse.ts';

/** The threads at a place, before its edges are known. */
interface State {
  readonly items: readonly PatternStep[];
  /** By the edges of the place. */
  readonly rows: (Row | undefined)[];
}

/** A state at a place whose edges are known. */
interface Row {
  readonly accepts: boolean;
  /** No match is possible any more. */
  readonly isOver: boolean;
  readonly waiting: readonly PatternStep[];
  /** By the kind of the next character. */
  readonly next: (State | undefined)[];
}

/** The program, and the states that were built so far. */
interface Dfa {
  readonly first: PatternStep;
  readonly anchored: boolean;
  readonly states: Map<string, State>;
  initial: State | undefined;
  /** Steps in all states that are remembered. */
  remembered: number;
  /** By the number of a step: at which visit it was visited last. */
  readonly visited: Uint32Array;
  visit: number;
}

/** One text. The bits of `marks` are edges that were found before; those of the text itself are found on the way. */
interface Scan {
  readonly text: string;
  readonly marks: Uint32Array | undefined;
  readonly budget: StepBudget;
}

/** Whether there is a match; with `mark`, that bit is set at all places where a match ends. */
export type Automaton = (scan: Scan, mark?: number) => boolean;

const MAX_REMEMBERED = 40_000;

/** The bit of a lookaround; the first three are edges. */
export function bitOf(look: number): number {
  return 8 << look;
}

/** An automaton that starts at every place, or only at the outer one where `anchored`. */
export function automatonOf(
  { first, size }: Steps,
  { plain, kindOf }: Alphabet,
  backward: boolean,
  anchored: boolean,
): Automaton {
  const visited = new Uint32Array(size);
  const dfa: Dfa = { first, anchored, states: new Map(), initial: undefined, remembered: 0, visited, visit: 0 };
  const usesWord = hasWord(first, size);
  return ({ text, marks, budget }, mark) => {
    budget.left -= text.length >> 2;
    const end = text.length;
    const goal = backward ? 0 : end;
    let at = end - goal;
    let state = (dfa.initial ??= stateOf(dfa, [first], budget));
    while (budget.left >= 0) {
      let edges = at === 0 ? START : 0;
      if (at === end) edges |= END;
      if (usesWord && isWord(text, at - 1) !== isWord(text, at)) edges |= WORD;
      if (marks !== undefined) edges |= marks[at] ?? 0;
      const row = state.rows[edges] ?? rowOf(dfa, state, edges, budget);
      if (row.accepts) {
        if (mark === undefined || marks === undefined) return true;
        marks[at] = (marks[at] ?? 0) | mark;
      }
      if (at === goal || row.isOver) return false;
      let code = text.charCodeAt(backward ? at - 1 : at);
      if (code >= 0xd800 && code < 0xe000) code = (backward ? before(text, at) : text.codePointAt(at)) ?? 0;
      const width = code > 0xffff ? 2 : 1;
      at += backward ? -width : width;
      const kind = (code < 128 ? plain[code] : undefined) ?? kindOf(code, budget);
      state = row.next[kind.id] ?? nextOf(dfa, row, kind, budget);
    }
    return false;
  };
}

function stateOf(dfa: Dfa, items: readonly PatternStep[], budget: StepBudget): State {
  const { states } = dfa;
  const key = items.map(({ id }) => id).join();
  const index = states.get(key);
  if (index !== undefined) return index;
  const size = items.length + 8;
  budget.left -= size * 3;
  if (dfa.remembered > MAX_REMEMBERED) {
    states.clear();
    dfa.initial = undefined;
    dfa.remembered = 0;
  }
  dfa.remembered += size;
  const state = { items, rows: [] };
  states.set(key, state);
  return state;
}

function rowOf(dfa: Dfa, { items, rows }: State, edges: number, budget: StepBudget): Row {
  const { visited, anchored } = dfa;
  const waiting: PatternStep[] = [];
  const stack = [...items];
  let accepts = false;
  dfa.visit += 1;
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (visited[step.id] === dfa.visit) continue;
    visited[step.id] = dfa.visit;
    budget.left -= 1;
    const { kind, of, to } = step;
    if (kind === 'end') accepts = true;
    else if (kind === 'set') waiting.push(step);
    else if (kind === 'split') stack.push(step.other, step.next);
    else if (((edges & (kind === 'edge' ? of : bitOf(of))) === 0) === (to === 1)) stack.push(step.next);
  }
  dfa.remembered += waiting.length + 8;
  return (rows[edges] = { accepts, isOver: anchored && waiting.length === 0, waiting, next: [] });
}

function nextOf(dfa: Dfa, { waiting, next }: Row, { id, sets }: CharacterKind, budget: StepBudget): State {
  const items = new Set<PatternStep>();
  budget.left -= waiting.length + 1;
  for (const step of waiting) if (sets.has(step.of)) items.add(step.next);
  if (!dfa.anchored) items.add(dfa.first);
  dfa.remembered += 1;
  return (next[id] = stateOf(
    dfa,
    [...items].sort((one, another) => one.id - another.id),
    budget,
  ));
}

function hasWord(first: PatternStep, size: number): boolean {
  const visited = new Uint8Array(size);
  const stack = [first];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (visited[step.id] === 1) continue;
    visited[step.id] = 1;
    if (step.kind === 'edge' && step.of === WORD) return true;
    stack.push(step.next, step.other);
  }
  return false;
}

/** The character that ends at a place. */
export function before(text: string, at: number): number | undefined {
  const pair = text.codePointAt(at - 2) ?? 0;
  return pair > 0xffff ? pair : text.codePointAt(at - 1);
}

/** Whether `\w` fits the UTF-16 unit at a place; no half of a pair does. */
export function isWord(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95;
}
