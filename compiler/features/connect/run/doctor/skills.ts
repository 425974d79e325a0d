/** Where a host finds the compiled skills, whether they are the compiled ones, and which it has lost. */
import { basename, dirname, join } from 'node:path';
import { readdirSync, realpathSync } from 'node:fs';
import type { ObservedFolder, ObservedSkill } from '../../doctor/observed.ts';
import type { Host } from '../../../../spec/hosts/host.ts';
import { HOSTS } from '../../../../spec/hosts/index.ts';
import type { EntryScope } from '../../../../emit/host-files/desired-entry.ts';
import type { CopyRecord } from '../../install/state.ts';
import { onDisk, unlessFailed } from '../../../../edge/command-line/failure.ts';
import { statsOf } from '../../../../edge/project-files/read.ts';
import { shownPath } from '../install/current-system.ts';
import { reasonToLeave } from '../install/copies.ts';
import { skillFolders, SCOPES } from '../install/target.ts';
import { lookAt, readTree } from '../install/tree.ts';
import type { DoctorInput } from './observe-output.ts';

type Compiled = DoctorInput['installable']['skills'][number];

export function observeSkills(host: Host, bench: DoctorInput): readonly ObservedSkill[] {
  const folders = SCOPES.flatMap((scope) => skillFolders(host, scope, bench).map((folder) => ({ folder, scope })));
  return bench.installable.skills.map((skill) => {
    const real = new Map<string, ObservedFolder>();
    for (const { folder, scope } of folders) {
      const path = join(folder, skill.name);
      const place = faultOf(path) === undefined ? realpathSync(path) : undefined;
      if (place === undefined || real.has(place)) continue;
      const tree = unlessFailed(() => readTree(place));
      // Files that the user added do no harm.
      const outdated = ![...skill.files].every(([name, { hash }]) => tree?.get(name)?.hash === hash);
      real.set(place, { ...folderOf(folder, scope, skill, bench, place), outdated });
    }
    const missing = SCOPES.flatMap((scope) => goneIn(host, scope, skill, bench));
    return { name: skill.name, folders: [...real.values()], missing };
  });
}

/** Why a host finds no skill in the folder; undefined if it finds one. */
function faultOf(folder: string): string | undefined {
  return unlessFailed(
    () => {
      const place = lookAt(folder);
      if (!statsOf(folder))
        return place.kind === 'link' ? 'the folder is a link to something that does not exist' : 'the folder is gone';
      if (!statsOf(folder)?.isDirectory()) return 'a file is in the place of the folder';
      // A file system may find it in another case, in which a host does not look for it.
      const hasFile =
        onDisk('read', folder, () => readdirSync(folder)).includes('SKILL.md') &&
        statsOf(join(folder, 'SKILL.md'))?.isFile();
      return hasFile ? undefined : 'the folder has no file "SKILL.md"';
    },
    () => 'the folder cannot be read',
  );
}

function goneIn(host: Host, scope: EntryScope, skill: Compiled, bench: DoctorInput): ObservedSkill['missing'] {
  return Object.entries(bench.states[scope].copies).flatMap(([to, { hosts }]) => {
    if (basename(to) !== skill.name || !hosts.includes(host.id)) return [];
    const how = faultOf(to);
    if (how === undefined) return [];
    const folder = dirname(to);
    return [{ ...folderOf(folder, scope, skill, bench, to), outdated: true, how }];
  });
}

function folderOf(folder: string, scope: EntryScope, skill: Compiled, bench: DoctorInput, place: string) {
  const record = bench.states[scope].copies[join(folder, skill.name)];
  const writer = HOSTS.find((host) => host.config[scope] && skillFolders(host, scope, bench)[0] === folder);
  return {
    folder: shownPath(folder, bench.system),
    scope,
    byHand: isByHand(place, record, skill),
    ...(writer && { writer: writer.id }),
  };
}

/** Whether an installation leaves what is there. */
function isByHand(place: string, record: CopyRecord | undefined, { files, folder: source }: Compiled): boolean {
  return unlessFailed(
    () => reasonToLeave({ record, files, source }, lookAt(place)) !== undefined,
    () => true,
  );
}
