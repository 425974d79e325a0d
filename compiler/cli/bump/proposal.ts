/** What a run of `haft bump` is about to do: edits of specs, files of handlers, and what it prints. */
import type { SourceFile, TextEdit } from '../../base/diagnostic.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import type { PolicyDates } from '../../versions/policy/policy.ts';
import type { ToolId } from '../../check/tool-names.ts';
import type { Plan } from '../../plan/model.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';
import type { Sources } from '../../edge/project/read-sources.ts';
import type { Project } from '../../edge/project/project.ts';

export interface BumpProposal {
  /** In order of preference, each with all edits. */
  readonly alternatives: readonly (readonly TextEdit[])[];
  /** Those that make other parts of the specs name the successor. */
  readonly references: readonly TextEdit[];
  /** These must be in the specs as released afterwards. */
  readonly restored: readonly PlannedTool[];
  /** Tools whose problems stop it. */
  readonly tools: readonly ToolId[];
  /** Handler files as they become; those that do not exist yet as well. */
  readonly files: readonly SourceFile[];
  /** What was done to handlers, with places. */
  readonly done: readonly string[];
  readonly summary: string;
  /** With copies in place of adapters, for where those are not right after all; the reason is a sentence. */
  readonly copy?: (why: string) => BumpProposal;
}

/** Everything that a proposal is made from. */
export interface ProposalInput {
  readonly project: Project;
  readonly sources: Sources;
  readonly compiled: PlannedSpecs;
  readonly contract: Plan | undefined;
  readonly dates: PolicyDates;
  readonly reason: string | undefined;
}
