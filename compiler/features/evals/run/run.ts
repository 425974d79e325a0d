/** The ways to the results of `haft eval`: the offline reader, a model or an agent, and the parts of a run that was divided. */
import { ownMember } from '@haft/runtime/language';
import { type ToolId, type ToolNames, qualifiedName, toolNames } from '../../../check/tool-names.ts';
import { ambiguous } from '../../../edge/command-line/named-tool.ts';
import { type Sides, compareRuns, sidesOf } from '../figures/compare.ts';
import { type Shard, shardOf } from '../online/questions.ts';
import { isMixed, isMost } from '../figures/figures.ts';
import { choiceRun, outcomesOfBoth, runOffline, runsOf } from '../figures/suite.ts';
import { type Choice, type ChoiceCase, choiceKey, withSomeCases } from '../../../versions/receipts/choice.ts';
import { TIERS } from '../../../versions/receipts/tiers.ts';
import { type Form, type Invocation, textFlag, textFlags } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Project } from '../../../edge/project/project.ts';
import { type ComparedBase, baseOf } from '../../../edge/tasks/compare.ts';
import { requestKey } from './ask-all.ts';
import { type Interview, type OnlineRun, askWithProgress, askingOf } from './ask-sides.ts';
import type { OnlineTier } from './online-tier.ts';
import { withCalibrations } from '../records/calibration.ts';
import { loadCalibrations } from './calibrations.ts';
import type { FinishedRun, RunContext } from './run-context.ts';
import { commandWith } from './command-again.ts';
import { checkRecorded } from './model-entry.ts';
import { readParts } from './parts.ts';
import { OFFLINE } from './record-runs.ts';
import { sameOnlineTier } from './tier.ts';
import type { Score } from '../../../versions/receipts/record.ts';
import { type EvalEvidence, problemOf } from '../../../versions/receipts/stale.ts';
import { unknownName } from '../../../check/analysis/unknown-name.ts';

export const ONLY = ['failed', 'flaky', 'stale'] as const;

type Named = Pick<ComparedBase, 'plan' | 'label'>;

export async function baseNamed(project: Project, invocation: Invocation): Promise<Named | undefined> {
  const against = textFlag(invocation, 'against');
  if (against === undefined) return undefined;
  const where = against === 'contract' ? undefined : against;
  return baseOf(project, { cwd: invocation.cwd, against: where, baseSpecs: undefined });
}

export const SHARD: Form = {
  expected: 'a part such as 2/4',
  example: '1/4',
  accepts: (written) => shardOf(written) !== undefined,
};

/** @throws Failure with a flag that needs the whole. */
export function shardFlag(invocation: Invocation): Shard | undefined {
  const written = textFlag(invocation, 'shard');
  if (written === undefined) return undefined;
  const shard = shardOf(written);
  const { flags, lists } = invocation;
  const whole = ['record', 'suggest', 'fix'].find((flag) => flags[flag] === true || lists[flag] !== undefined);
  if (whole !== undefined)
    throw new Failure(
      `The flag --${whole} needs the results of all parts, and --shard runs one.`,
      `Combine the parts first: \`haft eval merge <files> --${whole}\`.`,
    );
  return shard;
}

export function runOfflineTier(
  sides: readonly Sides[],
  base: Named | undefined,
  { planned, project }: RunContext,
): FinishedRun {
  const calibrations = loadCalibrations(project.root);
  const runs = runOffline(
    sides.map(({ after }) => after),
    planned.plan.skills,
  ).map((run) => withCalibrations(run, calibrations));
  const before = runOffline(
    sides.flatMap((one) => one.before ?? []),
    base?.plan.skills ?? [],
  );
  const comparison = compareRuns(outcomesOfBoth({ before, after: runs }), 0);
  const compared = base && { label: base.label, before, comparison };
  return { heading: "Offline tier: words only, not a model's accuracy", runs, compared, of: OFFLINE };
}

/** Nothing after `--dry-run`. */
export async function runAsked(
  sides: readonly Sides[],
  base: Named | undefined,
  tier: OnlineTier,
  scene: RunContext,
): Promise<FinishedRun | undefined> {
  const { invocation, project } = scene;
  if (invocation.flags['record'] === true) checkRecorded(tier.recorded, project.settings.evalRuns);
  // With --fix it asks, and writes nothing.
  if (invocation.flags['dry-run'] === true && textFlags(invocation, 'fix').length === 0) {
    const questions = tier.questions(sides, tier.seeds);
    const { cache } = askingOf(tier, scene);
    const count = questions.filter((one) => cache.get(requestKey(tier, one)) !== undefined).length;
    const rest = count === 0 ? '' : ` ${count} of them are already answered.`;
    process.stdout.write(`${tier.forecast(questions)}. Nothing was sent.${rest}\n`);
    return undefined;
  }
  return askInterruptibly(sides, base, askingOf(tier, scene));
}

/** `firstRound`: the results of the first round, where they are known. */
async function askInterruptibly(
  sides: readonly Sides[],
  base: Named | undefined,
  asking: Interview,
  firstRound?: Pick<OnlineRun, 'before' | 'after'>,
): Promise<FinishedRun> {
  const { heading, recorded, seeds } = asking.tier;
  const { before, after, comparison } = await askWithProgress(sides, asking, firstRound);
  const compared = base && comparison && { label: base.label, before, comparison };
  return { heading, runs: after, compared, of: { ...recorded, seeds }, asking };
}

/** The same result as that of the whole run; only a loss that has to be seen again is asked for. */
export async function runMerged(
  files: readonly string[],
  choices: readonly Choice[],
  earlier: readonly Choice[],
  base: Named | undefined,
  scene: RunContext,
): Promise<FinishedRun> {
  const { run, usage, trials } = readParts(files, choices, base?.label, scene.invocation.cwd);
  const trialsOf = (choice: Choice, { id }: ChoiceCase, side: keyof Sides) =>
    trials[side].get(choiceKey(choice))?.get(id);
  const covered = withSomeCases(choices, (one, choice) => trialsOf(choice, one, 'after') !== undefined);
  const sides = sidesOf(covered, earlier);
  const results = runsOf(sides, (choice, side) => choiceRun(choice, (one) => trialsOf(choice, one, side) ?? []));
  const { heading, ...of } = run;
  const result = { heading, runs: results.after, compared: undefined, of, usage };
  if (!base) return result;
  const { isOffline } = TIERS[of.tier];
  const first = compareRuns(outcomesOfBoth(results), ...(isOffline ? [0] : []));
  if (first.verdict !== 'worse' || isOffline)
    return { ...result, compared: { label: base.label, before: results.before, comparison: first } };
  const why = `${first.lost.length} cases were lost and ${first.won.length} won: they are repeated before they count.`;
  const tier = await sameOnlineTier(of, scene.invocation, scene.project.settings, why);
  return { ...(await askInterruptibly(sides, base, askingOf(tier, scene), results)), usage };
}

/** Commands of `haft eval` that read files, with the names of some; without any, the word is that of a server, skill, tool or choice. */
const OF_FILES: Readonly<Record<string, string>> = {
  harvest: 'session.jsonl',
  merge: 'part-1.json part-2.json',
};

/** All choices with cases, or those of some servers, skills, tools and choices. */
export function chosenCases(choices: readonly Choice[], names: readonly string[]): readonly Choice[] {
  const all = choices.filter(({ cases }) => cases.length > 0);
  if (names.length === 0) return all;
  const testedTools = toolNames(all.flatMap(({ cases }) => cases.flatMap(({ tool }) => tool ?? [])));
  const others = new Set(all.map(({ name }) => name));
  const chosen = names.flatMap((written) => (others.has(written) ? [] : chosenTool(written, testedTools, others)));
  return withSomeCases(
    all,
    ({ tool, owner, home }, { name }) =>
      names.includes(name) ||
      (home === 'skill' && names.includes(owner)) ||
      (tool !== undefined && chosen.some((id) => qualifiedName(id) === qualifiedName(tool))),
  );
}

/** @throws Failure for a name of nothing that has evals, or of several tools. */
function chosenTool(written: string, tools: ToolNames, others: ReadonlySet<string>): ToolId {
  const [match, ...more] = tools.resolve(written);
  const files = ownMember(OF_FILES, written);
  if (!match && files !== undefined)
    throw new Failure(`\`haft eval ${written}\` needs files.`, `Name them: \`haft eval ${written} ${files}\`.`);
  if (!match)
    throw new Failure(
      ...unknownName('server, skill, tool or choice with evals', written, [...others, ...tools.plain()]),
    );
  if (more.length > 0) throw ambiguous(written, [match, ...more].map(qualifiedName));
  return match;
}

/** The cases that some record has as failed or flaky, or all cases of the choices that have no valid record. */
export function onlyRecorded(
  choices: readonly Choice[],
  invocation: Invocation,
  evidence: EvalEvidence,
  today: string,
): readonly Choice[] {
  const only = textFlag(invocation, 'only');
  if (only === undefined) return choices;
  if (only !== 'stale' && evidence.records.records.length === 0)
    throw new Failure(
      'No results are recorded in haft.evals.json.',
      `Record some first: \`${commandWith(invocation, '--record', ['only'])}\`.`,
    );
  if (only === 'stale') return choices.filter((choice) => problemOf(choice, evidence, today) !== undefined);
  const isMeant = (score: Score) => (only === 'flaky' ? isMixed(score) : score.n > 0 && !isMost(score.passed, score.n));
  return withSomeCases(choices, ({ id }, choice) => {
    const own = evidence.records.records.filter((record) => record.choice === choiceKey(choice));
    return own.some((record) => isMeant(record.cases[id] ?? { passed: 0, n: 0 }));
  });
}
