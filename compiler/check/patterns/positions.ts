/** Where a pattern can be while it is matched: each set of characters in it, and which can follow which (Glushkov's construction). */
import type { Part, Pattern, Repeat, Span } from '@haft/runtime/language';
import type { Letters } from './letters.ts';

/** A set of characters at its place in the pattern. */
export interface Position {
  /** The kinds of characters in the set. */
  readonly kinds: ReadonlySet<number>;
  /** The repeats around it, from the outside in. */
  readonly loops: readonly Span[];
  /** A text that leads here. */
  readonly before: string;
  /** What can come next; twice where there are two ways to it. */
  readonly next: number[];
}

export interface Positions {
  readonly list: readonly Position[];
  readonly first: readonly number[];
}

interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly canBeEmpty: boolean;
}

interface Walk {
  readonly pattern: Pattern;
  readonly letters: Letters;
  readonly backward: boolean;
  readonly list: Position[];
  edges: number;
}

/** What is around a part. */
interface Around {
  readonly loops: readonly Span[];
  readonly before: string;
}

/** Far more than patterns have that people write. */
const MAX_EDGES = 20_000;

/** A repeat of fewer turns costs hardly more than one. */
const MANY_TURNS = 16;

/** The positions of a part, read from its start or from its end; undefined where there are too many. */
export function positionsOf(part: Part, pattern: Pattern, letters: Letters, backward: boolean): Positions | undefined {
  const walk: Walk = { pattern, letters, backward, list: [], edges: 0 };
  const { first } = endsOf(walk, part, { loops: [], before: '' });
  return walk.edges > MAX_EDGES ? undefined : { list: walk.list, first };
}

function endsOf(walk: Walk, part: Part, around: Around): Ends {
  switch (part.kind) {
    case 'set': {
      const at = walk.list.push({ ...around, kinds: walk.letters.kindsOf(part.set), next: [] }) - 1;
      return { first: [at], last: [at], canBeEmpty: false };
    }
    case 'sequence':
      return sequence(walk, walk.backward ? part.parts.toReversed() : part.parts, around);
    case 'choice': {
      const branches = part.parts.map((inner) => endsOf(walk, inner, around));
      const canBeEmpty = branches.some((branch) => branch.canBeEmpty);
      return { first: branches.flatMap(({ first }) => first), last: branches.flatMap(({ last }) => last), canBeEmpty };
    }
    case 'group':
      return endsOf(walk, part.part, around);
    case 'repeat':
      return repeat(walk, part, around);
    case 'look': {
      const look = walk.pattern.looks[part.look];
      // What it reads is read again; nothing follows on what it read.
      const first = look && look.behind === walk.backward ? endsOf(walk, look.part, around).first : [];
      return { first, last: [], canBeEmpty: true };
    }
    default:
      return { first: [], last: [], canBeEmpty: true };
  }
}

function sequence(walk: Walk, parts: readonly Part[], { loops, before }: Around): Ends {
  let [first, last]: [readonly number[], readonly number[]] = [[], []];
  let [canBeEmpty, text] = [true, before];
  for (const part of parts) {
    const ends = endsOf(walk, part, { loops, before: text });
    connect(walk, last, ends.first);
    if (canBeEmpty) first = first.concat(ends.first);
    last = ends.canBeEmpty ? last.concat(ends.last) : ends.last;
    canBeEmpty &&= ends.canBeEmpty;
    text = walk.backward ? sampleOf(walk, part) + text : text + sampleOf(walk, part);
  }
  return { first, last, canBeEmpty };
}

function repeat(walk: Walk, part: Repeat, { loops, before }: Around): Ends {
  if (part.max === 0) return { first: [], last: [], canBeEmpty: true };
  const { min, max } = part;
  const isLoop = max > 1 && (max >= MANY_TURNS || (min !== max && loops.length > 0) || isVariable(part.part));
  const ends = endsOf(walk, part.part, { before, loops: isLoop ? [...loops, part.span] : loops });
  if (isLoop) connect(walk, ends.last, ends.first);
  return { ...ends, canBeEmpty: ends.canBeEmpty || part.min === 0 };
}

function connect(walk: Walk, from: readonly number[], to: readonly number[]): void {
  walk.edges += from.length * to.length;
  if (walk.edges > MAX_EDGES) return;
  for (const at of from) walk.list[at]?.next.push(...to);
}

/** Whether texts of several forms fit. */
function isVariable(part: Part): boolean {
  if (part.kind === 'group') return isVariable(part.part);
  if (part.kind === 'sequence') return part.parts.some(isVariable);
  return part.kind === 'choice' || (part.kind === 'repeat' && (part.min !== part.max || isVariable(part.part)));
}

const LONGEST_SAMPLE = 200;

/** A short text that fits. */
function sampleOf(walk: Walk, part: Part): string {
  switch (part.kind) {
    case 'set':
      return walk.letters.sampleOf(part.set);
    case 'sequence':
      return part.parts
        .map((inner) => sampleOf(walk, inner))
        .join('')
        .slice(0, LONGEST_SAMPLE);
    case 'choice':
      return part.parts[0] === undefined ? '' : sampleOf(walk, part.parts[0]);
    case 'group':
      return sampleOf(walk, part.part);
    case 'repeat':
      return sampleOf(walk, part.part).repeat(Math.min(part.min, LONGEST_SAMPLE)).slice(0, LONGEST_SAMPLE);
    default:
      return '';
  }
}
