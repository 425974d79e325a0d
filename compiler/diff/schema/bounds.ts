/** Bounds of numbers, strings and arrays: which became tighter, which looser. */
import type { JsonObject } from '@haft/runtime/language';
import type { Forms } from './forms.ts';

export interface BoundChange {
  readonly path: readonly [string];
  /** `{ maximum: 100 }`; undefined where there is no bound. */
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
}

const LOWER = ['minimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

/** Fewer values pass than before. */
export function tightened(forms: Forms | undefined): BoundChange[] {
  return forms ? [...moved(forms, LOWER, 1), ...moved(forms, UPPER, -1)] : [];
}

/** More values pass than before. */
export function loosened(forms: Forms | undefined): BoundChange[] {
  return forms ? [...moved(forms, LOWER, -1), ...moved(forms, UPPER, 1)] : [];
}

type Bound = (typeof LOWER | typeof UPPER)[number];

function moved({ before, after }: Forms, bounds: readonly Bound[], direction: 1 | -1): BoundChange[] {
  return bounds
    .filter((bound) => (value(after[bound], bound) - value(before[bound], bound)) * direction > 0)
    .map((bound) => ({ path: [bound], before: named(bound, before[bound]), after: named(bound, after[bound]) }));
}

function named(bound: Bound, given: number | undefined): JsonObject | undefined {
  return given === undefined ? undefined : { [bound]: given };
}

/** A value that means no bound; no string has fewer than 0 characters. */
function value(given: number | undefined, bound: Bound): number {
  if (given !== undefined) return given;
  if (bound === 'minLength' || bound === 'minItems') return 0;
  return bound === 'minimum' ? -Number.MAX_VALUE : Number.MAX_VALUE;
}
