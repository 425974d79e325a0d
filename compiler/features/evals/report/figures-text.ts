/** The data of a report on a run of evals, and the figures of a choice in words. */
import type { Figure } from '../figures/figures.ts';
import type { RunUsage } from '../online/engine.ts';
import type { Shard } from '../online/questions.ts';
import { findRecall } from '../figures/find-recall.ts';
import { decidingTrial } from '../figures/confusions.ts';
import { isReading, readingsOf } from '../figures/readings.ts';
import { calibrationText } from '../records/calibration.ts';
import {
  type CaseRun,
  type ChoiceRun,
  type ComparedRun,
  type RivalPair,
  REPHRASE,
  areDeclined,
} from '../figures/suite.ts';
import { cut, escapeUnsafe, firstFew, listNames } from '../../../base/text/escape.ts';
import { percent } from '../../../base/text/percent.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import type { Gate } from '../judge/gate.ts';
import type { Suggestions } from '../suggest/suggestion.ts';
import { choiceKey } from '../../../versions/receipts/choice.ts';
import type { RunFacts } from '../records/make-record.ts';
import type { Findings } from '../../../report/format.ts';

const NO_CASE = 'No case to run: the specs have no `evals`, or none fits the names and flags.';

const CHECK = 'nothing was ever called. That says nothing of the descriptions: check that the model can call tools.';
const DECLINED = `each judged case that expects a call was declined. ${REPHRASE}`;

/** What is chosen wrongly. */
const OFFERED: Readonly<Record<ChoiceRun['choice']['kind'], string>> = {
  server: 'tool',
  skill: 'skill',
  choice: 'tool or skill',
};

/** `right 38 of 40 (95 %, interval 83–99 %), wrong tool 2`: a part for each figure that has a case. */
export function figureParts(run: ChoiceRun): readonly string[] {
  if (isReading(run)) return readingParts(run);
  const { choice, figures } = run;
  const { rightTool, wrongTool, noCall, declined, needlessCall, rightArguments, flaky, failed, notJudged } = figures;
  const { trials, of } = figures.unanswered;
  const parts = [
    figureText('right', rightTool),
    wrongTool.passed > 0 ? `wrong ${OFFERED[choice.kind]} ${wrongTool.passed}` : '',
    noCall.passed > 0 ? `no call ${noCall.passed}` : '',
    declined.passed > 0 ? `declined ${declined.passed}` : '',
    figureText('needless calls', needlessCall),
    figureText('right arguments', rightArguments),
    flaky.length > 0 ? `flaky ${flaky.length}` : '',
    failed.length > 0 ? `no answer ${failed.length}` : '',
    // With one trial of each case it is the same number.
    trials > failed.length ? `trials without an answer ${trials} of ${of}` : '',
    notJudged.length > 0 ? `not judged ${notJudged.length}` : '',
  ];
  return parts.filter((part) => part !== '');
}

/** Of the offline tier, which judges no text. */
function readingParts({ figures: { rightTool, notJudged } }: ChoiceRun): readonly string[] {
  const read = `the words of ${rightTool.passed} of ${rightTool.total} lead to the expected ${rightTool.total === 1 ? 'one' : 'ones'}`;
  return notJudged.length > 0 ? [read, `not read ${notJudged.length}`] : [read];
}

/** Pairs, and requests of one pair, that are listed. */
const MAX_PAIRS = 6;
const MAX_REQUESTS = 3;

/** Close rivals, requests without a word of any tool, and the languages where there are several. */
function readingLines(run: ChoiceRun): readonly string[] {
  const { pairs } = readingsOf(run);
  const further = (count: number): string => pluralize(count, 'further pair');
  return [...firstFew(pairs, MAX_PAIRS, (pair) => rivalText(run, pair), further), ...otherReadings(run)];
}

/** `"get_time" is 5 % ahead of "get_date" for "what day is it"`. */
export function rivalText(run: ChoiceRun, { expected, rival, margin, cases }: RivalPair): string {
  const last = cases.at(-1);
  const [from, to] = [margin, (last && decidingTrial(last)?.reading?.margin) ?? margin].map(marginText);
  const how = from === to ? from : `between ${from} and ${to}`;
  return `"${expected}" is ${how} "${rival}" for ${requestsText(cases)}${confusedText(run, expected, rival)}`;
}

function marginText(margin: number): string {
  const share = percent(Math.min(1, Math.abs(margin)));
  return margin > 0 ? `${share} % ahead of` : margin === 0 ? 'level with' : `${share} % behind`;
}

/** What was read beside the rivals. */
export function otherReadings(run: ChoiceRun): readonly string[] {
  const { withoutWords, languages } = readingsOf(run);
  return [
    ...(withoutWords.length > 0 ? [`no word in any tool: ${requestsText(withoutWords)}`] : []),
    ...findLine(run),
    ...(languages.length > 1
      ? [`languages: ${languages.map(({ language, cases }) => `${language} ${cases}`).join(', ')}`]
      : []),
    ...(run.calibrated ?? []).map(calibrationText),
  ];
}

function requestsText(cases: readonly CaseRun[]): string {
  const requests = cases.map(({ one }) => escapeUnsafe(JSON.stringify(cut(one.request, 80))));
  return listNames(requests, MAX_REQUESTS);
}

/** `a search of the 33 tools finds the expected one first for 90 of 118 requests, 110 among 3, 113 among 5, 117 among 10`. */
function findLine(run: ChoiceRun): readonly string[] {
  const recall = findRecall(run);
  if (!recall) return [];
  const [first, ...more] = recall.found;
  const rest = more.map(({ rank, count }) => `${count} among ${rank}`).join(', ');
  return [
    `a search of the ${recall.tools} tools finds the expected one first for ${first?.count ?? 0} of ${pluralize(recall.requests, 'request')}, ${rest}`,
  ];
}

/** `; qwen3:8b confuses them`: of the models that were asked with these texts. */
function confusedText({ calibrated = [] }: ChoiceRun, expected: string, rival: string): string {
  const isPair = (pair: RivalPair): boolean => pair.expected === expected && pair.rival === rival;
  return calibrated
    .filter(({ measured }) => measured?.close.some(isPair))
    .map(
      ({ model, measured }) => `; ${model} ${measured?.confused.some(isPair) ? 'confuses' : 'does not confuse'} them`,
    )
    .join('');
}

/** `9 of 28 requests lead to the right tool`; offline, what is no such claim. */
export function headlineOf(runs: readonly ChoiceRun[]): string {
  const sumOf = (key: 'passed' | 'total'): number => runs.reduce((sum, { figures }) => sum + figures.rightTool[key], 0);
  const [right, judged] = [sumOf('passed'), sumOf('total')];
  if (judged === 0) return 'No case was judged';
  return runs.some(isReading)
    ? `Readable by words: ${right} of ${judged} (not a model's accuracy)`
    : `${right} of ${judged} requests lead to the right tool`;
}

/** A run in which nothing is ever called says nothing of the descriptions. */
export function isSilent(run: ChoiceRun): boolean {
  const { rightTool, anyCall } = run.figures;
  return rightTool.total > 0 && !anyCall && !isReading(run);
}

/** `95 %, interval 83–99 %`. */
export function shareText({ passed, total, low, high }: Figure): string {
  return `${percent(passed / total)} %, interval ${percent(low)}–${percent(high)} %`;
}

/** Nothing to show of no cases. */
function figureText(what: string, figure: Figure): string {
  return figure.total === 0 ? '' : `${what} ${figure.passed} of ${figure.total} (${shareText(figure)})`;
}

/** `heading`: the tier and the model. */
export function evalSummary(heading: string, runs: readonly ChoiceRun[]): string {
  if (runs.length === 0) return `${heading}\n  ${NO_CASE}\n`;
  return `${heading}\n${runs.flatMap((run) => summaryLines(run).map((line) => `  ${line}\n`)).join('')}`;
}

/** `server clock: 6 cases; right 4 of 4 (100 %, interval 51–100 %)`. */
export function summaryLines(run: ChoiceRun): readonly string[] {
  const name = choiceTitle(run);
  const line = `${name}: ${pluralize(run.cases.length, 'case')}; ${figureParts(run).join(', ')}`;
  if (isReading(run)) return [line, ...readingLines(run).map((one) => `  ${one}`)];
  return isSilent(run) ? [line, `${name}: void, because ${areDeclined([run]) ? DECLINED : CHECK}`] : [line];
}

/** The run again, with other flags; what was answered is not asked again. */
export interface NextCommands {
  /** Absent where the flags of the run do not name who gave its results, and for one part of a whole. */
  readonly suggest?: string | undefined;
  /** To be completed by an id. */
  readonly fix: string;
  /** With a model. */
  readonly model: string;
  readonly page: string;
}

/** The data of a report on a run of evals, independent of its format. */
export interface EvalReport {
  /** The folder of the project. */
  readonly project: string;
  /** YYYY-MM-DD */
  readonly day: string;
  /** The tier and the model. */
  readonly heading: string;
  /** What was sent for it; absent offline. */
  readonly usage?: RunUsage | undefined;
  /** Who gave the results. */
  readonly of: Omit<RunFacts, 'date'>;
  /** Where it is one part of a whole, for `haft eval merge`: its number, from 1, and all choices of the whole. */
  readonly part?: (Shard & { readonly choices: readonly ChoiceRun['choice'][] }) | undefined;
  readonly runs: readonly ChoiceRun[];
  /** With `--against`. */
  readonly compared: ComparedRun | undefined;
  /** Undefined for one part of a whole. */
  readonly gate: Gate | undefined;
  /** A finding for each lost case. */
  readonly findings: Findings;
  /** With `--suggest`. */
  readonly suggestions: Suggestions | undefined;
  readonly commands: NextCommands;
}

/** `30 requests in 12 s; 7,534 tokens of input (92 % from the cache of the service), 540 of output.` */
export function usageText(usage: RunUsage): string {
  const { requests, reused, seconds, input, output, cached, cost, remarks } = usage;
  const reuse = `${pluralize(reused, 'answer')} known from earlier runs`;
  const share = input === 0 ? '' : ` (${percent(cached / input)} % from the cache of the service)`;
  const tokens =
    input + output === 0
      ? 'the service counted no tokens'
      : `${input.toLocaleString('en')} tokens of input${share}, ${output.toLocaleString('en')} of output`;
  const parts = [
    requests === 0 ? 'No request was sent' : `${pluralize(requests, 'request')} in ${seconds.toFixed(1)} s; ${tokens}`,
    ...(reused === 0 ? [] : [reuse]),
    ...(cost === undefined || requests === 0 ? [] : [costText(cost, 4)]),
  ];
  return [`${parts.join('; ')}.`, ...remarks].join('\n');
}

/** Rounded up: it is a bound. */
export function costText(cost: number, digits: number): string {
  const unit = 10 ** digits;
  // A sum of prices can be a little more than it is.
  const rounded = Math.ceil(Number((cost * unit).toFixed(3))) / unit;
  return `at most ${rounded.toFixed(digits)} in the currency of \`price\``;
}

/** `server clock`. */
export function choiceTitle({ choice: { kind, name } }: ChoiceRun): string {
  return `${kind} ${name}`;
}

/** The run of the same choice before the change. */
export function runBefore({ choice }: ChoiceRun, compared: ComparedRun | undefined): ChoiceRun | undefined {
  return compared?.before.find((one) => choiceKey(one.choice) === choiceKey(choice));
}

/** `Failed: server clock: 6 of 9 right, and the pass mark is 90 %.` A line for each reason; none where the run passed. */
export function gateLines({ gate }: Pick<EvalReport, 'gate'>): readonly string[] {
  return gate?.problems.map((says) => `${gate.verdict === 'void' ? 'Void' : 'Failed'}: ${says}`) ?? [];
}
