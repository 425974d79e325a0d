/** A run of evals as the steps after it need it: what it found, and what it was about. */
import type { ChoiceRun, ComparedRun } from '../../choose/suite.ts';
import type { Compiled } from '../../compile.ts';
import type { Invocation } from '../command-line/command.ts';
import type { OpenedProject, Project } from '../project/project.ts';
import type { Checked } from '../tasks/build.ts';
import type { ModelEntry } from './model-entry.ts';

export interface Finished {
  readonly heading: string;
  readonly runs: readonly ChoiceRun[];
  /** With --against. */
  readonly compared: ComparedRun | undefined;
  /** Of the model tier. */
  readonly entry: ModelEntry | undefined;
}

/** What a run of evals is about. */
export interface Scene {
  readonly project: Project;
  readonly checked: Checked;
  readonly planned: Compiled;
  readonly invocation: Invocation;
  /** haft.yaml. */
  readonly config: Pick<OpenedProject, 'document' | 'sources'>;
}
