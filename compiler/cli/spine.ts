/** The spine: the passes that every command runs over a project, in their order. */
import { handlers } from '../edge/passes/handlers.ts';
import { check, load, outputs, plan, read } from '../edge/passes/specs.ts';
import type { Pass, PassOptions } from '../edge/passes/pass.ts';
import { contract, policy } from '../edge/passes/release.ts';
import { type Checked, runPasses } from '../edge/passes/run-passes.ts';
import type { Project } from '../edge/project/project.ts';

const SPINE: readonly Pass[] = [read, load, check, plan, contract, handlers, outputs, policy];

/** Everything there is to say of a project, and its Plan where there is one; `more` are passes of features. */
export function checkProject(project: Project, options: PassOptions, ...more: readonly Pass[]): Promise<Checked> {
  return runPasses([...SPINE, ...more], project, options);
}
