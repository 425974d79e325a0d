/** Reads and writes `haft.contract.json`: what was released. */
import { join } from 'node:path';
import { contractText, readContract } from '../../plan/contract.ts';
import type { Plan } from '../../plan/model.ts';
import { Failure } from '../command-line/failure.ts';
import { bordersOf } from '../project-files/read.ts';
import { BOTH_SIDES, readText, refuseConflict, saveText, validIn } from './record-file.ts';
import { type Stamp, isUnchanged, stampOf } from './stamp.ts';

export const CONTRACT = 'haft.contract.json';

/**
 * Nothing before the first release.
 *
 * @throws Failure where git has a contract and the folder has none: without it every promise would be forgotten.
 */
export function loadContract(root: string): Plan | undefined {
  const path = join(root, CONTRACT);
  const stamp = stampOf(path);
  if (!stamp) return refuseLost(root);
  if (latest?.path === path && isUnchanged(latest.stamp, stamp)) return latest.plan;
  latest = { path, stamp, plan: parseContract(readText(path, bordersOf({ root })), path) };
  return latest.plan;
}

/** Whether the last commit has a file of a project. */
type InHead = (root: string, path: string) => boolean;

let isInHead: InHead = () => false;

/** Called by the command line, so that reading a contract alone starts no process. */
export function useHistory(lookup: InHead): void {
  isInHead = lookup;
}

function refuseLost(root: string): undefined {
  if (!isInHead(root, CONTRACT)) return undefined;
  throw new Failure(
    `"${join(root, CONTRACT)}" is missing, and the last commit has it.`,
    `Restore it with \`git checkout HEAD -- ${CONTRACT}\`. To start over without it, delete it in git as well, and commit that.`,
  );
}

/** The same file gives the same Plan object, so that results that are cached by Plan stay valid. */
let latest: { readonly path: string; readonly stamp: Stamp; readonly plan: Plan } | undefined;

const RUN_MERGE = 'Run `haft merge` on the branch that has it: it merges both sides tool by tool.';

/** @throws Failure with the reason why the text is not a contract. */
export function parseContract(text: string, name: string): Plan {
  refuseConflict(text, name, name.includes(CONTRACT) ? RUN_MERGE : BOTH_SIDES);
  return validIn(readContract(text), name, 'is not a valid contract').plan;
}

/** Whether the file changed. `before` is what was released until now. */
export function saveContract(root: string, plan: Plan, before?: Plan): boolean {
  return saveText(join(root, CONTRACT), contractText(plan, before));
}
