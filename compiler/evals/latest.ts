/** The recorded results of one tool or skill, for reports that show what is known of it. */
import { ownMember } from '@haft/runtime/language';
import type { About } from '../diagnostic.ts';
import { compareText } from '../diagnostic.ts';
import type { Plan } from '../plan/model.ts';
import { choiceKey, choicesOf } from './choice.ts';
import type { EvalRecord, EvalRecords, Score } from './record.ts';

export interface RecordedScore extends Score {
  readonly model: string;
  readonly tier: EvalRecord['tier'];
  /** YYYY-MM-DD */
  readonly date: string;
  /** Whether it was recorded with the current texts; otherwise with earlier ones. */
  readonly current: boolean;
}

/** By model. Of the server itself: the sum of its tools. */
export function recordedScores(
  { server, tool, skill }: About,
  plan: Plan,
  { records }: EvalRecords,
): readonly RecordedScore[] {
  if (records.length === 0) return [];
  const key = skill === undefined ? `server/${server ?? ''}` : `skill/${skill}`;
  const choice = choicesOf(plan).find((one) => choiceKey(one) === key);
  return records
    .filter((record) => record.choice === key)
    .flatMap((record): RecordedScore[] => {
      const { model, tier, date, hash, tools } = record;
      const score = tool === undefined ? record : ownMember(tools, tool);
      if (!score || score.n === 0) return [];
      return [{ model, tier, date, current: hash === choice?.hash, passed: score.passed, n: score.n }];
    })
    .toSorted((a, b) => compareText(a.model, b.model));
}
