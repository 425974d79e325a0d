/** Records the results of a run in `haft.evals.json`, as `haft release` reads them (EXT §9.3). */
import type { Gate } from '../judge/gate.ts';
import { plannedChoices } from '../../../versions/receipts/planned-choices.ts';
import { isRight, scoreOf } from '../figures/figures.ts';
import { type CaseRun, type ChoiceRun, isVoid, voidStep } from '../figures/suite.ts';
import { type Choice, allChoices, choiceKey } from '../../../versions/receipts/choice.ts';
import { type RunFacts, makeRecord, readResults } from '../records/make-record.ts';
import { type Score, withRecord } from '../../../versions/receipts/record.ts';
import type { Plan } from '../../../plan/model.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { evalEvidence } from '../../../edge/project/policy.ts';
import { parseJson, readText } from '../../../edge/project/record-file.ts';
import { RECORDS, loadRecords, saveRecords } from '../../../edge/project/recorded.ts';
import type { Project } from '../../../edge/project/project.ts';
import { problemOf } from '../../../versions/receipts/stale.ts';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import type { ExitCode, Invocation } from '../../../edge/command-line/command.ts';
import { commandAgain, stepAgain } from './command-again.ts';
import { checkRecorded } from './model-entry.ts';

/** Who gave the results. */
export type RunSource = Omit<RunFacts, 'date'>;

export const OFFLINE: RunSource = { model: 'offline', tier: 'offline' };

interface Results {
  /** With all cases of each choice: a run of some must not take the place of a record of all. */
  readonly plan: Plan;
  readonly runs: readonly ChoiceRun[];
  readonly of: RunSource;
  readonly gate: Gate;
  /** Of the run. */
  readonly invocation: Invocation;
}

/** @throws Failure where a case has no result, for a record covers all cases of its choice, and where the run shows nothing. */
export function recordRuns(project: Project, { plan, runs, of, gate, invocation }: Results, today: string): void {
  checkRecorded(of, project.settings.evalRuns);
  const run = { ...of, date: today };
  let records = loadRecords(project.root);
  const whole = new Map(allChoices(plan, plannedChoices(project.settings.choices)).map((one) => [choiceKey(one), one]));
  for (const { choice: part, cases } of runs) {
    const choice = whole.get(choiceKey(part)) ?? part;
    const seeds = of.seeds && answeredSeeds(cases, of.seeds);
    const outcome = makeRecord(choice, { ...run, ...(seeds && { seeds }) }, new Map(cases.flatMap(recordedScore)));
    if ('problem' in outcome)
      throw new Failure(
        `The results of ${choice.kind} "${choice.name}" were not recorded: ${outcome.problem}.`,
        outcome.hint ?? hintFor(part, choice, invocation),
      );
    records = withRecord(records, outcome.record);
  }
  const [nothing] = gate.verdict === 'void' ? gate.problems : [];
  if (nothing !== undefined) throw new Failure(`The results were not recorded: ${nothing}`, voidHint(runs, invocation));
  if (runs.length === 0) return;
  saveRecords(project.root, records);
  process.stdout.write(`Results of ${pluralize(runs.length, 'choice')} recorded in ${RECORDS}; commit the file.\n`);
}

function voidHint(runs: readonly ChoiceRun[], invocation: Invocation): string {
  if (isVoid(runs)) return voidStep(runs);
  const isJudged = runs.some(({ cases }) => cases.some((run) => isRight(run) !== undefined));
  return isJudged
    ? 'Add a case that expects a certain call: without one, results show nothing.'
    : `${stepAgain(invocation)}.`;
}

/** Cases that were not run are left out by a name or by --only; others had no answer. */
function hintFor(part: Choice, whole: Choice, invocation: Invocation): string {
  const { kind, name, cases } = whole;
  if (part.cases.length === cases.length) return `${stepAgain(invocation)}, until every case has an answer.`;
  const all = commandAgain({ ...invocation, positionals: [name] }, ['only']);
  return `A record has all cases of ${kind} "${name}": run \`${all}\`.`;
}

function recordedScore(run: CaseRun): [string, Score][] {
  const isSkipped = run.trials.every(({ kind }) => kind === 'not-judged');
  return isRight(run) === undefined && !isSkipped ? [] : [[run.one.id, scoreOf(run)]];
}

/** The seeds with which every case that was asked had an answer: a record claims no others. A case has a trial for each. */
function answeredSeeds(cases: readonly CaseRun[], seeds: readonly number[]): readonly number[] {
  return seeds.filter((_, place) => cases.every(({ trials }) => trials[place]?.kind !== 'error'));
}

/** @throws Failure where a result is not one of the current specs. */
export function recordFrom(project: Project, plan: Plan, file: string, today: string): ExitCode {
  const earlier = evalEvidence(project);
  const choices = allChoices(plan, earlier.choices);
  const read = readResults(parseJson(readText(file), file), choices, today);
  if ('problem' in read)
    throw new Failure(
      `"${file}" cannot be recorded: ${read.problem}.`,
      read.hint ?? 'Fix it; `haft eval --help` shows the format.',
    );
  const replaced = earlier.records.records.find((one) => {
    return !one.reported && read.records.some(({ choice, model }) => choice === one.choice && model === one.model);
  });
  if (replaced)
    throw new Failure(
      `"${file}" cannot be recorded: Haft asked "${replaced.model}" itself for ${replaced.choice} on ${replaced.date}, and reported results would replace these.`,
      `Remove the record of ${replaced.choice} with "${replaced.model}" from ${RECORDS} first, or record results of another model.`,
    );
  const records = read.records.reduce(withRecord, earlier.records);
  saveRecords(project.root, records);
  const lines = read.records.map((one) => {
    const choice = choices.find((candidate) => choiceKey(candidate) === one.choice);
    const problem = choice && problemOf(choice, { ...earlier, records }, today);
    return `${one.choice} with ${one.model}: ${one.passed} of ${one.n} passed; reported, not run.${problem === undefined ? '' : ` ${problem}`}\n`;
  });
  const count = pluralize(read.records.length, 'result');
  process.stdout.write(escapeUnsafe(`${lines.join('')}${count} recorded in ${RECORDS}; commit the file.\n`));
  return 0;
}
