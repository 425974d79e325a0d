/** Failure tests that never match or always do, details that find nothing, and notes that never appear. */
import type { FailureTest } from '@haft/runtime';
import { STEP_KEYS } from '../../../spec/behaviors/steps.ts';
import type { BehaviorUse, PlacedProblem, PlacedStep } from '../../../spec/behaviors/behavior.ts';
import { type OutputShape, canBeSomething, shapeAt } from '../../../spec/behaviors/output-shape.ts';
import { plainPointer, plainTests } from '../../../spec/behaviors/plain-pointers.ts';
import { nothingFound } from './fitting.ts';
import { cutsIn, notesOf } from './result-sources.ts';

/** Tests that no output can meet, or that each does; paths are below the tool. */
export function idleTests({ path, parts: { output, tests } }: PlacedStep): PlacedProblem[] {
  const isCheck = STEP_KEYS.some((key) => path.includes(key));
  return plainTests(tests, output).flatMap((test, at) => {
    if (test.pointer === 'stderr') return [];
    const target = shapeAt(output.schema, test.pointer);
    if (target && canBeSomething(target)) return [];
    const effect = test.finds === 'nothing' || (isCheck && !hasHolder(test, output)) ? EVERY : NEVER;
    return [{ path: [...path, 'fails_when', at, 'pointer'], ...nothingFound(test.pointer, output, effect) }];
  });
}

const NEVER = ', and this failure is never reported';
const EVERY = ', and every call fails';

/** A check fails where what the pointer looks into is no list or map. */
function hasHolder({ pointer }: FailureTest, { schema }: OutputShape): boolean {
  const holder = pointer === '' ? undefined : shapeAt(schema, pointer.replace(/\/[^/]*$/, ''));
  return (
    pointer === '' || (holder !== undefined && [holder, ...(holder.anyOf ?? [])].some(({ type }) => type !== 'string'))
  );
}

/** `detail` of the failures of a step that are read from its output; paths are below the tool. */
export function lostDetails({ path, parts: { output, details } }: PlacedStep): PlacedProblem[] {
  return details.flatMap(({ path: place, name }) => {
    const pointer = plainPointer(name, output);
    if ((pointer !== '' && !pointer.startsWith('/')) || shapeAt(output.schema, pointer)) return [];
    return [{ path: [...path, ...place], ...nothingFound(pointer, output, NO_DETAIL) }];
  });
}

const NO_DETAIL = ', and the message has no detail';

/** Notes of a result in which nothing can be left out; paths are below the tool. */
export function idleNotes({ key, steps, result = {} }: BehaviorUse): PlacedProblem[] {
  const base = [key, 'result'];
  if (steps.some(({ parts }) => parts.mayBeCut) || cutsIn(result, base).length > 0) return [];
  return notesOf(result).map((name) => ({ path: [...base, name], message: IDLE_NOTE, hint: CUT_HINT }));
}

const IDLE_NOTE = 'Nothing in this result is ever cut, so the note never appears.';
const CUT_HINT = 'Add `limit` or `slice` to the list or text that may be long, or remove the note.';
