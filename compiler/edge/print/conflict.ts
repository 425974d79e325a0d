/** Messages about files at the place of output that Haft did not write, with the next step. */
import { posix } from 'node:path';
import type { Conflict } from '../write/decide.ts';

const CONFLICTS: Readonly<Record<Conflict['kind'], readonly [what: string, hint: string]>> = {
  edited: [
    'was edited by hand and was not overwritten',
    'Move the edit to the spec, delete the file, and run the command again.',
  ],
  foreign: ['was not written by Haft and was not overwritten', 'Move or delete it, and run the command again.'],
  link: [
    'is not a regular file, or is behind a symbolic link, and was not overwritten',
    'Remove the link, and run the command again.',
  ],
  orphan: [
    'was edited by hand and was not deleted; its spec no longer exists',
    'Delete it, or keep it as your own file.',
  ],
};

export function conflictLines({ path, kind }: Conflict, out: string): string {
  const [what, hint] = CONFLICTS[kind];
  return `${posix.join(out, path)} ${what}.\n  hint: ${hint}`;
}
