/** Projects with TypeScript: its packages are links to those of this repository. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';
import { runProgram } from './run-program.ts';

const REPOSITORY = join(import.meta.dirname, '../..');
const PACKAGES = join(REPOSITORY, 'node_modules');

/** What `npm install typescript @haft/runtime @types/node` leaves in a project. */
export function installTypeScript(project: string, ...names: readonly string[]): void {
  mkdirSync(join(project, 'node_modules'), { recursive: true });
  for (const name of names.length > 0 ? names : ['typescript', '@haft', '@types'])
    symlinkSync(join(PACKAGES, name), join(project, 'node_modules', name), 'junction');
}

/** What the type checker prints about these files, as strict as in this repository; undefined if they are right. */
export function typeErrors(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder({
    ...files,
    'tsconfig.json': JSON.stringify({
      extends: join(REPOSITORY, 'tsconfig.json'),
      include: ['generated/**/*.ts', 'specs/**/*.ts'],
      exclude: ['node_modules'],
    }),
    'package.json': JSON.stringify({ type: 'module' }),
  });
  symlinkSync(PACKAGES, join(folder, 'node_modules'), 'junction');
  const tsc = join(PACKAGES, 'typescript/bin/tsc');
  const { status, stdout, stderr } = runProgram(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], folder);
  return status === 0 ? stdout : `${stdout}${stderr}tsc ended with ${status}`;
}
