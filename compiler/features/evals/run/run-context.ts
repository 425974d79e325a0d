/** The context of a run of evals for the steps after it: the results, and what was run. */
import type { Shard } from '../online/shard.ts';
import type { ChoiceRun, ComparedRun } from '../figures/suite.ts';
import type { PlannedSpecs } from '../../../plan/plan-specs.ts';
import type { Choice } from '../../../versions/receipts/choice.ts';
import type { Invocation } from '../../../edge/command-line/command.ts';
import type { OpenedProject, Project } from '../../../edge/project/project.ts';
import type { Checked } from '../../../edge/passes/run-passes.ts';
import type { Interview } from './asking.ts';
import type { Recorded } from './record-runs.ts';

export interface FinishedRun {
  readonly heading: string;
  readonly runs: readonly ChoiceRun[];
  /** With --against. */
  readonly compared: ComparedRun | undefined;
  /** Who gave the results. */
  readonly of: Recorded;
  /** Of the model tier and the agent tier: further questions stay within the limits of the run. */
  readonly asking?: Interview | undefined;
  /** Where only a part was run: its number, and the choices that all parts are of. */
  readonly shard?: Shard | undefined;
  readonly chosen?: readonly Choice[];
}

/** The input of a run of evals. */
export interface RunContext {
  readonly project: Project;
  readonly checked: Checked;
  readonly planned: PlannedSpecs;
  readonly invocation: Invocation;
  /** haft.yaml. */
  readonly config: Pick<OpenedProject, 'document' | 'sources'>;
}
