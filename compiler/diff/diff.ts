/** (before, after) → Change[]: pure and total, in a fixed order. */
import { compareText } from '../diagnostic.ts';
import type { Plan } from '../plan/model.ts';
import type { Change, Level } from './change.ts';
import { CHANGES } from './changes/index.ts';
import { pairUp } from './pair.ts';

/** Nothing when the Plans say the same to callers and models. The gravest first, then by subject and kind. */
export function diff(before: Plan, after: Plan): Change[] {
  const pairs = pairUp(before, after);
  const changes = CHANGES.flatMap((kind) => kind.run(pairs));
  return changes.sort(
    (a, b) =>
      GRAVITY.indexOf(a.level) - GRAVITY.indexOf(b.level) ||
      compareText(a.subject, b.subject) ||
      compareText(a.kind, b.kind) ||
      compareText(a.fingerprint, b.fingerprint),
  );
}

const GRAVITY: readonly Level[] = ['breaking', 'unknown', 'risky', 'safe'];
