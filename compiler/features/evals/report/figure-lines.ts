/** The figures of a run as lines without a place, for formats that programs read. */
import { verdictText } from './comparison.ts';
import { choiceTitle, gateLines } from './report.ts';
import type { EvalReport } from './report.ts';
import { summaryLines } from './summary.ts';

export interface FigureLine {
  readonly id: 'eval/figures' | 'eval/comparison' | 'eval/gate';
  readonly severity: 'error' | 'warning' | 'note';
  readonly message: string;
  /** Identifies the choice or comparison, independent of its figures. */
  readonly key: string;
}

/** A note for each choice, one for the verdict of a comparison, which is an error where it is worse, and an error for each reason not to pass. */
export function figureLines(report: EvalReport): readonly FigureLine[] {
  const { heading, runs, compared } = report;
  const gate = gateLines(report).map((message, place): FigureLine => {
    return { id: 'eval/gate', severity: 'error', message, key: String(place) };
  });
  const figures = runs.flatMap((run) =>
    summaryLines(run).map((line, place): FigureLine => {
      const key = place === 0 ? choiceTitle(run) : `${choiceTitle(run)} ${place}`;
      return { id: 'eval/figures', severity: 'note', message: `${heading}: ${line}`, key };
    }),
  );
  if (!compared) return [...figures, ...gate];
  const { label, comparison } = compared;
  const severity = comparison.verdict === 'worse' ? 'error' : comparison.verdict === 'void' ? 'warning' : 'note';
  const message = `Against ${label}: ${verdictText(comparison)}`;
  return [...figures, { id: 'eval/comparison', severity, message, key: label }, ...gate];
}
