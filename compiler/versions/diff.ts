/** Compares two Plans: every change between them, in a fixed order; pure and total. */
import { compareText } from '../base/diagnostic.ts';
import { memoizeBy } from '../base/memo.ts';
import type { Plan } from '../plan/model.ts';
import type { AllPairs, Change, ChangeLevel, ServerPair } from './change.ts';
import { CHANGES } from './changes/index.ts';
import { mapInSteps, type OnStep } from '../base/progress.ts';
import { pairUp } from './pair.ts';
import { isSame } from './same.ts';

/** Empty when the Plans are the same for callers and models. The most severe first, then by subject and kind. */
export function diff(before: Plan, after: Plan, onStep?: OnStep): Change[] {
  const { server, skill } = pairUp(before, after);
  // Most skills are the same in both: no kind needs to look at them.
  const changes = [
    ...mapInSteps(server, ['comparing', 'servers'], onStep, inServer).flat(),
    ...changesOf({ ...NONE, skill: skill.filter((pair) => !isSame(pair)) }),
  ];
  return changes.sort(
    (a, b) =>
      GRAVITY.indexOf(a.level) - GRAVITY.indexOf(b.level) ||
      compareText(a.subject, b.subject) ||
      compareText(a.kind, b.kind) ||
      compareText(a.fingerprint, b.fingerprint),
  );
}

const NONE: AllPairs = { server: [], tool: [], schema: [], skill: [] };

const inServer = memoizeBy((pair: ServerPair): readonly Change[] => {
  return changesOf({ server: [pair], tool: pair.changed, schema: pair.schemas, skill: [] });
});

function changesOf(pairs: AllPairs): Change[] {
  return CHANGES.flatMap((kind) => kind.run(pairs));
}

const GRAVITY: readonly ChangeLevel[] = ['breaking', 'unknown', 'risky', 'safe'];
