/** What a run chose for a case, and what a change of the texts did to the evals, in words. */
import { type CaseRun, type ChoiceRun, type ComparedRun, caseKey } from '../figures/suite.ts';
import { type Comparison, MAX_FLAKY } from '../figures/compare.ts';
import { cut, escapeUnsafe, firstFew } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { answerName, decidingTrial } from '../figures/confusions.ts';
import { isUnanswered, scoreOf } from '../figures/figures.ts';
import { type OfflineReading, wantedNames } from '../judge/judge.ts';

/** Cases of each kind that are listed. */
const MAX_CASES = 20;

export function comparisonText(compared: ComparedRun, after: readonly ChoiceRun[]): string {
  const { label, before, comparison } = compared;
  const { lost, won, flaky, unanswered } = comparison;
  const [earlier, later] = [runsByKey(before), runsByKey(after)];
  const lines = (what: string, keys: readonly string[], textOf = caseText, rest = what): readonly string[] =>
    firstFew(
      keys,
      MAX_CASES,
      (key) => `  ${what} ${textOf(earlier.get(key), later.get(key))}`,
      (more) => `  and ${more} more ${rest}`,
    );
  const all = [
    `Against ${label}: ${verdictText(comparison)}`,
    ...lines('lost', lost),
    ...lines('won', won),
    ...lines('flaky', flaky),
    ...lines('no answer', unanswered, missingText, 'without an answer'),
  ];
  return `${all.join('\n')}\n`;
}

/** `worse: 12 cases lost, 1 won of 200 (p 0.003).` */
export function verdictText({ verdict, cases, lost, won, flaky, unanswered, p, detectable }: Comparison): string {
  const missing = `${pluralize(unanswered.length, 'case')} had no answer before or after the change`;
  const counts = `${pluralize(lost.length, 'case')} lost, ${won.length} won of ${cases}${unanswered.length > 0 ? `, and ${missing}` : ''}`;
  const compared = cases + flaky.length;
  if (verdict === 'void' && flaky.length <= MAX_FLAKY * compared)
    return `void: ${missing}; ${compared} of ${compared + unanswered.length} could be compared.`;
  if (verdict === 'void')
    return `void: ${pluralize(flaky.length, 'case')} of ${compared} are right in some trials only, before and after.`;
  if (verdict !== 'no-difference-seen') return `${verdict}: ${counts} (p ${p < 0.001 ? '< 0.001' : p.toFixed(3)}).`;
  const power =
    detectable === undefined
      ? 'these are too few cases to detect any'
      : `a change that breaks ${Math.ceil(detectable * 100)} % of the cases would have been detected with a probability of 80 %`;
  return `no difference seen: ${counts}; ${power}.`;
}

/** By `caseKey`. */
export function runsByKey(runs: readonly ChoiceRun[]): ReadonlyMap<string, CaseRun> {
  return new Map(runs.flatMap(({ choice, cases }) => cases.map((run) => [caseKey(choice, run.one), run] as const)));
}

/** `"is it raining": get_weather → get_time`. */
function caseText(before: CaseRun | undefined, after: CaseRun | undefined): string {
  const request = JSON.stringify(cut((after ?? before)?.one.request ?? '', 120));
  return `${request}: ${answerText(before)} → ${answerText(after)}`;
}

/** `"is it raining" Before: …`. */
function missingText(before: CaseRun | undefined, after: CaseRun | undefined): string {
  const request = JSON.stringify(cut((after ?? before)?.one.request ?? '', 120));
  const why = before && isUnanswered(before) ? `Before: ${whyUnjudged(before)}` : after && `Now: ${whyUnjudged(after)}`;
  return `${request} ${escapeUnsafe(cut(why ?? '', 400))}`;
}

/** The tool, `no call`, `declined`, or `not judged`; of several trials what most of them chose. */
export function answerText(run: CaseRun | undefined): string {
  if (!run) return 'not run';
  const trial = decidingTrial(run);
  return trial ? answerName(trial) : 'not judged';
}

/** `12 % ahead of get_time`, `2 of 3 trials right`; empty where there is nothing to tell. */
export function certaintyText(run: CaseRun): string {
  const trial = decidingTrial(run);
  const { passed, n } = scoreOf(run);
  const wrong = trial?.arguments?.wrong ?? [];
  const parts = [
    trial?.reading ? readingText(trial.reading, run) : '',
    run.trials.length > 1 ? `${passed} of ${n} trials right` : '',
    trial?.arguments?.unreadable ? 'arguments that are not a JSON object' : '',
    wrong.length > 0 && !trial?.arguments?.unreadable ? `other arguments: ${wrong.join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** How far the expected tool is from the best other one. */
function readingText({ margin, rank, rival }: OfflineReading, { one }: CaseRun): string {
  if (rival === undefined) return '';
  const share = Math.min(100, Math.round(Math.abs(margin) * 100));
  if (margin > 0) return share === 0 ? `barely ahead of ${rival}` : `${share} % ahead of ${rival}`;
  const expected = wantedNames(one.test.expect)[0] ?? 'the expected tool';
  if (margin === 0) return `level with ${rival}`;
  return share === 0 ? `${expected} is barely behind` : `${expected} is ${share} % behind, rank ${rank}`;
}

/** Why a case has no answer. */
export function whyUnjudged({ trials }: CaseRun): string {
  const trial = trials.find(({ kind }) => kind === 'error') ?? trials[0];
  if (trial?.kind === 'not-judged') return trial.why;
  return trial?.kind === 'error' ? trial.message : 'It was not run.';
}
