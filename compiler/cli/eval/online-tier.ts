/** The tier of a run that sends requests: a model behind an endpoint, or the program of a host. */
import type { Question } from '../../choose/questions.ts';
import type { Sides } from '../../choose/sides.ts';
import type { Run as RecordedRun } from '../../evals/make-record.ts';
import type { Limits, Respondent } from './ask-all.ts';

export interface OnlineTier extends Respondent<Question> {
  /** What a record contains about it. */
  readonly recorded: Pick<RecordedRun, 'model' | 'tier' | 'engine'>;
  /** For the first line of a report. */
  readonly heading: string;
  /** One for each trial. */
  readonly seeds: readonly number[];
  readonly prices: Limits['prices'];
  /** What a run will send, confirmation of a loss aside. */
  questions(sides: readonly Sides[], seeds: readonly number[]): readonly Question[];
  /** What `--dry-run` prints of these, a sentence without its end. */
  forecast(questions: readonly Question[]): string;
}
