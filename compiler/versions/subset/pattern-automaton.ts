/** A pattern as a deterministic automaton that is built while a search goes through it; lookarounds are parts of it. */
import { END, START, WORD, bitOf, isAnchored, stepsOf } from '@haft/runtime/language';
import type { Pattern, PatternPart, PatternStep } from '@haft/runtime/language';
import type { PatternSymbol } from './symbols.ts';

/** The way through the text; a lookahead is known at a place only when what follows was read before. */
export type Direction = 'forward' | 'backward';

/** How far a pattern is: threads of its lookarounds and of itself, and whether it has matched already. */
export interface AutomatonState {
  readonly id: number;
  readonly matched: boolean;
  readonly threads: readonly Threads[];
}

/** What is known at a place: its edges, START, END and WORD. */
export interface PatternAutomaton {
  readonly initial: AutomatonState;
  /** Whether it has matched when the text is over at this place. */
  readonly accepts: (state: AutomatonState, edges: number) => boolean;
  /** Undefined where no text that goes on like this matches. */
  readonly next: (state: AutomatonState, edges: number, symbol: PatternSymbol) => AutomatonState | undefined;
}

/** Places in the program that are reached before the edges of the place are known. */
interface Threads {
  readonly part: Part;
  readonly id: number;
  readonly items: readonly PatternStep[];
  /** By edges. */
  readonly rows: Map<number, ThreadRow>;
}

interface ThreadRow {
  readonly part: Part;
  readonly accepts: boolean;
  readonly waiting: readonly PatternStep[];
  /** By symbol. */
  readonly next: Map<number, Threads>;
}

/** A lookaround, or the pattern itself, which is the last part. */
interface Part {
  readonly first: PatternStep;
  readonly anchored: boolean;
  readonly known: Map<string, Threads>;
  /** The edge that the lookaround is for other parts; 0 for the pattern itself. */
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
export function automatonOf(pattern: Pattern, direction: Direction, at: number): PatternAutomaton {
  const part = (own: PatternPart, bit: number): Part => {
    const { first } = stepsOf(own, pattern, direction === 'backward');
    return { first, anchored: isAnchored(own, direction === 'backward'), known: new Map(), bit };
  };
  const parts = [...pattern.looks.map((look, index) => part(look.part, bitOf(index))), part(pattern.part, 0)];
  const stateOf = statesOf();
  const initial = parts.map((one) => threadsOf(one, [one.first]));
  return {
    initial: stateOf(initial, false),
    accepts: (state, edges) => state.matched || rowsOf(state, edges).at(-1)?.accepts === true,
    next: (state, edges, symbol) => {
      if (state.matched) return state;
      const rows = rowsOf(state, edges);
      const threads = rows.map((row) => follow(row, symbol, at));
      const [own, matched] = [threads.at(-1), rows.at(-1)?.accepts === true];
      return matched || (own && own.items.length > 0) ? stateOf(threads, matched) : undefined;
    },
  };
}

/** The same threads are the same state. */
function statesOf(): (threads: readonly Threads[], matched: boolean) => AutomatonState {
  const states = new Map<string, AutomatonState>();
  return (threads, matched) => {
    const key = matched ? 'matched' : threads.map(({ id }) => id).join();
    const before = states.get(key);
    if (before) return before;
    const state = { id: states.size, matched, threads };
    states.set(key, state);
    return state;
  };
}

/** One for each part; those of the lookarounds are edges for the parts behind them. */
function rowsOf({ threads }: AutomatonState, edges: number): readonly ThreadRow[] {
  let bits = edges;
  return threads.map((own) => {
    const row = rowOf(own, bits);
    if (row.accepts) bits |= own.part.bit;
    return row;
  });
}

function threadsOf(part: Part, items: readonly PatternStep[]): Threads {
  const key = items.map(({ id }) => id).join();
  const before = part.known.get(key);
  if (before) return before;
  const threads = { part, id: part.known.size, items, rows: new Map() };
  part.known.set(key, threads);
  return threads;
}

function rowOf({ part, items, rows }: Threads, edges: number): ThreadRow {
  const before = rows.get(edges);
  if (before) return before;
  const [visited, waiting] = [new Set<PatternStep>(), new Set<PatternStep>()];
  const stack = [...items];
  let accepts = false;
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    if (visited.has(step)) continue;
    visited.add(step);
    const { kind, of, to } = step;
    if (kind === 'end') accepts = true;
    else if (kind === 'set') waiting.add(step);
    else if (kind === 'split') stack.push(step.other, step.next);
    else if (((edges & (kind === 'edge' ? of : bitOf(of))) === 0) === (to === 1)) stack.push(step.next);
  }
  const row = { part, accepts, waiting: [...waiting], next: new Map() };
  rows.set(edges, row);
  return row;
}

function follow({ part, waiting, next }: ThreadRow, { id, sets }: PatternSymbol, at: number): Threads {
  const before = next.get(id);
  if (before) return before;
  const items = new Set(waiting.filter((step) => sets[at]?.has(step.of)).map((step) => step.next));
  if (!part.anchored) items.add(part.first);
  const threads = threadsOf(
    part,
    [...items].sort((one, another) => one.id - another.id),
  );
  next.set(id, threads);
  return threads;
}

/** The edges of a place: what is before it and after it in the text, `undefined` for its ends. */
export function edgesAt(before: PatternSymbol | undefined, after: PatternSymbol | undefined): number {
  const ends = (before ? 0 : START) | (after ? 0 : END);
  return ends | ((before?.isWord ?? false) === (after?.isWord ?? false) ? 0 : WORD);
}
