/** What a run chose for a case, in words. */
import { decidingTrial } from '../../choose/confusions.ts';
import type { CaseRun } from '../../choose/suite.ts';

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
  const reading = trial?.reading;
  const wrong = trial?.arguments?.wrong ?? [];
  const parts = [
    reading?.rival === undefined ? '' : marginText(reading.margin, reading.rival),
    reading !== undefined && reading.rank > 1 ? `rank ${reading.rank}` : '',
    run.trials.length > 1 ? `${right} of ${judged.length} trials right` : '',
    wrong.length > 0 ? `other arguments: ${wrong.join(', ')}` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

function marginText(margin: number, rival: string): string {
  const share = Math.round(Math.abs(margin) * 100);
  if (share === 0) return `level with ${rival}`;
  return margin > 0 ? `${share} % ahead of ${rival}` : `${share} % behind ${rival}`;
}

/** Why a case has no answer. */
export function whyUnjudged({ trials }: CaseRun): string {
  const [trial] = trials;
  if (trial?.kind === 'not-judged') return trial.why;
  return trial?.kind === 'error' ? trial.message : 'It was not run.';
}
