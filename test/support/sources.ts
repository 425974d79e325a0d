/** The specs of a folder, read as the command line reads them. */
import { join } from 'node:path';
import { readSources } from '../../compiler/edge/project/read-sources.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import type { Sources } from '../../compiler/edge/project/read-sources.ts';

export function sourcesOf(root: string): Sources {
  return readSources({ root, specs: join(root, 'specs'), out: join(root, 'generated'), settings: settingsOf({}) });
}
