/** The spine: the passes that every command runs over a project, in their order. */
import { contract, handlers, policy, check, load, outputs, plan, read } from '../edge/passes/specs.ts';
import type { Pass, PassOptions } from '../edge/passes/pass.ts';
import { type CheckedProject, runPasses } from '../edge/passes/run-passes.ts';
import type { Project } from '../edge/project/project.ts';
import { withoutRules } from '../edge/tasks/surroundings.ts';
import type { PlannedSpecs } from '../plan/plan-specs.ts';

const SPINE: readonly Pass[] = [read, load, check, plan, contract, handlers, outputs, policy];
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
 * The Plan alone, for a call of one tool: what it is judged by is only what a Plan needs, and nothing is compared or written.
 * Files with errors are left out where `isEnough` says of the Plan of the others that it has the tool.
 */
export async function planForCall(
  project: Project,
  options: PassOptions,
  isEnough: (planned: PlannedSpecs) => boolean,
): Promise<CheckedProject> {
  const settings = withoutRules(project.settings);
  const run = (more: Partial<PassOptions>): Promise<CheckedProject> =>
    runPasses(TO_PLAN, { ...project, settings }, { ...options, ...more, onlyNew: () => [] });
  const whole = await run({});
  if (whole.planned) return whole;
  const faulty = new Set(whole.diagnostics.flatMap(({ severity, span }) => (severity === 'error' ? [span.file] : [])));
  const specs = whole.sources.specs.filter(({ path }) => !faulty.has(path));
  const rest = specs.length === 0 ? whole : await run({ sources: { ...whole.sources, specs, diagnostics: [] } });
  return rest.planned && isEnough(rest.planned) ? rest : whole;
}
