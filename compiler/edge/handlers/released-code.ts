/** What git knows of a released tool: the commit that recorded the release, and the handler file in it. */
import { dirname, join } from 'node:path';
import { isEqual } from '../../base/json.ts';
import { readContract } from '../../plan/contract.ts';
import type { ToolPlan } from '../../plan/model.ts';
import { allTools } from '../../plan/named-tools.ts';
import { CONTRACT } from '../project/contract.ts';
import { commitsOf, fileAt } from '../project/objects.ts';
import { slashed } from '../project/root.ts';

export interface ReleasedFile {
  readonly commit: string;
  /** Relative to the project. */
  readonly path: string;
  readonly text: string;
}

/** Commits whose contract is looked at, the newest first. */
const MAX_COMMITS = 200;

/** Undefined if git does not have the release or the file in it. `path` is relative to the project. */
export function releasedFile(root: string, tool: ToolPlan, path: string): ReleasedFile | undefined {
  const commit = releaseOf(root, tool);
  const text = commit === undefined ? undefined : fileAt(root, commit, path);
  return commit === undefined || text === undefined ? undefined : { commit, path, text };
}

/** The last commit whose contract has the tool; undefined if git has none. */
export function releaseOf(root: string, tool: ToolPlan): string | undefined {
  return commitsOf(root, CONTRACT, MAX_COMMITS).find((one) => hasTool(root, one, tool));
}

/** To the letter, of whatever server. */
function hasTool(root: string, commit: string, tool: ToolPlan): boolean {
  const read = readContract(fileAt(root, commit, CONTRACT) ?? '');
  return 'plan' in read && allTools(read.plan).some((one) => one.tool.name === tool.name && isEqual(one.tool, tool));
}

/** Local modules that the released code imports and that are not what they were: relative to the project. */
export function changedImports(
  root: string,
  { commit, path }: ReleasedFile,
  specifiers: readonly string[],
  read: (path: string) => string | undefined,
): string[] {
  const paths = specifiers
    .filter((one) => one.startsWith('.'))
    .map((one) => slashed(root, join(root, dirname(path), one)));
  return paths.filter((one) => {
    const then = fileAt(root, commit, one);
    return then !== undefined && then !== read(one);
  });
}
