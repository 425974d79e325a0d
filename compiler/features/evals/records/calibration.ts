/** `haft.calibration.json`: what a model called in each case of a choice, so that a reading of the words says what it means for that model. No gate reads it. */
import { compareText } from '../../../base/diagnostic.ts';
import { FILE_FORMATS, type FormatProblem, numberOf } from '../../../base/file-formats.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { type Matching, date, list, map, mapOf, oneOf, readForm, text } from '../../../spec/shape/form.ts';
import { choiceKey } from '../../../versions/receipts/choice.ts';
import { TIER_NAMES } from '../../../versions/receipts/tiers.ts';
import { decidingTrial } from '../figures/confusions.ts';
import { readingsOf } from '../figures/readings.ts';
import type { CalibratedReading, CaseRun, ChoiceRun } from '../figures/suite.ts';
import { wantedNames } from '../judge/judge.ts';
import type { RunFacts } from './make-record.ts';

const calibration = map(
  {
    /** `server/clock`. */
    choice: text,
    model: text,
    tier: oneOf(...TIER_NAMES),
    date,
    /** Of the texts with which the model was asked. */
    hash: text,
    /** By the mark of a case: the tool or skill that most trials called; empty where they called none. */
    calls: mapOf(text),
  },
  { engine: text },
);
export type Calibration = Matching<typeof calibration>;

/** Those of a parsed file, or why it has none. */
export function readCalibrations(value: unknown): { readonly calibrations: readonly Calibration[] } | FormatProblem {
  return readForm(value, FILE_FORMATS.calibrations, map({ calibrations: list(calibration) }));
}

/** Deterministic: by choice and model. */
export function calibrationsText(all: readonly Calibration[]): string {
  const calibrations = all.toSorted((a, b) => compareText(a.choice, b.choice) || compareText(a.model, b.model));
  return `${JSON.stringify({ calibrationVersion: numberOf(FILE_FORMATS.calibrations), calibrations }, null, 2)}\n`;
}

/** Cases without an answer are left out. */
export function calibrationOf({ choice, cases }: ChoiceRun, { model, tier, engine, date }: RunFacts): Calibration {
  const calls = cases.flatMap((run) => {
    const trial = decidingTrial(run);
    return trial ? [[run.one.mark, trial.called ?? ''] as const] : [];
  });
  const of = { model, tier, ...(engine !== undefined && { engine }), date };
  return { choice: choiceKey(choice), ...of, hash: choice.hash, calls: Object.fromEntries(calls) };
}

/** With what is known of its choice, where anything is. */
export function withCalibrations(run: ChoiceRun, calibrations: readonly Calibration[]): ChoiceRun {
  const own = calibrations.filter(({ choice }) => choice === choiceKey(run.choice));
  return own.length === 0 ? run : { ...run, calibrated: own.map((one) => calibratedBy(run, one)) };
}

function calibratedBy(run: ChoiceRun, { model, date, hash, calls }: Calibration): CalibratedReading {
  if (hash !== run.choice.hash) return { model, date, measured: undefined };
  const callOf = ({ one }: CaseRun): string | undefined => calls[one.mark];
  const close = readingsOf(run).pairs.filter(({ cases }) => cases.some((one) => callOf(one) !== undefined));
  const elsewhere = run.cases.filter((one) => decidingTrial(one)?.right === false && callOf(one) !== undefined);
  const right = elsewhere.filter((one) => wantedNames(one.one.test.expect).includes(callOf(one) ?? ''));
  const confused = close.filter(({ rival, cases }) => cases.some((one) => callOf(one) === rival));
  return { model, date, measured: { close, confused, elsewhere: elsewhere.length, right: right.length } };
}

/** `With qwen3:8b (2026-11-23): of 9 close pairs it confuses 2.` */
export function calibrationText({ model, date, measured }: CalibratedReading): string {
  const of = `With ${model} (${date}):`;
  if (!measured) return `${of} it was asked with other texts; run \`haft eval calibrate\` again.`;
  const { close, confused, elsewhere, right } = measured;
  const parts = [
    close.length > 0 ? `of ${pluralize(close.length, 'close pair')} it confuses ${confused.length}` : '',
    elsewhere > 0
      ? `of ${pluralize(elsewhere, 'request')} whose words do not lead to the expected tool it has ${right} right`
      : '',
  ].filter((part) => part !== '');
  return `${of} ${parts.length === 0 ? 'no close pair was asked' : parts.join('; ')}.`;
}
