/** Shape of `haft.yaml`, the optional settings of a project. */
import { object, text } from './build.ts';
import type { Static } from './build.ts';

const folder = ['^(?!/)(?!.*\\.\\.).+$', 'a folder inside the project, such as specs'] as const;

export const configShape = object(
  'Settings of a Haft project; every key is optional.',
  {},
  {
    specs: text('Folder with the specs.', { pattern: folder, default: 'specs' }),
    out: text('Folder for everything that Haft writes.', { pattern: folder, default: 'generated' }),
  },
);

export type Config = Static<typeof configShape>;
