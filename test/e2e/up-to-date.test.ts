/** The second compile of unchanged specs does nothing, and notices whatever changed: it never tells what is not so. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { everyNth } from '../support/runs.ts';

const ALPHA = serverSpec('alpha', 'Tells the time.', [toolItem('get_time', COMMAND)]);
const HANDLED = serverSpec('beta', 'Lists trains.', [toolItem('list_trains', 'handler: handlers.ts')]);
const HANDLERS = `import { text } from './text.js';\nexport const listTrains = async () => ({ text });\n`;

const STATE = '.haft/compile.json';

/** Compiled until what was found is remembered: a folder that has just changed may change again within the clock's step. */
function settled(more: Readonly<Record<string, string>> = {}): string {
  const root = temporaryFolder({
    'specs/a.yaml': ALPHA,
    'specs/skills/read/references/notes.md': '# Notes\n',
    'specs/notes/README.md': 'No spec is here yet.\n',
    ...more,
  });
  do expect(haft(root, 'compile')).toMatchObject({ code: 0, stderr: '' });
  while (!existsSync(join(root, STATE)));
  return root;
}

const WITH_HANDLERS = {
  'specs/beta/server.yaml': HANDLED,
  'specs/beta/handlers.ts': HANDLERS,
  'specs/beta/text.js': "export const text = 'none';\n",
};

/** Makes a warm answer tell itself apart. */
function mark(root: string): void {
  const state = JSON.parse(readFileSync(join(root, STATE), 'utf8')) as object;
  writeFileSync(join(root, STATE), JSON.stringify({ ...state, there: 'WARM' }));
}

test('what is unchanged is not compiled again, in both forms of the answer', () => {
  const root = settled();
  const cold = { text: haft(root, 'compile').stdout, json: haft(root, 'compile', '--format', 'json').stdout };
  expect(cold.text).toMatch(
    /^1 server with 1 tool, 0 skills compiled into generated\/: 0 files written, \d+ unchanged/,
  );
  mark(root);
  expect(haft(root, 'compile').stdout).toMatch(/^WARM compiled into generated\/: 0 files written/);
  expect(haft(root, 'compile', '--check').stdout).toMatch(/^generated\/ is up to date: \d+ files\.$/m);
  const json = haft(root, 'compile', '--format', 'json').stdout;
  rmSync(join(root, '.haft'), { recursive: true });
  expect(json).toBe(haft(root, 'compile', '--format', 'json').stdout);
  expect(json).toBe(cold.json);
});

const CHANGES: readonly (readonly [what: string, change: (root: string) => void])[] = [
  ['a spec', (root) => writeFileSync(join(root, 'specs/a.yaml'), ALPHA.replace('Tells the time.', 'Tells the hour.'))],
  [
    'a new folder',
    (root) =>
      writeFiles(root, { 'specs/x/y/new.yaml': serverSpec('gamma', 'Counts.', [toolItem('count_sheep', COMMAND)]) }),
  ],
  [
    'a spec in a folder that had none',
    (root) =>
      writeFiles(root, { 'specs/notes/new.yaml': serverSpec('gamma', 'Counts.', [toolItem('count_sheep', COMMAND)]) }),
  ],
  ['a spec that is gone', (root) => rmSync(join(root, 'specs/a.yaml'))],
  ['settings', (root) => writeFileSync(join(root, 'haft.yaml'), 'out: elsewhere\n')],
  ['a contract', (root) => void haft(root, 'release')],
  ['a baseline', (root) => void haft(root, 'check', '--baseline')],
  ['an output file', (root) => writeFileSync(join(root, 'generated/hosts/mcp.json'), '{}')],
  ['an output file that is gone', (root) => rmSync(join(root, 'generated/servers/alpha/evals.json'))],
  ['a broken state', (root) => writeFileSync(join(root, STATE), '{"key":')],
  ['a state of another form', (root) => writeFileSync(join(root, STATE), '{"key":"x","stamps":[],"there":"WARM"}')],
];

test.each(everyNth(3, CHANGES))('%s is noticed', (_what, change) => {
  const root = settled();
  if (existsSync(join(root, STATE))) mark(root);
  change(root);
  const warm = haft(root, 'compile');
  expect(warm.stdout).not.toContain('WARM');
  const tree = treeOf(join(root, 'generated'));
  rmSync(join(root, '.haft'), { recursive: true });
  const again = haft(root, 'compile');
  expect(again.code).toBe(warm.code);
  expect(again.stderr).toBe(warm.stderr);
  expect(treeOf(join(root, 'generated'))).toEqual(tree);
});

test('handlers and what they import are noticed', () => {
  const root = settled(WITH_HANDLERS);
  for (const [path, text] of [
    ['specs/beta/handlers.ts', HANDLERS.replace('text }', "text: text + '!' }")],
    ['specs/beta/text.js', "export const text = 'some';\n"],
    ['specs/beta/tsconfig.json', '{ "compilerOptions": { "target": "es2015" } }'],
  ] as const) {
    if (existsSync(join(root, STATE))) mark(root);
    writeFileSync(join(root, path), text);
    expect(haft(root, 'compile').stdout, path).not.toContain('WARM');
  }
});

test('another day is another compile', () => {
  const root = settled();
  mark(root);
  expect(haft(root, 'compile', '--today', '2031-01-01').stdout).not.toContain('WARM');
});

test('two at once leave a state that holds', async () => {
  const root = settled();
  const bin = join(import.meta.dirname, '../../compiler/bin/haft.js');
  writeFileSync(join(root, 'specs/a.yaml'), ALPHA.replace('Tells', 'Shows'));
  const codes = await Promise.all(
    Array.from({ length: 4 }, () => {
      const child = spawn(process.execPath, [bin, 'compile'], { cwd: root, stdio: 'ignore' });
      return new Promise((resolve) => child.once('close', resolve));
    }),
  );
  expect(codes).toEqual([0, 0, 0, 0]);
  expect(haft(root, 'compile', '--check').code).toBe(0);
  expect(readFileSync(join(root, '.haft/.gitignore'), 'utf8')).toBe('*\n');
});
