/** The recorded results of one tool or skill, for reports that show what is known of it. */
import { ownMember } from '@haft/runtime/language';
import { type About, compareText } from '../../base/diagnostic.ts';
import type { Plan, PlannedChoice } from '../../plan/model.ts';
import { shownTools } from '../../plan/named-tools.ts';
import { allChoices, type Choice, choiceKey } from './choice.ts';
import { type EvalRecord, type EvalRecords, type Score, sumOf } from './record.ts';

export interface RecordedScore extends Score {
  /** What haft.yaml shows together; absent where the server or skill was tested alone. */
  readonly choice?: string;
  readonly model: string;
  readonly tier: EvalRecord['tier'];
  /** YYYY-MM-DD */
  readonly date: string;
  /** Whether it was recorded with the current texts; otherwise with earlier ones. */
  readonly current: boolean;
  /** Whether another program ran it. */
  readonly reported: boolean;
}

/** Alone first, then by choice; each by model. Of the server itself: the sum of its tools. */
export function recordedScores(
  target: About,
  plan: Plan,
  { records }: EvalRecords,
  together: readonly PlannedChoice[],
): readonly RecordedScore[] {
  if (records.length === 0) return [];
  const choices = allChoices(plan, together).flatMap((choice) => {
    const names = ownersIn(choice, target);
    return names ? [{ choice, names }] : [];
  });
  return choices.flatMap(({ choice, names }) => {
    const own = records.filter((record) => record.choice === choiceKey(choice));
    return own.flatMap((record) => scoreIn(record, choice, names)).toSorted((a, b) => compareText(a.model, b.model));
  });
}

/** The owners of the cases that say something of the target; undefined where the choice does not have it. */
function ownersIn({ servers, skills }: Choice, { server, tool, skill }: About): readonly string[] | undefined {
  if (skill !== undefined) return skills.some(({ name }) => name === skill) ? [skill] : undefined;
  if (!servers.some(({ name }) => name === server)) return undefined;
  return [...shownTools(servers)].flatMap(([name, one]) =>
    one.server.name === server && (tool === undefined || one.tool.name === tool) ? [name] : [],
  );
}

function scoreIn(record: EvalRecord, choice: Choice, names: readonly string[]): readonly RecordedScore[] {
  const { model, tier, date, hash, tools, reported = false } = record;
  const score = sumOf([...new Set(names)].flatMap((name) => ownMember(tools, name) ?? []));
  if (score.n === 0) return [];
  const where = choice.kind === 'choice' ? { choice: choice.name } : {};
  return [{ ...where, model, tier, date, current: hash === choice.hash, reported, ...score }];
}
