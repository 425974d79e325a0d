/** Where a path leads, and what is read when somebody swaps it meanwhile. */
import { spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '../compiler/edge/command-line/failure.ts';
import { readRegular, bordersOf, isInside, isWithin, realPlace } from '../compiler/edge/project-files/read.ts';
import { temporaryFolder } from './support/folder.ts';
import { ON_WINDOWS } from './support/posix.ts';
import { runs } from './support/runs.ts';

test.each([
  ['/a', '/a', true],
  ['/a', '/a/b', true],
  ['/a', '/a/..b', true],
  ['/a', '/ab', false],
  ['/a', '/', false],
  ['/a', '/b/a', false],
  ['/', '/b', true],
])('%s holds %s: %s', (folder, path, within) => {
  expect(isWithin(resolve(folder), resolve(path))).toBe(within);
});

test.skipIf(ON_WINDOWS)('a path is followed as far as it leads, also to what does not exist', () => {
  const root = temporaryFolder({ 'in/file.md': '' });
  symlinkSync('in', join(root, 'way'));
  symlinkSync('way/gone/deep.md', join(root, 'broken'));
  symlinkSync('../../elsewhere', join(root, 'in/out'));
  expect(realPlace(join(root, 'way/file.md'))).toBe(join(root, 'in/file.md'));
  expect(realPlace(join(root, 'broken'))).toBe(join(root, 'in/gone/deep.md'));
  expect(isInside(realPlace(join(root, 'way/out/x')), bordersOf({ root }))).toBe(false);
});

// A process does nothing but swap the folder for a link that leads outside, and back.
const SWAP = `const { renameSync } = require('node:fs');
const [folder, aside, link] = process.argv.slice(1);
process.stdout.write('ready');
for (;;) {
  renameSync(folder, aside);
  renameSync(link, folder);
  renameSync(folder, link);
  renameSync(aside, folder);
}`;

test.skipIf(process.platform !== 'linux')(
  'a folder that is swapped for a link while it is read gives no byte from outside',
  async () => {
    const root = temporaryFolder({ 'app/folder/file.md': 'inside', 'outside/file.md': 'SECRET' });
    const app = join(root, 'app');
    symlinkSync('../outside', join(app, 'link'));
    const paths = ['folder', 'aside', 'link'].map((name) => join(app, name));
    const child = spawn(process.execPath, ['-e', SWAP, ...paths], { stdio: ['ignore', 'pipe', 'ignore'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    const borders = bordersOf({ root: app });
    const seen = new Map<string, number>();
    for (let round = 0; round < runs(20_000, 3_000); round += 1) {
      const what = tryRead(join(app, 'folder/file.md'), borders);
      seen.set(what, (seen.get(what) ?? 0) + 1);
    }
    expect([...seen.keys()].filter((what) => !['inside', 'refused'].includes(what))).toEqual([]);
    expect(seen.get('inside')).toBeGreaterThan(0);
  },
);

function tryRead(path: string, borders: readonly string[]): string {
  try {
    return readRegular(path, { borders }).toString();
  } catch (error) {
    if (error instanceof Failure) return 'refused';
    throw error;
  }
}

test('a file of more bytes than are wanted is read one byte further', () => {
  const root = temporaryFolder({ 'a.md': 'x'.repeat(100) });
  mkdirSync(join(root, 'folder'));
  writeFileSync(join(root, 'b.md'), '');
  expect(readRegular(join(root, 'a.md'), { most: 10 })).toHaveLength(11);
  expect(readRegular(join(root, 'b.md'), { most: 10 })).toHaveLength(0);
  expect(() => readRegular(join(root, 'folder'))).toThrow('it is a folder');
});
