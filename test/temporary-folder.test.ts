/** Folders for the time of some work: none is left, whatever ends the command. */
import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { ENDING_SIGNALS } from '@haft/runtime/language';
import { temporaryFolder } from './support/folder.ts';
import { ON_WINDOWS } from './support/posix.ts';

const COMPILER = join(import.meta.dirname, '../compiler');
const BUILT = buildSync({
  entryPoints: [join(COMPILER, 'edge/write/temporary-folder.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  write: false,
}).outputFiles[0]?.text.replace(/export \{[^}]*\};/, '');

/** Two works that do not end by themselves; `listener`: what else the command does at a signal. */
function program(listener: string): string {
  return `${BUILT}
import { writeFileSync } from 'node:fs';
const stays = setInterval(() => {}, 1000);
${listener}
for (const name of ['one', 'two'])
  inTemporaryFolder(name, (folder) => new Promise(() => writeFileSync(folder + '/file', '')));
console.log('ready');`;
}

function endedBy(signal: NodeJS.Signals, cwd: string, listener: string): Promise<unknown> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(listener)], {
      cwd,
      env: { ...process.env, TMPDIR: cwd },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child.stdout.once('data', () => child.kill(signal));
    child.once('close', (code, by) => resolve(code ?? by));
  });
}

test.skipIf(ON_WINDOWS).each(ENDING_SIGNALS)('%s ends the command as before, and leaves no folder', async (signal) => {
  const cwd = temporaryFolder();
  expect(await endedBy(signal, cwd, '')).toBe(signal);
  expect(readdirSync(cwd)).toEqual([]);
});

test.skipIf(ON_WINDOWS)('a command that stops in its own way at a signal leaves no folder either', async () => {
  const cwd = temporaryFolder();
  expect(await endedBy('SIGTERM', cwd, "process.once('SIGTERM', () => setTimeout(() => process.exit(7)));")).toBe(7);
  expect(readdirSync(cwd)).toEqual([]);
});

test('no other source makes a temporary folder, except that of files which a user opens afterwards', () => {
  const sources = readdirSync(COMPILER, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /(?<!\.d|\.generated)\.ts$/.test(path) && !/(?:^|[/\\])(?:dist|node_modules)[/\\]/.test(path),
  );
  expect(sources.filter((path) => readFileSync(join(COMPILER, path), 'utf8').includes('mkdtemp')).toSorted()).toEqual([
    join('cli', 'call', 'saved-blocks.ts'),
    join('edge', 'write', 'temporary-folder.ts'),
  ]);
});
