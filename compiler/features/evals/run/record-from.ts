/** Records the results of another runner in `haft.evals.json` (`haft eval --from`). */
import { allChoices, choiceKey } from '../../../versions/receipts/choice.ts';
import { readResults } from '../records/read-results.ts';
import { withRecord } from '../../../versions/receipts/record.ts';
import { problemOf } from '../../../versions/receipts/stale.ts';
import type { Plan } from '../../../plan/model.ts';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { ExitCode } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { RECORDS, parseJson, readText, saveRecords } from '../../../edge/project/contract.ts';
import { evalEvidence } from '../../../edge/project/policy.ts';
import type { Project } from '../../../edge/project/project.ts';

/** @throws Failure where a result is not one of the current specs. */
export function recordFrom(project: Project, plan: Plan, file: string, today: string): ExitCode {
  const earlier = evalEvidence(project);
  const choices = allChoices(plan, earlier.choices);
  const read = readResults(parseJson(readText(file), file), choices, today);
  if ('problem' in read)
    throw new Failure(`"${file}" cannot be recorded: ${read.problem}.`, 'Fix it; `haft eval --help` shows the format.');
  const records = read.records.reduce(withRecord, earlier.records);
  saveRecords(project.root, records);
  const lines = read.records.map((one) => {
    const choice = choices.find((candidate) => choiceKey(candidate) === one.choice);
    const problem = choice && problemOf(choice, { ...earlier, records }, today);
    return `${one.choice} with ${one.model}: ${one.passed} of ${one.n} passed.${problem === undefined ? '' : ` ${problem}`}\n`;
  });
  const count = pluralize(read.records.length, 'result');
  process.stdout.write(escapeUnsafe(`${lines.join('')}${count} recorded in ${RECORDS}; commit the file.\n`));
  return 0;
}
