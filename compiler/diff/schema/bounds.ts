/** Bounds of numbers, texts and lists: which became tighter, which looser. */
import type { Forms } from './forms.ts';

export interface BoundChange {
  readonly path: readonly [string];
  readonly before: number | undefined;
  readonly after: number | undefined;
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
    .map((bound) => ({ path: [bound], before: before[bound], after: after[bound] }));
}

/** What stands for no bound; nothing has fewer than no characters. */
function value(given: number | undefined, bound: Bound): number {
  if (given !== undefined) return given;
  if (bound === 'minLength' || bound === 'minItems') return 0;
  return bound === 'minimum' ? -Number.MAX_VALUE : Number.MAX_VALUE;
}
