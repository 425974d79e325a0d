/** Whether a host has recorded the approval of a file's servers. Only read: the decision is the user's. */
import { dirname, join } from 'node:path';
import type { ApprovalNotes, HostEntry, Host } from '../../../../spec/hosts/host.ts';
import { userPath } from '../../../../spec/hosts/paths.ts';
import { membersOf } from '../../../../plan/read-json.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';
import type { InstallSurroundings } from '../install/target.ts';
import { readHostFile } from './read-host-file.ts';

export function approvalOf(
  { approval }: Host,
  scope: EntryScope,
  { system, root }: InstallSurroundings,
): (server: string) => boolean | undefined {
  if (!approval?.scopes.includes(scope)) return () => undefined;
  const files = Object.entries(approval.files).map(([name, { of, path, format }]): [string, HostEntry] => {
    const own = userPath(path, system);
    const read = readHostFile(of === 'user' ? own : join(root, own), format);
    return [name, ('value' in read && membersOf(read.value)) || {}];
  });
  const notes: Omit<ApprovalNotes, 'server'> = {
    files: Object.fromEntries(files),
    folders: foldersFrom(root),
    env: system.env,
  };
  return (server) => approval.isGiven({ ...notes, server });
}

function foldersFrom(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}
