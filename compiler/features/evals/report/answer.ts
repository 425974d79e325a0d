/** What a run chose for a case, in words. */
import { decidingTrial } from '../figures/confusions.ts';
import { type OfflineReading, wantedNames } from '../judge/judge.ts';
import type { CaseRun } from '../figures/suite.ts';

/** The tool, `no call`, or `not judged`; of several trials what most of them chose. */
export function answerText(run: CaseRun | undefined): string {
  if (!run) return 'not run';
  const trial = decidingTrial(run);
  return trial ? (trial.called ?? 'no call') : 'not judged';
}

/** `12 % ahead of get_time`, `2 of 3 trials right`; empty where there is nothing to tell. */
export function certaintyText(run: CaseRun): string {
  const trial = decidingTrial(run);
  const judged = run.trials.flatMap((one) => (one.kind === 'judged' ? [one] : []));
  const right = judged.filter((one) => one.right).length;
  const wrong = trial?.arguments?.wrong ?? [];
  const parts = [
    trial?.reading ? readingText(trial.reading, run) : '',
    run.trials.length > 1 ? `${right} of ${judged.length} trials right` : '',
    wrong.length > 0 ? `other arguments: ${wrong.join(', ')}` : '',
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
  const [trial] = trials;
  if (trial?.kind === 'not-judged') return trial.why;
  return trial?.kind === 'error' ? trial.message : 'It was not run.';
}
