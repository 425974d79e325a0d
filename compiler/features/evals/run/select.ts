/** Which cases of a project are run: of one name, or those that a record says something of. */
import { choiceKey } from '../../../versions/receipts/choice.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import type { Score } from '../../../versions/receipts/record.ts';
import { problemOf } from '../../../versions/receipts/stale.ts';
import type { EvalEvidence } from '../../../versions/receipts/stale.ts';
import { unknownName } from '../../../check/analysis/unknown-name.ts';
import { Failure } from '../../../edge/command-line/failure.ts';

/** All choices with cases, or those of some servers, skills, tools and choices. */
export function chosenCases(choices: readonly Choice[], names: readonly string[]): readonly Choice[] {
  const all = choices.filter(({ cases }) => cases.length > 0);
  if (names.length === 0) return all;
  const known = new Set(all.flatMap((choice) => [choice.name, ...choice.cases.map(({ owner }) => owner)]));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Failure(...unknownName('server, skill, tool or choice with evals', unknown, known));
  return all.flatMap((choice): readonly Choice[] => {
    if (names.includes(choice.name)) return [choice];
    const cases = choice.cases.filter(({ owner }) => names.includes(owner));
    return cases.length === 0 ? [] : [{ ...choice, cases }];
  });
}

export const ONLY = ['failed', 'flaky', 'stale'] as const;

/** The cases that some record has as failed or flaky, or all cases of the choices that have no valid record. */
export function onlyRecorded(
  choices: readonly Choice[],
  only: string | undefined,
  evidence: EvalEvidence,
  today: string,
): readonly Choice[] {
  if (only === undefined) return choices;
  if (only !== 'stale' && evidence.records.records.length === 0)
    throw new Failure('No results are recorded in haft.evals.json.', 'Record some first: `haft eval --record`.');
  if (only === 'stale') return choices.filter((choice) => problemOf(choice, evidence, today) !== undefined);
  const isMeant = ({ passed, n }: Score): boolean =>
    only === 'flaky' ? passed > 0 && passed < n : n > 0 && passed * 2 <= n;
  return choices.flatMap((choice) => {
    const own = evidence.records.records.filter((record) => record.choice === choiceKey(choice));
    const cases = choice.cases.filter(({ id }) =>
      own.some((record) => isMeant(record.cases[id] ?? { passed: 0, n: 0 })),
    );
    return cases.length === 0 ? [] : [{ ...choice, cases }];
  });
}
