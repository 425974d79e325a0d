/** The text that an author wrote for a released tool, from the commit that recorded the release. */
import type { PlannedTool } from '../../plan/named-tools.ts';
import { planSpecs } from '../../plan/plan-specs.ts';
import { type AuthoredTool, authoredIn } from '../../versions/bump/released-text.ts';
import { releaseOf } from '../handlers/released-code.ts';
import { readAtRef } from '../project/git.ts';
import type { Project } from '../project/project.ts';
import { withoutRules } from './surroundings.ts';

/** Nothing where git does not know the release, or its specs do not plan to this very tool. */
export function authoredTool(project: Project, found: PlannedTool): AuthoredTool | undefined {
  const commit = releaseOf(project.root, found.tool);
  if (commit === undefined) return undefined;
  const { specs, files } = readAtRef(project, commit);
  const { value } = planSpecs(specs, { files, settings: withoutRules(project.settings) });
  return value && authoredIn(value, found);
}
