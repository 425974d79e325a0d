/** Compiles the parts of a pattern to a graph of steps (an NFA). */
import type { Pattern, PatternPart, PatternRepeat } from './parse.ts';

/** Steps that all patterns of one validation may take together: well below a second. */
export const MAX_STEPS = 8_000_000;

/** What is done at a step; all have the same members, because the engine is quicker then. */
export interface PatternStep {
  readonly id: number;
  readonly kind: 'set' | 'split' | 'edge' | 'look' | 'end' | 'keep' | 'clear' | 'moved' | 'reference';
  /** A set, the bits of edges, a look, a slot; or the first of the slots to clear. */
  readonly of: number;
  /** The index after the last slot to clear; otherwise 1 for what is negative or read backward, plus 2 for a reference in any case. */
  readonly to: number;
  next: PatternStep;
  other: PatternStep;
}

/** A program and how many steps it has. */
export interface Steps {
  readonly first: PatternStep;
  readonly size: number;
}

/** How a part is written out. */
interface Writing {
  readonly names: Pattern['names'];
  readonly backward: boolean;
  /** How many slots there are; without it, groups are not kept, and repeats may take empty turns: an automaton needs neither. */
  readonly slots: { count: number } | undefined;
  size: number;
}

/** Enough for `.{0,65535}`. */
const MAX_SIZE = 140_000;

/**
 * Writes a part out as steps; counted repeats are copied.
 *
 * @throws RangeError where it would be too many, or too deep for the stack
 */
export function stepsOf(part: PatternPart, { names }: Pattern, backward: boolean, slots?: { count: number }): Steps {
  const all: Writing = { names, backward, slots, size: 0 };
  const first = write(all, part, step(all, 'end', 0, 0));
  return { first, size: all.size };
}

function step(
  all: Writing,
  kind: PatternStep['kind'],
  of: number,
  to: number,
  next?: PatternStep,
  other?: PatternStep,
): PatternStep {
  if (all.size > MAX_SIZE) throw new RangeError('The pattern is too large.');
  // The end leads to itself.
  const added = { id: all.size, kind, of, to, next, other } as PatternStep;
  all.size += 1;
  added.next ??= added;
  added.other ??= added.next;
  return added;
}

function write(all: Writing, part: PatternPart, next: PatternStep): PatternStep {
  const { backward, slots } = all;
  switch (part.kind) {
    case 'set':
      return step(all, 'set', part.set, Number(backward), next);
    case 'sequence': {
      const parts = backward ? part.parts : part.parts.toReversed();
      return parts.reduce((after, inner) => write(all, inner, after), next);
    }
    case 'choice': {
      const branches = part.parts.map((inner) => write(all, inner, next));
      return branches.reduceRight((other, inner) => step(all, 'split', 0, 0, inner, other));
    }
    case 'group': {
      if (slots === undefined) return write(all, part.part, next);
      const slot = part.group * 2;
      const close = step(all, 'keep', slot + Number(!backward), 0, next);
      return step(all, 'keep', slot + Number(backward), 0, write(all, part.part, close));
    }
    case 'reference': {
      const groups = all.names.get(part.to) ?? [Number(part.to)];
      const how = Number(backward) + Number(part.anyCase) * 2;
      return groups.reduce((after, group) => step(all, 'reference', group * 2, how, after), next);
    }
    case 'repeat':
      return repeat(all, part, next);
    default:
      return step(all, part.kind, part.kind === 'edge' ? part.edge : part.look, Number(part.not), next);
  }
}

function repeat(all: Writing, part: PatternRepeat, next: PatternStep): PatternStep {
  const { min, max, lazy } = part;
  let entry = next;
  if (max === Infinity) {
    entry = step(all, 'split', 0, 0, next, next);
    const body = optional(all, part, entry);
    if (lazy) entry.other = body;
    else entry.next = body;
  }
  const copies = max === Infinity ? 0 : max - min;
  for (let count = 0; count < copies; count += 1) {
    const body = optional(all, part, entry);
    // A body that added no step adds none the next time.
    if (body === entry) break;
    entry = lazy ? step(all, 'split', 0, 0, next, body) : step(all, 'split', 0, 0, body, next);
  }
  for (let count = 0; count < min; count += 1) {
    const body = turn(all, part, entry);
    if (body === entry) break;
    entry = body;
  }
  return entry;
}

/** One iteration; captures of the previous one are cleared. */
function turn(all: Writing, { part, groups: [first, behind] }: PatternRepeat, after: PatternStep): PatternStep {
  const body = write(all, part, after);
  return all.slots === undefined || first === behind ? body : step(all, 'clear', first * 2, behind * 2, body);
}

/** A turn that has to get on (ECMA-262 22.2.2.3.1). */
function optional(all: Writing, part: PatternRepeat, after: PatternStep): PatternStep {
  if (all.slots === undefined || reads(part.part)) return turn(all, part, after);
  const slot = all.slots.count++;
  return step(all, 'keep', slot, 0, turn(all, part, step(all, 'moved', slot, 0, after)));
}

/** Whether it always reads at least one character. */
function reads(part: PatternPart): boolean {
  switch (part.kind) {
    case 'sequence':
      return part.parts.some(reads);
    case 'choice':
      return part.parts.every(reads);
    case 'group':
      return reads(part.part);
    case 'repeat':
      return part.min > 0 && reads(part.part);
    default:
      return part.kind === 'set';
  }
}

/** Remaining steps, of about 40 ns each; below zero every match is undecided. */
export interface StepBudget {
  left: number;
}
