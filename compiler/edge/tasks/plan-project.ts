/** The current specs as a Plan, for commands that do not report findings: only what a Plan relies on is judged. */
import { type PlannedSpecs, planSpecs } from '../../plan/plan-specs.ts';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import type { OnStep } from '../../base/progress.ts';
import { withProgress } from '../command-line/progress.ts';
import { newFindings } from '../project/baseline.ts';
import type { Project } from '../project/project.ts';
import { type Sources, readSources, textsWithCarried } from '../project/read-sources.ts';
import { surroundingsOf, withoutRules } from './surroundings.ts';

export interface PlannedProject {
  /** Absent where the specs have errors. */
  readonly planned?: PlannedSpecs;
  /** Errors and, where there are any, warnings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: readonly SourceFile[];
  readonly sources: Sources;
}

/** `today`: YYYY-MM-DD, for suppressions that expire. */
export function planProject(project: Project, today: string, sources?: Sources): PlannedProject {
  return withProgress(({ count }) => planInSteps(project, today, count, sources));
}

function planInSteps(
  project: Project,
  today: string,
  onStep: OnStep,
  sources: Sources = readSources(project, { onStep }),
): PlannedProject {
  const onlyNew = newFindings(project.root);
  const { value, diagnostics } = planSpecs(sources.specs, {
    ...surroundingsOf({ ...project, settings: withoutRules(project.settings) }, sources, today),
    onlyNew,
    onStep,
  });
  const all = [...sources.diagnostics, ...diagnostics];
  const result = { diagnostics: all, texts: textsWithCarried(sources, all), sources };
  if (!value || sources.diagnostics.some(({ severity }) => severity === 'error')) return result;
  return { ...result, planned: value };
}
