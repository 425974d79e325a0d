/** Reads and writes `haft.approvals.json`, in the project and as it is on the branch that is compared with. */
import { join } from 'node:path';
import { type Approval, approvalsText, readApprovals } from '../../versions/approvals.ts';
import { FILE_FORMATS } from '../../base/file-formats.ts';
import { bordersOf, statsOf } from '../project-files/place.ts';
import { writeWhole } from '../write/whole.ts';
import { parseJson, readText, validIn } from './contract.ts';
import { textAt } from './git.ts';

export const APPROVALS = FILE_FORMATS.approvals.file;

export function loadApprovals(root: string): readonly Approval[] {
  const path = join(root, APPROVALS);
  return statsOf(path) ? parseApprovals(readText(path, bordersOf({ root })), path) : [];
}

export function approvalsAt(root: string, commit: string): readonly Approval[] {
  const text = textAt(root, commit, APPROVALS);
  return text === undefined ? [] : parseApprovals(text, `${APPROVALS} at ${commit}`);
}

/** @throws Failure with the reason why the file has none. */
export function parseApprovals(text: string, name: string): readonly Approval[] {
  const value = parseJson(text, name, 'Restore it from version control.');
  return validIn(readApprovals(value), name, 'does not contain valid approvals').approvals;
}

export function saveApproval(root: string, approval: Approval): void {
  writeWhole([{ path: join(root, APPROVALS), content: approvalsText([...loadApprovals(root), approval]) }]);
}
