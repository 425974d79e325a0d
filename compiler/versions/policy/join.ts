/** Joins each judgment with its change, so that a fact is reported once. */
import type { Change } from '../change.ts';

/** Judgments about no single change come first, as they are. */
export function joinJudgments(judgments: readonly Change[], changes: readonly Change[]): Change[] {
  const known = new Map(changes.map((change) => [change.fingerprint, change.fingerprint]));
  const byTarget = new Map(changes.toReversed().map((change) => [placeOf(change), change.fingerprint]));
  const judged = new Map<string, Change[]>();
  const alone = judgments.filter((judgment) => {
    const mark = judgment.judges === undefined ? byTarget.get(placeOf(judgment)) : known.get(judgment.judges);
    if (mark === undefined) return true;
    judged.set(mark, [...(judged.get(mark) ?? []), judgment]);
    return false;
  });
  const joined = changes.map((change) => {
    const violations = judged.get(change.fingerprint);
    return violations ? { ...change, violations } : change;
  });
  return [...alone, ...joined];
}

function placeOf({ target: { server, tool, skill, path } }: Change): string {
  return JSON.stringify([server, tool, skill, path]);
}
