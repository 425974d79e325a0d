/** What a change of the texts did to the evals: the verdict with what it rests on, and the cases behind it. */
import { caseKey } from '../figures/suite.ts';
import type { CaseRun, ChoiceRun, ComparedRun } from '../figures/suite.ts';
import type { Comparison } from '../figures/compare.ts';
import { cut } from '../../../base/text/escape.ts';
import { pluralize } from '../../../base/text/pluralize.ts';
import { answerText } from './answer.ts';

/** Cases of each kind that are listed. */
const MAX_CASES = 20;

export function comparisonText(compared: ComparedRun, after: readonly ChoiceRun[]): string {
  const { label, before, comparison } = compared;
  const { lost, won, flaky } = comparison;
  const [earlier, later] = [runsByKey(before), runsByKey(after)];
  const lines = (what: string, keys: readonly string[]): readonly string[] => [
    ...keys.slice(0, MAX_CASES).map((key) => `  ${what} ${caseText(earlier.get(key), later.get(key))}`),
    ...(keys.length > MAX_CASES ? [`  and ${keys.length - MAX_CASES} more ${what}`] : []),
  ];
  const all = [
    `Against ${label}: ${verdictText(comparison)}`,
    ...lines('lost', lost),
    ...lines('won', won),
    ...lines('flaky', flaky),
  ];
  return `${all.join('\n')}\n`;
}

/** `worse: 12 cases lost, 1 won of 200 (p 0.003).` */
export function verdictText({ verdict, cases, lost, won, flaky, p, detectable }: Comparison): string {
  const counts = `${pluralize(lost.length, 'case')} lost, ${won.length} won of ${cases}`;
  if (verdict === 'void')
    return `void: ${pluralize(flaky.length, 'case')} of ${cases + flaky.length} are right in some trials only, before and after.`;
  if (verdict !== 'no-difference-seen') return `${verdict}: ${counts} (p ${p < 0.001 ? '< 0.001' : p.toFixed(3)}).`;
  const seen =
    detectable === undefined
      ? 'these are too few cases to detect any'
      : `a change that breaks ${Math.ceil(detectable * 100)} % of the cases would have been detected with a probability of 80 %`;
  return `no difference seen: ${counts}; ${seen}.`;
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
