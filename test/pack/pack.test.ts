/** `haft pack` from the command line: the same bytes twice, archives that others read, servers that answer, nothing half. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FORMATS } from '../../compiler/features/pack/formats/index.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { CLOCK } from '../support/specs.ts';

const LISTENING = CLOCK.replace('tools:', 'transports: [stdio, http]\ntools:');

const CALLS = ['initialize', 'tools/list'].map((method, id) => {
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  return JSON.stringify({ jsonrpc: '2.0', id, method, ...(id === 0 && { params }) });
});

function start(script: string): string {
  return spawnSync(process.execPath, [script], { input: `${CALLS.join('\n')}\n`, encoding: 'utf8' }).stdout;
}

test('all formats; the same bytes a second time; one format leaves the others; an edited file stops everything', () => {
  const folder = temporaryFolder({
    'specs/clock/server.yaml': LISTENING,
    'haft.yaml': 'pack: { name: time, namespace: io.github.someone }\n',
  });
  const first = haft(folder, 'pack');
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout).toMatch(/^packages\/plugin\/: .*\n(?:.*\n)*time 1\.0\.0: \d+ files written\.\n$/);
  const tree = treeOf(join(folder, 'packages'));
  expect(haft(folder, 'pack', 'all', '--out', 'again').code).toBe(0);
  expect(treeOf(join(folder, 'again'))).toEqual(tree);
  expect(haft(folder, 'pack', 'npm')).toMatchObject({ code: 0, stdout: expect.stringContaining('0 files written') });
  expect(treeOf(join(folder, 'packages'))).toEqual(tree);

  const scripts = [
    'plugin/time/servers/clock/server.mjs',
    'gemini/time/servers/clock/server.mjs',
    'npm/clock/server.mjs',
    'container/clock/server.mjs',
    'systemd/clock/server.mjs',
  ];
  expect(start(join(folder, 'packages', scripts[0] ?? ''))).toContain('"get_time"');
  expect(new Set(scripts.map((path) => tree[path])).size).toBe(1);

  writeFileSync(join(folder, 'specs/clock/server.yaml'), LISTENING.replaceAll('1.0.0', '1.1.0'));
  const edited = join(folder, 'packages/npm/clock/package.json');
  writeFileSync(edited, '{}\n');
  expect(haft(folder, 'pack')).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /package\.json was edited by hand[^]*run the command again\.[^]*Nothing was written\.\n$/,
    ),
  });
  expect(treeOf(join(folder, 'packages'))).toEqual({ ...tree, 'npm/clock/package.json': '{}\n' });
});

test('a pack of one format judges no other: what was edited or deleted there stays so, and is known later', () => {
  const folder = temporaryFolder({ 'specs/clock/server.yaml': LISTENING, 'haft.yaml': 'pack: { name: time }\n' });
  expect(haft(folder, 'pack', 'plugin', 'gemini').code).toBe(0);
  const [edited, other] = ['plugin', 'gemini'].map((id) =>
    join(folder, 'packages', id, 'time/servers/clock/server.mjs'),
  );
  writeFileSync(edited ?? '', 'mine');
  const before = treeOf(join(folder, 'packages'));
  expect(haft(folder, 'pack', 'gemini')).toMatchObject({ code: 0, stderr: '' });
  expect(treeOf(join(folder, 'packages'))).toEqual(before);
  expect(haft(folder, 'pack', 'plugin').stderr).toContain('was edited by hand and was not overwritten');
  writeFileSync(edited ?? '', readFileSync(other ?? ''));
  expect(haft(folder, 'pack', 'plugin')).toMatchObject({ code: 0, stderr: '' });
});

test('without a server, each format that is made of servers says so', () => {
  const content = { name: 'x', version: '1.0.0', description: '', author: 'x', servers: [], skills: [] };
  const obstacles = FORMATS.flatMap((format) => format.obstacle(content) ?? []);
  expect(obstacles.length).toBeGreaterThan(3);
  for (const { message, hint } of obstacles) {
    expect(message).toBe('There is no server.');
    expect(hint).not.toContain('transports');
  }
});

test('the folder of --out is named as it is from here, and is none that holds specs or output', () => {
  const folder = temporaryFolder({ 'specs/clock/server.yaml': CLOCK });
  const { code, stdout } = haft(folder, 'pack', 'npm', '--out', '.');
  expect([code, stdout.split('\n')[0]]).toEqual([0, './npm/: npm package of each server.']);
  expect(treeOf(folder)).toHaveProperty(['npm/clock/server.mjs']);
  for (const out of ['specs', 'specs/clock', 'generated'])
    expect(haft(folder, 'pack', 'npm', '--out', out), out).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`The folder "${out}" is one that Haft reads, or compiles into.`),
    });
});

test('other programs read the bundle, and the server in it answers', ({ skip }) => {
  const folder = temporaryFolder({ 'specs/clock/server.yaml': CLOCK });
  expect(haft(folder, 'pack', 'mcpb').code).toBe(0);
  const bundle = join(folder, 'packages/mcpb/clock-1.0.0.mcpb');
  const python = spawnSync('python3', ['-c', PYTHON, bundle, join(folder, 'in')], { encoding: 'utf8' });
  const unzip = spawnSync('unzip', ['-tq', bundle], { encoding: 'utf8' });
  if (python.error && unzip.error) skip('there is no python3 and no unzip');
  if (!unzip.error) expect(unzip).toMatchObject({ status: 0, stdout: expect.stringContaining('No errors') });
  if (python.error) return;
  expect(python.stdout).toBe(
    "None [('manifest.json', (1980, 1, 1, 0, 0, 0)), ('server/index.mjs', (1980, 1, 1, 0, 0, 0))]\n",
  );
  expect(JSON.parse(readFileSync(join(folder, 'in/manifest.json'), 'utf8'))).toMatchObject({ name: 'clock' });
  expect(start(join(folder, 'in/server/index.mjs'))).toContain('"get_time"');
});

const PYTHON = `
import sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
print(archive.testzip(), [(one.filename, one.date_time) for one in archive.infolist()])
archive.extractall(sys.argv[2])
`;

test('what cannot be made is rejected with the next step', () => {
  const folder = temporaryFolder({ 'specs/clock/server.yaml': CLOCK });
  expect(haft(folder, 'pack', 'plugn')).toMatchObject({ code: 2, stderr: expect.stringContaining('"plugin"') });
  const refused = haft(folder, 'pack', 'server-json', 'npm');
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    /^server-json was not made: .*\n {2}hint: .*namespace: io.*\nNothing was written\.\n$/,
  );
  expect(haft(folder, 'pack').stderr).toMatch(/^server-json was not made/);
});
