/** The current specs as a Plan, for commands that do not report findings: only what a Plan relies on is judged; and what specs are checked with. */
import { type PlannedSpecs, planSpecs } from '../../plan/plan-specs.ts';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import type { OnStep } from '../../base/progress.ts';
import { withProgress } from '../command-line/progress.ts';
import { newFindings } from '../project/baseline.ts';
import type { Project } from '../project/project.ts';
import { type Sources, readSources, textsWithCarried } from '../project/read-sources.ts';
import { memoizeBy } from '../../base/memo.ts';
import type { Surroundings } from '../../check/check.ts';
import { RULES } from '../../check/rules/index.ts';
import type { Settings } from '../../check/settings.ts';
import { recordedUpstreams } from '../../check/analysis/recorded-upstreams.ts';
import { loadImports } from '../project/recorded.ts';

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

export function surroundingsOf(
  { root, settings }: Project,
  { specs, files, refused, diagnostics, fileFindings = [] }: Sources,
  today?: string,
): Surroundings {
  const unread = diagnostics.length > 0 || refused.some(({ carried }) => !carried);
  // Records of large services are long, and only `mcp:` is held against them.
  const calls = specs.some(namesMcp);
  const recorded = calls ? recordedUpstreams(loadImports(root)) : [];
  return { files, refused, settings, unread, fileFindings, recorded, ...(today !== undefined && { today }) };
}

/** Per text once: an editor asks at every letter. */
const namesMcp = memoizeBy(({ text }: SourceFile): boolean => /\bmcp\b/.test(text));

/** The settings with every rule off: what can be planned is planned, whatever the rules say of it. */
export function withoutRules(settings: Settings): Settings {
  return { ...settings, severities: Object.fromEntries(RULES.map(({ id }) => [id, 'off' as const])) };
}
