/** The cell that every tier is, and the tier of a run that sends requests: a model behind an endpoint, or the program of a host. */
import type { Settings } from '../../../check/settings.ts';
import type { Conversation } from '../online/conversation.ts';
import type { Question } from '../online/questions.ts';
import type { Sides } from '../figures/compare.ts';
import type { RunFacts as RecordedRun } from '../records/make-record.ts';
import type { Flag, Invocation } from '../../../edge/command-line/command.ts';
import type { Limits, Respondent } from './ask-all.ts';

/** What a new tier consists of; a record and a gate know it by its line in compiler/versions/receipts/tiers.ts. */
export interface TierCell {
  /** What it does: completes a sentence that starts with its name. */
  readonly help: string;
  /** The flags that it brings; who writes one of them chooses it. */
  readonly flags: Readonly<Record<string, Flag>>;
  /** Questions that are asked at the same time, unless haft.yaml says how many. */
  readonly lanes: number;
  /** Nothing for a tier without a model. @throws Failure where what the flags name cannot be used. */
  online(invocation: Invocation, settings: Settings, timeoutMs: number): Promise<OnlineTier> | OnlineTier | undefined;
}

export interface OnlineTier extends Respondent<Question> {
  /** What a record contains about it. */
  readonly recorded: Pick<RecordedRun, 'model' | 'tier' | 'engine'>;
  /** For the first line of a report. */
  readonly heading: string;
  /** One for each trial. */
  readonly seeds: readonly number[];
  readonly prices: Limits['prices'];
  /** Sentences about what the service did not accept so far. */
  readonly remarks?: () => readonly string[];
  /** What is sent for a conversation; absent where only requests of users can be sent. */
  readonly body?: (conversation: Conversation, seed: number) => object;
  /** What a run will send, confirmation of a loss aside. */
  questions(sides: readonly Sides[], seeds: readonly number[]): readonly Question[];
  /** What `--dry-run` prints of these, a sentence without its end. `of-host`: their text is not yet known. */
  forecast(questions: readonly Question[], text?: 'of-host'): string;
}
