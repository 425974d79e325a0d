/** What `npm install typescript @haft/runtime @types/node` leaves in a project, as links to the packages of this repository. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGES = join(import.meta.dirname, '../../node_modules');

export function installTypeScript(project: string, ...names: readonly string[]): void {
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  for (const name of names.length > 0 ? names : ['typescript', '@haft', '@types'])
    symlinkSync(join(PACKAGES, name), join(project, 'node_modules', name), 'junction');
}
