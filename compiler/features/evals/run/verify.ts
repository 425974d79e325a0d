/** `haft eval verify --sample 10`: asks a sample of the cases that are recorded as right again, for no local file proves that it is not forged. */
import { randomInt } from 'node:crypto';
import { MODEL_NOISE, furtherSeeds, sidesOf } from '../figures/compare.ts';
import { isRight } from '../figures/figures.ts';
import { atLeast } from '../figures/statistics.ts';
import { type Choice, type ChoiceCase, choiceKey, withSomeCases } from '../../../versions/receipts/choice.ts';
import type { EvalRecord } from '../../../versions/receipts/record.ts';
import type { EvalEvidence } from '../../../versions/receipts/stale.ts';
import { textHash } from '../../../plan/hash.ts';
import { compareText } from '../../../base/diagnostic.ts';
import { escapeUnsafe } from '../../../base/text/escape.ts';
import { percent } from '../../../base/text/percent.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { type ExitCode, type Form, type Invocation, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { usageText } from '../report/figures-text.ts';
import { type Interview, askWithProgress, askingOf, refuseFlags, usageOf } from './ask-sides.ts';
import type { OnlineTier } from './online-tier.ts';
import type { RunContext } from './run-context.ts';
import { commandWith } from './command-again.ts';
import { onlineTierOf, tierOf } from './tier.ts';

const VERIFY = 'verify';

/** Without a change, fewer runs than this fail. */
const SIGNIFICANT = 0.01;

/** A case that is recorded as right in every trial. */
interface Recorded {
  readonly choice: Choice;
  readonly one: ChoiceCase;
}

interface Sample {
  readonly size: number;
  /** What draws it: the same text draws the same cases. */
  readonly seed: string;
}

const WRITTEN_SAMPLE = /^([1-9]\d{0,4})(?:@([\w.-]{1,64}))?$/;

export const SAMPLE: Form = {
  expected: 'a number of cases, or a number and a seed such as 10@4711',
  example: '10',
  accepts: (written) => WRITTEN_SAMPLE.test(written),
};

/** `10` or `10@4711`, which belongs to `haft eval verify` alone. @throws Failure for any other command. */
export function sampleFlag(invocation: Invocation): Sample | undefined {
  const written = textFlag(invocation, 'sample');
  const isVerify = invocation.positionals[0] === VERIFY;
  if (written === undefined && !isVerify) return undefined;
  if (written === undefined || !isVerify)
    throw new Failure(
      '`haft eval verify` and the flag --sample belong together.',
      'For example: haft eval verify --sample 10.',
    );
  const [, size = '', seed = String(randomInt(1_000_000))] = WRITTEN_SAMPLE.exec(written) ?? [];
  return { size: Number(size), seed };
}

/** @throws Failure where no record can be verified, or the engine cannot be used. */
export async function verifyRecords(
  choices: readonly Choice[],
  { records }: EvalEvidence,
  { size, seed }: Sample,
  context: Pick<RunContext, 'project' | 'invocation'>,
): Promise<ExitCode> {
  const asking = await askingAnew(context);
  const { tier } = asking;
  const pool = knownRight(choices, records.records, tier, context.invocation);
  const drawn = drawSample(pool, size, seed);
  const first = await askAgain(drawn, tier.seeds, asking);
  const suspects = drawn.filter(({ one }) => first.get(one) === false);
  const second = suspects.length === 0 ? first : await askAgain(suspects, furtherSeeds(tier.seeds), asking);
  const lost = suspects.filter(({ one }) => second.get(one) === false);
  // A suspect without a second answer is neither lost nor right.
  const last = new Map([...first, ...second]);
  const unanswered = drawn.filter(({ one }) => last.get(one) === undefined);
  const judged = drawn.length - unanswered.length;
  const chance = atLeast(lost.length, judged, MODEL_NOISE);
  const lines = [
    `${tier.heading}: sample ${drawn.length}@${seed} of ${pluralize(pool.length, 'case')} that are recorded as right`,
    ...lost.map(
      ({ choice, one }) => `  ${choiceKey(choice)}: ${JSON.stringify(one.request)} is wrong now, and was wrong again.`,
    ),
    ...unanswered.map(({ choice, one }) => `  ${choiceKey(choice)}: ${JSON.stringify(one.request)} has no answer.`),
    verdictLine(lost.length, judged, chance),
  ];
  process.stdout.write(escapeUnsafe(`${lines.join('\n')}\n`));
  process.stderr.write(escapeUnsafe(`${usageText(usageOf(asking))}\n`));
  if (judged === 0) return 2;
  return lost.length > 0 && chance < SIGNIFICANT ? 1 : 0;
}

/** Nothing that was known before the run: it may be what is forged. */
async function askingAnew({ project, invocation }: Pick<RunContext, 'project' | 'invocation'>): Promise<Interview> {
  refuseFlags(invocation, VERIFY, (flag) => OTHER_RESULTS.has(flag));
  const tier = await onlineTierOf(invocation, project.settings, 'model');
  if (!tier)
    throw new Failure(
      'The offline tier has nothing to verify: it gives the same results every time.',
      'Name a model or an agent: --tier model.',
    );
  return askingOf(tier, { project, invocation: { ...invocation, flags: { ...invocation.flags, 'no-cache': true } } });
}

const OTHER_RESULTS = new Set(['record', 'suggest', 'fix', 'dry-run', 'shard', 'only', 'against', 'from', 'format']);

function knownRight(
  choices: readonly Choice[],
  records: readonly EvalRecord[],
  { recorded: { model, tier } }: OnlineTier,
  invocation: Invocation,
): readonly Recorded[] {
  const own = records.filter((record) => record.model === model && record.tier === tier);
  const pool = choices.flatMap((choice) => recordedRight(choice, own));
  if (pool.length > 0) return pool;
  const positionals = invocation.positionals.slice(1);
  const record = `--tier ${tierOf(invocation, 'model')} --record`;
  throw new Failure(
    `No case is recorded for "${model}" with the current texts and cases as right in every trial.`,
    `Record results first: \`${commandWith({ ...invocation, positionals }, record, ['sample', 'tier'])}\`.`,
  );
}

function verdictLine(lost: number, judged: number, chance: number): string {
  if (judged === 0) return 'Void: no case of the sample had an answer.';
  const count = `${judged - lost} of ${judged} are right again.`;
  if (lost === 0) return count;
  const share = chance < 0.001 ? 'less than 0.1 %' : `${percent(chance, 1)} %`;
  const line = `${count} The probability of such a loss is ${share} for an honest record.`;
  return chance < SIGNIFICANT ? `Failed: ${line}` : `${line} A larger sample shows more.`;
}

function recordedRight(choice: Choice, records: readonly EvalRecord[]): readonly Recorded[] {
  const record = records.find((one) => one.choice === choiceKey(choice));
  if (record?.hash !== choice.hash || record.casesHash !== choice.casesHash) return [];
  return choice.cases.flatMap((one) => {
    const score = record.cases[one.id];
    return score && score.n > 0 && score.passed === score.n ? [{ choice, one }] : [];
  });
}

/** Cases in the order of a hash that their seed decides. */
function drawSample(pool: readonly Recorded[], size: number, seed: string): readonly Recorded[] {
  const placed = pool.map((recorded) => {
    const { choice, one } = recorded;
    return { recorded, place: textHash(JSON.stringify([seed, choiceKey(choice), one.id])) };
  });
  return placed
    .toSorted((a, b) => compareText(a.place, b.place))
    .slice(0, size)
    .map(({ recorded }) => recorded);
}

/** Whether each is right; undefined where that cannot be said. */
async function askAgain(drawn: readonly Recorded[], seeds: readonly number[], asking: Interview) {
  const cases = new Set(drawn.map(({ one }) => one));
  const choices = withSomeCases([...new Set(drawn.map(({ choice }) => choice))], (one) => cases.has(one));
  const { after } = await askWithProgress(sidesOf(choices, []), { ...asking, tier: { ...asking.tier, seeds } });
  return new Map(after.flatMap(({ cases }) => cases.map((run) => [run.one, isRight(run)] as const)));
}
