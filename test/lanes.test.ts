/** The unit lane starts no process and needs no build, and no file is put into a lane by hand. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from './support/folder.ts';
import { lanesOf, reasonForFull } from './support/lanes.ts';

const ROOT = join(import.meta.dirname, '..');

test('every test file is in one lane', () => {
  const { unit, full, depth } = lanesOf(ROOT);
  expect(unit).toEqual(expect.arrayContaining(['test/lanes.test.ts', 'test/rules.test.ts', 'test/broken.test.ts']));
  const all = [...unit, ...full, ...depth];
  expect(new Set(all).size).toBe(all.length);
  expect(full).toEqual(expect.arrayContaining(['test/write/write.test.ts', 'test/packages.test.ts']));
  expect(depth).toContain('test/write/crash.test.ts');
  expect(full.filter((file) => file.startsWith('test/e2e/')).length).toBeGreaterThan(25);
});

test.each<[string, string, string | undefined]>([
  ['a module of Node', `import { spawn } from 'node:child_process';`, 'test/a.test.ts → node:child_process'],
  ['its older name', `import cluster from 'cluster';`, 'test/a.test.ts → cluster'],
  ['a thread', `import {\n  Worker,\n} from 'node:worker_threads';`, 'test/a.test.ts → node:worker_threads'],
  ['a bundler', `import * as esbuild from 'esbuild';`, 'test/a.test.ts → esbuild'],
  [
    'a helper',
    `import { run } from './support/far.ts';`,
    'test/a.test.ts → test/support/far.ts → test/support/near.ts → node:child_process',
  ],
  ['a source', `import { git } from '../compiler/git.ts';`, 'test/a.test.ts → compiler/git.ts → node:child_process'],
  ['the runtime', `import { serve } from '@haft/runtime';`, 'test/a.test.ts → runtime/index.ts → node:child_process'],
  ['a double', `import { start } from './doubles/start.ts';`, 'test/a.test.ts → test/doubles/start.ts'],
  [
    'all sources',
    `import { parse } from './support/parsed-source.ts';`,
    'test/a.test.ts → test/support/parsed-source.ts',
  ],
  ['a re-export', `export * from './support/near.ts';`, 'test/a.test.ts → test/support/near.ts → node:child_process'],
  [
    'a late import',
    `test('', () => import('./support/near.ts'));`,
    'test/a.test.ts → test/support/near.ts → node:child_process',
  ],
  ['a side effect', `import './support/near.ts';`, 'test/a.test.ts → test/support/near.ts → node:child_process'],
  ['a build', `const bin = '../compiler/bin/${'haft'}.js';`, 'test/a.test.ts → a build'],
  ['a type', `import type { ChildProcess } from 'node:child_process';`, undefined],
  ['a text', `const code = \`\nimport { spawn } from 'node:child_process';\n\`;`, undefined],
  ['a comment', `// import { spawn } from 'node:child_process';\n/* dist/ */`, undefined],
  ['a circle', `import './support/circle.ts';`, undefined],
])('a file with %s lands in its lane by itself', (_name, text, reason) => {
  const root = temporaryFolder({
    'test/a.test.ts': `/** A test. */\nimport { test } from 'vitest';\n${text}\n`,
    'test/support/near.ts': `import type { A } from './a.ts';\nimport { spawn } from 'node:child_process';\n`,
    'test/support/far.ts': `/** Far. */\nexport { run } from './near.ts';\n`,
    'test/support/circle.ts': `import './circle.ts';\n`,
    'test/doubles/start.ts': '',
    'test/support/parsed-source.ts': '',
    'compiler/git.ts': `// Git.\nimport { execFileSync } from 'node:child_process';\n`,
    'runtime/index.ts': `import 'node:child_process';\n`,
  });
  expect(reasonForFull(root, 'test/a.test.ts')).toBe(reason);
  expect(lanesOf(root)[reason === undefined ? 'unit' : 'full']).toEqual(['test/a.test.ts']);
});

test.each(['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const)(
  'the unit lane lets nothing call %s',
  (name) => {
    const { [name]: start } = process.getBuiltinModule('node:child_process');
    expect(() => Reflect.apply(start, undefined, ['node'])).toThrow(`${name} is not available in the unit lane.`);
  },
);

test('the unit lane lets nothing start a thread', () => {
  const { Worker } = process.getBuiltinModule('node:worker_threads');
  expect(() => new Worker('', { eval: true })).toThrow('Worker is not available in the unit lane.');
});

test('what tests share is loaded once in a worker, and registers no hook then', () => {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('fixtures'))
    // Loaded for each test file anew (vitest.config.ts).
    .filter((path) => path !== join('support', 'seed.ts'))
    .filter((path) => /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(join(ROOT, 'test', path), 'utf8')));
  expect(files).toEqual([]);
});

/** A shell, links without a right of their own, signals that are answered, modes of files, a file system of processes. */
const POSIX =
  /(?:spawn|execFile)(?:Sync)?\(\s*'sh'|symlinkSync\((?![^;]*'junction'\))|kill\('SIG(?:TERM|INT|HUP)'\)|\.mode & 0o|`\/proc\/|\b(?:startNotebook|startBridge|pathWithAgent|linkedProject|installBench)\(/;

test('what needs a system of POSIX is skipped on Windows', () => {
  const { unit, full, depth } = lanesOf(ROOT);
  const files = [...unit, ...full, ...depth].filter((file) => POSIX.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(files.length).toBeGreaterThan(25);
  // What runs where it is asked for only, or on Linux only, needs no further word.
  const isSkipped = /skipIf\(.*ON_WINDOWS|platform !== 'linux'|runIf\(/;
  expect(files.filter((file) => !isSkipped.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
});
