/** The context of a run of evals for the steps after it: the results, and what was run. */
import type { Shard } from '../../choose/shard.ts';
import type { ChoiceRun, ComparedRun } from '../../choose/suite.ts';
import type { Compiled } from '../../compile.ts';
import type { Choice } from '../../evals/choice.ts';
import type { Invocation } from '../command-line/command.ts';
import type { OpenedProject, Project } from '../project/project.ts';
import type { Checked } from '../tasks/build.ts';
import type { Asking } from './asking.ts';
import type { Recorded } from './record-runs.ts';

export interface FinishedRun {
  readonly heading: string;
  readonly runs: readonly ChoiceRun[];
  /** With --against. */
  readonly compared: ComparedRun | undefined;
  /** Who gave the results. */
  readonly of: Recorded;
  /** Of the model tier and the agent tier: further questions stay within the limits of the run. */
  readonly asking?: Asking | undefined;
  /** Where only a part was run: its number, and the choices that all parts are of. */
  readonly shard?: Shard | undefined;
  readonly chosen?: readonly Choice[];
}

/** The input of a run of evals. */
export interface RunContext {
  readonly project: Project;
  readonly checked: Checked;
  readonly planned: Compiled;
  readonly invocation: Invocation;
  /** haft.yaml. */
  readonly config: Pick<OpenedProject, 'document' | 'sources'>;
}
