/** An entry that was installed is no longer in the file. */
import { freshEntry, writeAgain } from '../fix.ts';
import { NO_TOOL, inFiles } from '../symptom.ts';
import type { Symptom } from '../symptom.ts';

export const entryGone: Symptom = {
  id: 'entry-gone',
  symptom: NO_TOOL,
  cause: 'the entry that Haft wrote is no longer in the file',
  fix: '`haft install` again, or `haft install --remove`',
  look: inFiles(({ gone, scope }, observed) =>
    gone.map((name) => ({
      server: name,
      key: [...observed.host.container, name].join('.'),
      cause: 'Haft wrote this entry, but it is no longer in the file.',
      fix: writeAgain(observed, scope, freshEntry(observed, name)),
    })),
  ),
};
