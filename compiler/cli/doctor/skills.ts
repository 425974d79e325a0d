/** Where a host finds the compiled skills, and whether they are the compiled ones. */
import { join } from 'node:path';
import { realpathSync } from 'node:fs';
import type { ObservedSkill } from '../../doctor/observed.ts';
import type { Host } from '../../hosts/host.ts';
import { statsOf } from '../inside/place.ts';
import { shownPath } from '../install/current-system.ts';
import type { Installable } from '../install/output.ts';
import { skillFolders } from '../install/target.ts';
import type { Surroundings } from '../install/target.ts';
import { readTree } from '../install/tree.ts';
import type { Tree } from '../install/tree.ts';

export function observeSkills(
  host: Host,
  around: Surroundings & { readonly installable: Installable },
): readonly ObservedSkill[] {
  const folders = [...skillFolders(host, 'user', around), ...skillFolders(host, 'project', around)];
  return around.installable.skills.map(({ name, files }) => {
    const real = new Map<string, string>();
    for (const folder of folders) {
      if (!statsOf(join(folder, name, 'SKILL.md'))?.isFile()) continue;
      const place = realpathSync(join(folder, name));
      if (!real.has(place)) real.set(place, folder);
    }
    return {
      name,
      folders: [...real].map(([place, folder]) => ({
        folder: shownPath(folder, around.system),
        outdated: !hasAll(readTree(place), files),
      })),
    };
  });
}

/** Files that the user added do no harm. */
function hasAll(found: Tree, wanted: Tree): boolean {
  return [...wanted].every(([path, { hash }]) => found.get(path)?.hash === hash);
}
