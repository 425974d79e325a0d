/** A file that stands where output belongs and is not ours: what it is, and the way out. */
import { join } from 'node:path';
import type { Conflict } from '../write/decide.ts';

const CONFLICTS: Readonly<Record<Conflict['kind'], readonly [what: string, hint: string]>> = {
  edited: ['was edited by hand and is left alone', 'Move the edit into the spec, delete the file, and compile again.'],
  foreign: ['was not written by Haft and is left alone', 'Move it away, or delete it, and compile again.'],
  link: ['is not a plain file, or lies behind a link, and is left alone', 'Remove the link and compile again.'],
  orphan: ['was edited by hand; its spec is gone, and it is left alone', 'Delete it, or keep it: it is yours now.'],
};

export function conflictLines({ path, kind }: Conflict, out: string): string {
  const [what, hint] = CONFLICTS[kind];
  return `${join(out, path)} ${what}.\n  hint: ${hint}`;
}
