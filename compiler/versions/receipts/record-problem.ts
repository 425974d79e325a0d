/** Why a recorded result does not count for a release. */
import { ownMember } from '@haft/runtime/language';
import { cut } from '../../base/text/escape.ts';
import type { Choice } from './choice.ts';
import type { EvalLack } from './lack.ts';
import { shortfallOf } from './pass-mark.ts';
import type { EvalRecord, Score } from './record.ts';
import { TIERS } from './tiers.ts';

/** What a project asks of a record (`evals:` in haft.yaml). */
export interface EvalGate {
  /** The least share of trials that pass, from 0 to 1. */
  readonly tool: number;
  /** Whether results of the tier `offline` count. */
  readonly offline: boolean;
  /** The models of haft.yaml: each is asked for. Without any, one valid record of any model is enough. */
  readonly models?: readonly string[];
  /** The name that haft.yaml has for each of them, by which a command asks it. */
  readonly names?: ReadonlyMap<string, string>;
}

/** What is missing for a release, and the sentence about it. */
export interface Lack {
  readonly says: string;
  readonly lack: EvalLack;
  /** Whose results are missing; absent where that is no one model. */
  readonly model?: string;
}

interface Problem extends Lack {
  /** The higher, the closer the record is to being valid. */
  readonly rank: number;
}

/** Undefined where it counts. `today`: YYYY-MM-DD. */
export function problemOfRecord(
  record: EvalRecord,
  choice: Choice,
  gate: EvalGate,
  today: string,
): Problem | undefined {
  const { model, tier, date, hash, casesHash, cases } = record;
  const problem = (rank: number, says: string, lack: EvalLack = 'current'): Problem => {
    return { rank, says: `The results of "${model}" ${says}`, lack, model };
  };
  if (TIERS[tier].isOffline && !gate.offline)
    return problem(0, `are of the tier ${tier}, which does not count.`, 'judged');
  if (date > today) return problem(1, `are dated ${date}, which is in the future.`);
  if (hash !== choice.hash) return problem(2, `of ${date} are for other descriptions.`);
  const missing = choice.cases.filter(({ id }) => !isJudged(ownMember(cases, id), tier));
  if (casesHash !== choice.casesHash || missing.length > 0) {
    const [first] = missing;
    const without = first ? `: ${JSON.stringify(cut(first.request, 80))} has no result` : '';
    return problem(3, `of ${date} are for other cases${without}.`);
  }
  if (record.n === 0) return problem(FAILED, `of ${date} judged none of the cases.`, 'judged');
  const shortfall = shortfallOf(record, gate.tool);
  if (shortfall !== undefined) return problem(FAILED, `of ${date} failed: ${shortfall}.`, 'passing');
  if (!record.reported || !gate.models?.includes(model)) return undefined;
  return problem(FAILED, 'are reported, not run: haft.yaml names this model, so Haft must ask it.', 'judged');
}

function isJudged(score: Score | undefined, tier: EvalRecord['tier']): boolean {
  return score !== undefined && (score.n > 0 || !TIERS[tier].judgesAll);
}

/** The rank of a record that is of these texts and cases, and does not count. */
export const FAILED = 4;
