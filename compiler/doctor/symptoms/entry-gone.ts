/** An entry that was installed is no longer in the file. */
import { NO_TOOL, inFiles } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const entryGone: Symptom = {
  id: 'entry-gone',
  symptom: NO_TOOL,
  cause: 'the entry that Haft wrote is no longer in the file',
  fix: '`haft install` again, or `haft install --remove`',
  blocks: false,
  look: inFiles(({ gone, scope }, { host }) =>
    gone.map((name) => ({
      server: name,
      key: [...host.container, name].join('.'),
      cause: 'Haft wrote this entry, but it is no longer in the file.',
      fix: `Run \`haft install ${host.id} --${scope}\` again, or with --remove to forget it.`,
    })),
  ),
};
