/** Sets of texts, as patterns and lengths describe them: whether one holds another, shown by the shortest text that it lacks (ADR 14). */
import { compilePattern, parsePattern } from '@haft/runtime/language';
import { memoizeByText } from '../../base/memo.ts';
import { directionsOf, edgesAt, automatonOf } from './pattern-automaton.ts';
import type { Direction, AutomatonState, PatternAutomaton } from './pattern-automaton.ts';
import { type PatternSymbol, symbolsOf } from './symbols.ts';

/** Texts that match all of the patterns, of so many characters (code points). */
export interface TextSet {
  readonly patterns: readonly string[];
  readonly min: number;
  readonly max: number;
}

/** The first text that is in one set and not in the other; `none` is a proof that there is none. */
type TextOutside = { readonly text: string } | 'none' | 'undecided';

/** No text matches it. */
const NOTHING: TextSet = { patterns: ['[]'], min: 0, max: Infinity };

/** The shortest text of a set; undefined where there is none, or where it was not found. */
export function shortestText(set: TextSet): string | undefined {
  const outcome = textOutside(set, NOTHING);
  return typeof outcome === 'string' ? undefined : outcome.text;
}

/** Whether two sets have no text in common: proved, or not decided. */
export function areTextsApart(one: TextSet, other: TextSet): boolean {
  const both = [...one.patterns, ...other.patterns];
  const set = { patterns: both, min: Math.max(one.min, other.min), max: Math.min(one.max, other.max) };
  return textOutside(set, NOTHING) === 'none';
}

/** The shortest text of `inner` that is not in `outer`; a search through both at once, bounded by `MAX_MOVES`. */
export function textOutside(inner: TextSet, outer: TextSet): TextOutside {
  return decideOnce([sortPatterns(inner), sortPatterns(outer)]);
}

function sortPatterns({ patterns, min, max }: TextSet): TextSet {
  return { patterns: [...new Set(patterns)].sort(), min, max };
}

/** JSON has no Infinity: it writes null, which no other length is. */
const decideOnce = memoizeByText(JSON.stringify, ([inner, outer]: readonly [TextSet, TextSet]): TextOutside => {
  try {
    return decide(inner, outer);
  } catch (error) {
    // Of more parts than can be written out, or no pattern at all.
    if (error instanceof RangeError || error instanceof SyntaxError) return 'undecided';
    throw error;
  }
});

/** By lengths alone where they suffice; bounds are counted only where the answer without them does not hold with them. */
function decide(inner: TextSet, outer: TextSet): TextOutside {
  if (inner.min > inner.max) return 'none';
  const isShorter = inner.min >= outer.min && inner.max <= outer.max;
  const wanted = outer.patterns.filter((pattern) => !inner.patterns.includes(pattern));
  if (isShorter && wanted.length === 0) return 'none';
  if (inner.patterns.length === 0 && wanted.length === 0)
    return ofLength(inner.min < outer.min ? inner.min : Math.max(inner.min, outer.max + 1));
  const lacking = isShorter ? { ...outer, ...ANY_LENGTH } : outer;
  const outcome = search({ ...inner, ...ANY_LENGTH }, lacking);
  return outcome === 'none' || (typeof outcome !== 'string' && hasLength(outcome.text, inner))
    ? outcome
    : search(inner, lacking);
}

const ANY_LENGTH = { min: 0, max: Infinity } as const;

/** Longer texts prove nothing better. */
const MAX_LENGTH = 10_000;

function ofLength(length: number): TextOutside {
  return length > MAX_LENGTH ? 'undecided' : { text: 'a'.repeat(length) };
}

function hasLength(text: string, { min, max }: TextSet): boolean {
  const length = Array.from(text).length;
  return length >= min && length <= max;
}

/** Moves from one place in a text to the next: a fraction of a second. */
const MAX_MOVES = 200_000;

/** A place in a text, as far as anything depends on it. */
interface Place {
  readonly states: readonly AutomatonState[];
  /** What was read last; undefined at the start. */
  readonly last: PatternSymbol | undefined;
  /** Up to the highest bound; further on it makes no difference. */
  readonly length: number;
  readonly from: Place | undefined;
}

interface Search {
  readonly inner: TextSet;
  readonly outer: TextSet;
  readonly automata: readonly PatternAutomaton[];
  readonly direction: Direction;
  readonly symbols: readonly PatternSymbol[];
  /** The highest of the bounds, and one more where a text may be too long. */
  readonly lengths: number;
}

function search(inner: TextSet, outer: TextSet): TextOutside {
  const all = prepare(inner, outer);
  if (!all) return 'undecided';
  const start = { states: all.automata.map(({ initial }) => initial), last: undefined, length: 0, from: undefined };
  const places: Place[] = [start];
  const keys = new Set([placeKey(start)]);
  let moves = 0;
  for (const place of places) {
    if (isOutside(place, all)) return verifyText(textTo(place, all.direction), inner, outer);
    for (const symbol of all.symbols) {
      if ((moves += 1) > MAX_MOVES) return 'undecided';
      const next = movePlace(place, symbol, all);
      const key = next && placeKey(next);
      if (next === undefined || key === undefined || keys.has(key)) continue;
      keys.add(key);
      places.push(next);
    }
  }
  return 'none';
}

/** Undefined where the patterns cannot be read the same way. */
function prepare(inner: TextSet, outer: TextSet): Search | undefined {
  const patterns = [...inner.patterns, ...outer.patterns].map((source) => {
    void new RegExp(source, 'u');
    return parsePattern(source);
  });
  const direction = (['forward', 'backward'] as const).find((one) =>
    patterns.every((pattern) => directionsOf(pattern).includes(one)),
  );
  if (direction === undefined) return undefined;
  const automata = patterns.map((pattern, at) => automatonOf(pattern, direction, at));
  const bounds = [inner.min, inner.max, outer.min, outer.max + 1].filter(Number.isFinite);
  return {
    inner,
    outer,
    automata,
    direction,
    symbols: symbolsOf(patterns.map(({ sets }) => sets)),
    lengths: Math.max(0, ...bounds),
  };
}

function placeKey({ states, last, length }: Place): string {
  const side = last === undefined ? '^' : last.isWord ? 'w' : 'n';
  return `${side}${length} ${states.map(({ id }) => id).join()}`;
}

/** Whether the text that ends here is in the inner set, and not in the outer one. */
function isOutside({ states, last, length }: Place, { inner, outer, automata, direction }: Search): boolean {
  const edges = direction === 'forward' ? edgesAt(last, undefined) : edgesAt(undefined, last);
  const accepts = (at: number): boolean => {
    const state = states[at];
    return state !== undefined && automata[at]?.accepts(state, edges) === true;
  };
  const isIn = (set: TextSet, from: number): boolean =>
    length >= set.min && length <= set.max && set.patterns.every((_pattern, index) => accepts(from + index));
  return isIn(inner, 0) && !isIn(outer, inner.patterns.length);
}

/** Undefined where the text cannot go on in the inner set, or is in the outer one however it goes on. */
function movePlace(place: Place, symbol: PatternSymbol, all: Search): Place | undefined {
  const { inner, outer, automata, direction, lengths } = all;
  const { last } = place;
  const length = Math.min(place.length + 1, lengths);
  if (place.length + 1 > inner.max) return undefined;
  const edges = direction === 'forward' ? edgesAt(last, symbol) : edgesAt(symbol, last);
  const states: AutomatonState[] = [];
  for (const [at, automaton] of automata.entries()) {
    const before = place.states[at];
    const next = before && automaton.next(before, edges, symbol);
    // A pattern of the outer set that can match no more makes every text that follows one of those sought.
    if (next === undefined && at < inner.patterns.length) return undefined;
    states.push(next ?? NEVER);
  }
  const isBound = outer.min > 0 || outer.max < Infinity;
  if (!isBound && states.slice(inner.patterns.length).every(({ matched }) => matched)) return undefined;
  return { states, last: symbol, length, from: place };
}

/** Of a pattern that cannot match any more. */
const NEVER: AutomatonState = { id: -1, matched: false, threads: [] };

function textTo(place: Place, direction: Direction): string {
  const codes: number[] = [];
  for (let at: Place | undefined = place; at?.last; at = at.from) codes.push(at.last.code);
  return String.fromCodePoint(...(direction === 'forward' ? codes.toReversed() : codes));
}

/** By the engine that judges calls: halves of pairs that meet are one character there. */
function verifyText(text: string, inner: TextSet, outer: TextSet): TextOutside {
  const isIn = (set: TextSet): boolean | 'undecided' => {
    const all = new Set(set.patterns.map((source) => compilePattern(source)(text)));
    return all.has('undecided') ? 'undecided' : hasLength(text, set) && !all.has(false);
  };
  return isIn(inner) === true && isIn(outer) === false ? { text } : 'undecided';
}
