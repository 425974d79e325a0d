/** The spine: the passes that every command runs over a project, in their order. */
import { contract, handlers, policy, check, load, outputs, plan, profiles, read } from '../edge/passes/specs.ts';
import type { Pass, PassOptions } from '../edge/passes/pass.ts';
import { type CheckedProject, runPasses } from '../edge/passes/run-passes.ts';
import type { BuiltServer } from '../edge/calls/call-handler.ts';
import type { Invocation } from '../edge/command-line/command.ts';
import { reportFindings, openOrReport } from '../edge/command-line/report.ts';
import type { Project } from '../edge/project/project.ts';
import { todayOf } from '../edge/project/today.ts';
import { withoutRules } from '../edge/tasks/surroundings.ts';
import type { PlannedSpecs } from '../plan/plan-specs.ts';

const SPINE: readonly Pass[] = [read, load, check, plan, contract, handlers, outputs, profiles, policy];
const TO_PLAN: readonly Pass[] = [read, load, check, plan];

/** Everything there is to say of a project, and its Plan where there is one; `more` are passes of features. */
export function checkProject(
  project: Project,
  options: PassOptions,
  ...more: readonly Pass[]
): Promise<CheckedProject> {
  return runPasses([...SPINE, ...more], project, options);
}

/**
 * The Plan alone: what it is judged by is only what a Plan needs, and nothing is written.
 * Files with errors are left out where `isEnough` says of the Plan of the others that it has the tool to call.
 */
export async function planProject(
  project: Project,
  options: PassOptions,
  isEnough?: (planned: PlannedSpecs) => boolean,
): Promise<CheckedProject> {
  const settings = withoutRules(project.settings);
  const run = (more: Partial<PassOptions>): Promise<CheckedProject> =>
    runPasses(TO_PLAN, { ...project, settings }, { ...options, ...more, onlyNew: () => [] });
  const whole = await run({});
  if (whole.planned || !isEnough) return whole;
  const faulty = new Set(whole.diagnostics.flatMap(({ severity, span }) => (severity === 'error' ? [span.file] : [])));
  const specs = whole.sources.specs.filter(({ path }) => !faulty.has(path));
  const rest = specs.length === 0 ? whole : await run({ sources: { ...whole.sources, specs, diagnostics: [] } });
  return rest.planned && isEnough(rest.planned) ? rest : whole;
}

/** The project that a command is about, planned; undefined where there are errors, which are reported. */
export async function openPlanned(
  invocation: Invocation,
  isEnough?: (planned: PlannedSpecs) => boolean,
): Promise<BuiltServer | undefined> {
  const project = openOrReport(invocation)?.value;
  if (!project) return undefined;
  const checked = await planProject(project, { today: todayOf(invocation) }, isEnough);
  const { planned, diagnostics, texts, sources } = checked;
  if (planned) return { project, compiled: planned, sources };
  reportFindings({ diagnostics, sources: texts, root: project.root, cwd: invocation.cwd }, 'text');
  return undefined;
}
