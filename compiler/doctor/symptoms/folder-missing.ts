/** The folder in which the host would start the server does not exist. */
import { NO_TOOL, inLaunches } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const folderMissing: Symptom = {
  id: 'folder-missing',
  symptom: NO_TOOL,
  cause: 'the entry names a folder to start in, which does not exist',
  fix: '`haft install --force`, which writes an entry without it',
  blocks: true,
  look: inLaunches(({ noFolder }, { key }, { again }) => {
    if (!noFolder) return undefined;
    return { key: `${key}.${noFolder.key}`, cause: `There is no folder "${noFolder.folder}".`, fix: again() };
  }),
};
