/** The definition that every pass over a project implements, and what the passes before it leave to it. */
import { type Diagnostic, invariant, type Result, type SourceFile } from '../../base/diagnostic.ts';
import type { OnStep } from '../../base/progress.ts';
import type { CheckedSpec } from '../../check/model.ts';
import type { HandlerCode } from '../../plan/handler-code.ts';
import type { Plan } from '../../plan/model.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import type { Spec } from '../../spec/yaml/spec.ts';
import type { Change } from '../../versions/change.ts';
import type { KnownHandlers } from '../handlers/lost.ts';
import type { AddedNames } from '../handlers/scaffold.ts';
import type { OnlyNew } from '../project/baseline.ts';
import type { Project } from '../project/project.ts';
import type { Sources } from '../project/read-sources.ts';

export interface PassOptions {
  /** Handlers that are missing are added to the author's files before they are judged. */
  readonly addStubs?: boolean;
  /** Handlers that were found in earlier builds of a session; brought up to date. */
  readonly knownHandlers?: KnownHandlers;
  /** YYYY-MM-DD */
  readonly today: string;
  /** Instead of the baseline. */
  readonly onlyNew?: OnlyNew;
  /** Also judges what only a release has to keep, with the code that handlers have now. */
  readonly releasing?: HandlerCode;
  /** What single files were found to have is kept for the next process. */
  readonly remembers?: boolean;
  /** What was read already. */
  readonly sources?: Sources;
  /** The author is typing: what can wait is left to `rest` of the result. */
  readonly typing?: boolean;
}

/** What is known of a project so far. A pass adds to it, and changes nothing that an earlier one found. */
export interface PassState {
  readonly project: Project;
  readonly options: PassOptions;
  readonly onStep: OnStep;
  readonly onlyNew: OnlyNew;
  /** From `read`. */
  readonly sources?: Sources;
  /** From `load`. */
  readonly loaded?: Required<Result<Spec>>;
  /** From `check`: keeps what single files were found to have. Only a command that writes its output calls it. */
  readonly keepFindings?: () => void;
  /** From `check`: without errors. */
  readonly checked?: CheckedSpec;
  /** From `plan`: without errors. */
  readonly planned?: PlannedSpecs;
  /** From `plan`: with errors of rules alone, names may lead nowhere. */
  readonly unjudged?: PlannedSpecs;
  /** From `contract`: what callers rely on; absent before the first release. */
  readonly released?: Plan;
  /** From `policy`: since the release. */
  readonly changes?: readonly Change[];
  /** From `handlers`: files with handlers, relative to the project, their texts, and what was added to them. */
  readonly handlers: {
    readonly paths: readonly string[];
    readonly texts: readonly SourceFile[];
    readonly added: readonly AddedNames[];
  };
  /** Findings about the specs; an error among them leaves nothing to plan. */
  readonly findings: readonly Diagnostic[];
  /** Findings of later passes, which a baseline can hide. */
  readonly later: readonly Diagnostic[];
  /** Findings that no baseline hides. */
  readonly fixed: readonly Diagnostic[];
  /** Texts of other files that findings point into. */
  readonly texts: readonly SourceFile[];
  /** A later pass found that nothing may be compiled, although the specs are in order. */
  readonly refused: boolean;
}

export interface Pass {
  readonly name: string;
  /** Whether it can wait until nothing is typed: it adds findings that none of the edited text is needed for. */
  readonly canWait?: true;
  run(state: PassState): PassState | Promise<PassState>;
}

/** What an earlier pass gives. */
export function givenBy<T>(value: T | undefined, pass: string): T {
  invariant(value !== undefined, `the pass "${pass}" is before those that need it`);
  return value;
}
