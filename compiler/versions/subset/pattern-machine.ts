/** A pattern as a deterministic automaton that is built while a search walks through it, with its lookarounds as further automata. */
import { END, START, WORD, bitOf, isAnchored, stepsOf } from '@haft/runtime/language';
import type { Pattern, PatternPart, PatternStep } from '@haft/runtime/language';
import type { PatternSymbol } from './symbols.ts';

/** The way through the text; a lookahead is known at a place only when what follows was read before. */
export type Direction = 'forward' | 'backward';

/** How far a pattern is: threads of its lookarounds and of itself, and whether it has matched already. */
export interface MachineState {
  readonly id: number;
  readonly matched: boolean;
  readonly threads: readonly Threads[];
}

/** What is known at a place: its edges, START, END and WORD. */
export interface PatternMachine {
  readonly initial: MachineState;
  /** Whether it has matched when the text is over at this place. */
  readonly accepts: (state: MachineState, edges: number) => boolean;
  /** Undefined where no text that goes on like this matches. */
  readonly next: (state: MachineState, edges: number, symbol: PatternSymbol) => MachineState | undefined;
}

/** Places in the program that are reached before the edges of the place are known. */
interface Threads {
  readonly id: number;
  readonly items: readonly PatternStep[];
  /** By edges. */
  readonly rows: Map<number, ThreadRow>;
}

interface ThreadRow {
  readonly accepts: boolean;
  readonly waiting: readonly PatternStep[];
  /** By symbol. */
  readonly next: Map<number, Threads>;
}

interface Automaton {
  readonly first: PatternStep;
  readonly anchored: boolean;
  readonly known: Map<string, Threads>;
  /** The bit of the lookaround that it is; 0 for the pattern itself, which is the last. */
  readonly bit: number;
}

/** Which way a pattern can be read: undefined where it looks both ahead and behind, or refers to what a group matched. */
export function directionsOf({ hasReference, looks }: Pattern): readonly Direction[] {
  if (hasReference || looks.length > MAX_LOOKS) return [];
  return [
    ...(looks.every(({ behind }) => behind) ? (['forward'] as const) : []),
    ...(looks.every(({ behind }) => !behind) ? (['backward'] as const) : []),
  ];
}

/** The bits of edges are those of a 32-bit number. */
const MAX_LOOKS = 28;

/**
 * `at`: the place of the pattern among those of the symbols.
 *
 * @throws RangeError where its repetitions are too many to write out
 */
export function machineOf(pattern: Pattern, direction: Direction, at: number): PatternMachine {
  const backward = direction === 'backward';
  const automaton = (part: PatternPart, bit: number): Automaton => {
    const { first } = stepsOf(part, pattern, backward);
    return { first, anchored: isAnchored(part, backward), known: new Map(), bit };
  };
  const automata = [...pattern.looks.map(({ part }, look) => automaton(part, bitOf(look))), automaton(pattern.part, 0)];
  const states = new Map<string, MachineState>();
  const stateOf = (threads: readonly Threads[], matched: boolean): MachineState => {
    const key = matched ? 'matched' : threads.map(({ id }) => id).join();
    const known = states.get(key);
    if (known) return known;
    const state = { id: states.size, matched, threads };
    states.set(key, state);
    return state;
  };
  const rowsAt = ({ threads }: MachineState, edges: number): { rows: readonly ThreadRow[]; matched: boolean } => {
    let bits = edges;
    let matched = false;
    const rows = threads.map((own, index) => {
      const row = rowOf(own, bits);
      if (row.accepts) bits |= automata[index]?.bit ?? 0;
      matched = row.accepts;
      return row;
    });
    return { rows, matched };
  };
  return {
    initial: stateOf(
      automata.map((one) => threadsOf(one, [one.first])),
      false,
    ),
    accepts: (state, edges) => state.matched || rowsAt(state, edges).matched,
    next: (state, edges, symbol) => {
      if (state.matched) return state;
      if (state.threads.length === 0) return undefined;
      const { rows, matched } = rowsAt(state, edges);
      const threads = rows.map((row, index) => follow(automata[index], row, symbol, at));
      const isOver = threads.at(-1)?.items.length === 0;
      return isOver && !matched ? undefined : stateOf(threads, matched);
    },
  };
}

function threadsOf({ known }: Automaton, items: readonly PatternStep[]): Threads {
  const key = items.map(({ id }) => id).join();
  const before = known.get(key);
  if (before) return before;
  const threads = { id: known.size, items, rows: new Map() };
  known.set(key, threads);
  return threads;
}

function rowOf({ items, rows }: Threads, edges: number): ThreadRow {
  const before = rows.get(edges);
  if (before) return before;
  const [seen, waiting] = [new Set<PatternStep>(), new Set<PatternStep>()];
  const stack = [...items];
  let accepts = false;
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (seen.has(step)) continue;
    seen.add(step);
    const { kind, of, to } = step;
    if (kind === 'end') accepts = true;
    else if (kind === 'set') waiting.add(step);
    else if (kind === 'split') stack.push(step.other, step.next);
    else if (((edges & (kind === 'edge' ? of : bitOf(of))) === 0) === (to === 1)) stack.push(step.next);
  }
  const row = { accepts, waiting: [...waiting], next: new Map() };
  rows.set(edges, row);
  return row;
}

function follow(automaton: Automaton | undefined, row: ThreadRow, { id, sets }: PatternSymbol, at: number): Threads {
  const before = row.next.get(id);
  if (before) return before;
  if (!automaton) throw new Error('A row without an automaton.');
  const items = new Set(row.waiting.filter((step) => sets[at]?.has(step.of)).map((step) => step.next));
  if (!automaton.anchored) items.add(automaton.first);
  const threads = threadsOf(
    automaton,
    [...items].sort((one, another) => one.id - another.id),
  );
  row.next.set(id, threads);
  return threads;
}

/** The edges of a place: what is before it and after it in the text, `undefined` for its ends. */
export function edgesAt(before: PatternSymbol | undefined, after: PatternSymbol | undefined): number {
  const ends = (before ? 0 : START) | (after ? 0 : END);
  return ends | ((before?.isWord ?? false) === (after?.isWord ?? false) ? 0 : WORD);
}
