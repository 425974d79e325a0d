/** (before, after) → Change[]: pure and total, in a fixed order. */
import { compareText } from '../diagnostic.ts';
import type { Plan, SkillPlan, ToolPlan } from '../plan/model.ts';
import type { Change, Level, Pair } from './change.ts';
import { CHANGES } from './changes/index.ts';
import { pairUp } from './pair.ts';
import { isSame } from './same.ts';

/** Nothing when the Plans say the same to callers and models. The gravest first, then by subject and kind. */
export function diff(before: Plan, after: Plan): Change[] {
  const pairs = pairUp(before, after);
  const changed = { ...pairs, tool: pairs.tool.filter(isChanged), skill: pairs.skill.filter(isChanged) };
  const changes = CHANGES.flatMap((kind) => kind.run(changed));
  return changes.sort(
    (a, b) =>
      GRAVITY.indexOf(a.level) - GRAVITY.indexOf(b.level) ||
      compareText(a.subject, b.subject) ||
      compareText(a.kind, b.kind) ||
      compareText(a.fingerprint, b.fingerprint),
  );
}

const GRAVITY: readonly Level[] = ['breaking', 'unknown', 'risky', 'safe'];

/** Most tools and skills are the same in both: no kind needs to look at them. */
function isChanged(pair: Pair<ToolPlan | SkillPlan>): boolean {
  return !isSame(pair);
}
