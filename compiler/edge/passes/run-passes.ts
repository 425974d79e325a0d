/** Runs the passes over a project: everything that is found about it, and its Plan where there is one. */
import { type Diagnostic, hasErrors, inFileOrder, type SourceFile } from '../../base/diagnostic.ts';
import type { OnStep } from '../../base/progress.ts';
import type { Plan } from '../../plan/model.ts';
import type { PlannedSpecs } from '../../plan/plan-specs.ts';
import type { Change } from '../../versions/change.ts';
import { withProgress } from '../command-line/progress.ts';
import type { AddedNames } from '../handlers/scaffold.ts';
import { newFindings, type OnlyNew } from '../project/baseline.ts';
import { type Sources, textsWithCarried } from '../project/read-sources.ts';
import type { Project } from '../project/project.ts';
import { givenBy, type Pass, type PassOptions, type PassState } from './pass.ts';

export interface CheckedProject {
  readonly diagnostics: readonly Diagnostic[];
  /** Every text that a diagnostic may point into. */
  readonly texts: readonly SourceFile[];
  readonly sources: Sources;
  /** When every spec could be planned, with or without violations of policy. */
  readonly planned?: PlannedSpecs;
  /** Only without errors. */
  readonly compiled?: PlannedSpecs;
  readonly added: readonly AddedNames[];
  /** Files with handlers, relative to the project. */
  readonly handlers: readonly string[];
  /** Keeps what single files were found to have, for the next process. */
  readonly keepFindings?: () => void;
  /** What callers rely on; absent before the first release. */
  readonly released?: Plan;
  /** Since the release; absent before the first. */
  readonly changes?: readonly Change[];
  /** The number of findings that the baseline suppressed. */
  readonly hiddenCount: number;
  /** While the author types: the same with the passes that can wait. */
  readonly rest?: () => Promise<CheckedProject>;
}

export function runPasses(passes: readonly Pass[], project: Project, options: PassOptions): Promise<CheckedProject> {
  return withProgress(({ count }) => runInSteps(passes, project, options, count));
}

async function runInSteps(passes: readonly Pass[], project: Project, options: PassOptions, onStep: OnStep) {
  const { onlyNew, count } = counting(options.onlyNew ?? newFindings(project.root));
  let state: PassState = {
    project,
    options,
    onStep,
    onlyNew,
    handlers: { paths: [], texts: [], added: [] },
    findings: [],
    later: [],
    fixed: [],
    texts: [],
    refused: false,
  };
  const waiting = options.typing ? passes.filter(({ canWait }) => canWait) : [];
  for (const pass of passes) if (!waiting.includes(pass)) state = await pass.run(state);
  const result = resultOf(state, count);
  if (waiting.length === 0) return result;
  const rest = async (): Promise<CheckedProject> => {
    let after = state;
    for (const pass of waiting) after = await pass.run(after);
    return { ...resultOf(after, count), hiddenCount: result.hiddenCount };
  };
  return { ...result, rest };
}

function resultOf(state: PassState, count: () => number): CheckedProject {
  const { findings, later, fixed, handlers, planned, released, changes, refused } = state;
  const sources = givenBy(state.sources, 'read');
  const diagnostics = inFileOrder([...findings, ...(later.length > 0 ? state.onlyNew(later) : []), ...fixed]);
  return {
    diagnostics,
    texts: [...textsWithCarried(sources, findings), ...handlers.texts, ...state.texts],
    sources,
    ...(planned && !refused && { planned, ...(!hasErrors(diagnostics) && { compiled: planned }) }),
    added: handlers.added,
    handlers: handlers.paths,
    ...(state.keepFindings && { keepFindings: state.keepFindings }),
    ...(released && { released }),
    ...(changes && { changes }),
    hiddenCount: count(),
  };
}

/** The same, and how many findings it has left out. */
function counting(leaveOut: OnlyNew) {
  let count = 0;
  const onlyNew: OnlyNew = (findings) => {
    const fresh = leaveOut(findings);
    count += findings.length - fresh.length;
    return fresh;
  };
  return { onlyNew, count: () => count };
}
