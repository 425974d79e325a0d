/** `haft eval calibrate`: asks a model all cases once, and keeps what it called in haft.calibration.json. */
import { groupBy } from '../../../base/groups.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import type { ExitCode } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { todayOf } from '../../../edge/project/today.ts';
import { type Choice, choiceKey } from '../../../versions/receipts/choice.ts';
import { sidesOf } from '../figures/compare.ts';
import { isVoid, voidStep } from '../figures/suite.ts';
import { type Calibration, calibrationOf } from '../records/calibration.ts';
import { whyUnjudged } from '../report/comparison.ts';
import { evalSummary, usageText } from '../report/figures-text.ts';
import { CALIBRATIONS, loadCalibrations, saveCalibrations } from './calibrations.ts';
import { refuseFlags, usageOf } from './ask-sides.ts';
import type { RunContext } from './run-context.ts';
import { runAsked, runOfflineTier } from './run.ts';
import { onlineTierOf } from './tier.ts';

export const CALIBRATE = 'calibrate';
const OTHER_RUNS = new Set(['record', 'suggest', 'fix', 'shard', 'only', 'against', 'from', 'format']);

/** `all`: the choices of the project; what was kept of others is dropped. */
export async function calibrate(
  chosen: readonly Choice[],
  all: readonly Choice[],
  scene: RunContext,
): Promise<ExitCode> {
  const { project, invocation } = scene;
  refuseFlags(invocation, CALIBRATE, (flag) => OTHER_RUNS.has(flag));
  const tier = await onlineTierOf(invocation, project.settings, 'model');
  if (!tier) throw new Failure('The offline tier cannot be calibrated with itself.', 'Name a model: --tier model.');
  const sides = sidesOf(chosen, []);
  const finished = await runAsked(sides, undefined, tier, scene);
  if (!finished) return 0;
  const { runs, asking, of } = finished;
  if (asking) process.stderr.write(escapeUnsafe(`${usageText(usageOf(asking))}\n`));
  if (isVoid(runs)) throw new Failure('Nothing was ever called, so nothing was kept.', voidStep(runs));
  const added = runs
    .map((run) => calibrationOf(run, { ...of, date: todayOf(invocation) }))
    .filter(({ calls }) => Object.keys(calls).length > 0);
  if (added.length === 0) {
    const [first] = runs.flatMap(({ cases }) => cases);
    const reason = first ? whyUnjudged(first) : 'no case was asked.';
    const hint = 'Run the command again once the model answers.';
    throw new Failure(`No case had an answer, so nothing was kept: ${reason}`, hint);
  }
  keep(project.root, added, all);
  process.stdout.write(escapeUnsafe(evalSummary(finished.heading, runs)));
  const { heading, runs: readings } = runOfflineTier(sides, undefined, scene);
  process.stdout.write(escapeUnsafe(evalSummary(heading, readings)));
  process.stdout.write(`Calls of ${pluralize(added.length, 'choice')} kept in ${CALIBRATIONS}; commit the file.\n`);
  return 0;
}

/** The new ones in place of those of the same choice and model; calls of cases that were not asked this time stay. */
function keep(root: string, added: readonly Calibration[], all: readonly Choice[]): void {
  const keyOf = ({ choice, model }: Calibration): string => JSON.stringify([choice, model]);
  const [fresh, choices] = [new Map(added.map((one) => [keyOf(one), one])), groupBy(all, choiceKey)];
  const stored = loadCalibrations(root).filter(({ choice }) => choices.has(choice));
  const others = stored.filter((one) => !fresh.has(keyOf(one)));
  const joined = added.map((one) => {
    const earlier = stored.find((other) => keyOf(other) === keyOf(one) && isSameModel(other, one));
    const cases = choices.get(one.choice)?.flatMap((choice) => choice.cases) ?? [];
    const calls = cases.flatMap(({ mark }) => {
      const call = one.calls[mark] ?? earlier?.calls[mark];
      return call === undefined ? [] : [[mark, call] as const];
    });
    return { ...one, calls: Object.fromEntries(calls) };
  });
  saveCalibrations(root, [...others, ...joined]);
}

/** Calls with other texts, or of a model behind another address, say nothing of these. */
function isSameModel(a: Calibration, b: Calibration): boolean {
  return a.hash === b.hash && a.tier === b.tier && a.engine === b.engine;
}
