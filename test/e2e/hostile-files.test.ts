/** Files that are not what they should be: circles, pipes, folders that must not be read, names that are no text, state that was edited. */
// In depth: a process for each kind of file; project-boundary.test.ts and links.test.ts have what they share.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import { HANDLED, SECRET, linkedProject } from '../support/linked.ts';
import { CLOCK } from '../support/specs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const STATE = ['haft.contract.json', 'haft.baseline.json', 'haft.evals.json', 'generated/haft.manifest.json'] as const;

/** Exit 2, one line that names the path and says what it is, a hint, and nothing of a stack. */
function refused({ code, stderr }: ReturnType<typeof haft>, path: string, what: string | RegExp): void {
  expect(stderr).toMatch(what);
  expect(stderr).toContain(path);
  expect(stderr).toMatch(/^haft: [^\n]*\.\n {2}hint: [^\n]*\n$/);
  expect(code).toBe(2);
}

describe.skipIf(ON_WINDOWS)('links in a circle end with exit 2 and the path', () => {
  test.each([
    ['a spec that is linked to itself', { 'app/specs/a.yaml': 'a.yaml' }, 'specs/a.yaml'],
    ['two specs', { 'app/specs/a.yaml': 'b.yaml', 'app/specs/b.yaml': 'a.yaml' }, 'specs/a.yaml'],
    ['a reference', { 'app/specs/trip/references/lines.md': 'lines.md' }, 'references/lines.md'],
    ['a circle by way of nothing', { 'app/specs/a.yaml': 'nowhere/../a.yaml' }, 'specs/a.yaml'],
    ['haft.yaml', { 'app/haft.yaml': 'haft.yaml' }, 'haft.yaml'],
    ['the contract', { 'app/haft.contract.json': 'haft.contract.json' }, 'haft.contract.json'],
    ['the baseline', { 'app/haft.baseline.json': 'haft.baseline.json' }, 'haft.baseline.json'],
    ['the output', { 'app/generated': 'generated' }, 'generated'],
  ])('%s', (_name, links, path) => {
    const folder = linkedProject(links);
    const before = treeOf(folder);
    refused(haft(join(folder, 'app'), 'compile'), path, 'there is a loop of symbolic links');
    expect(treeOf(folder)).toEqual(before);
  });

  test('haft.yaml that leads nowhere', () => {
    const folder = linkedProject({ 'app/haft.yaml': 'nowhere.yaml' });
    refused(haft(join(folder, 'app'), 'compile'), 'haft.yaml', 'it does not exist');
    expect(existsSync(join(folder, 'app/generated'))).toBe(false);
  });
});

describe.skipIf(ON_WINDOWS)('pipes and devices are neither read nor waited for', () => {
  const pipe = (path: string): void => expect(spawnSync('mkfifo', [path]).status).toBe(0);

  test.each([
    ['specs/trip/references/lines.md', 'specs/trip/skill.yaml:13:22'],
    ['specs/trip/assets/picture', 'specs/trip/skill.yaml:2:7'],
    ['specs/more.yaml', 'specs/more.yaml:1:1'],
  ])('%s', (path, at) => {
    const folder = linkedProject({}, { [`app/${path}`]: undefined });
    mkdirSync(join(folder, 'app', path, '..'), { recursive: true });
    pipe(join(folder, 'app', path));
    const { code, stderr } = haft(join(folder, 'app'), 'compile');
    expect(stderr).toContain(`${at} error file/not-regular\n  "${path}" is a named pipe, not a regular file.`);
    expect(code).toBe(1);
  });

  test.each(['haft.yaml', ...STATE, '.haft/compile.json'])('%s', (path) => {
    const folder = linkedProject({}, { [`app/${path}`]: undefined, 'app/.haft/.keep': '', 'app/generated/.keep': '' });
    const isRecord = path === 'haft.evals.json';
    if (isRecord) expect(haft(join(folder, 'app'), 'release').code).toBe(0);
    pipe(join(folder, 'app', path));
    const ran = haft(join(folder, 'app'), isRecord ? 'diff' : 'compile');
    if (path.startsWith('.haft')) expect(ran).toMatchObject({ code: 0, stderr: '' });
    else refused(ran, path, 'is a named pipe, not a regular file');
  });

  test('a link to a device', () => {
    const folder = linkedProject({ 'app/specs/zero.yaml': '/dev/zero' });
    const { code, stderr } = haft(join(folder, 'app'), 'compile');
    expect([code, stderr]).toEqual([1, expect.stringContaining('file/link-outside')]);
  });
});

test.skipIf(ON_WINDOWS || process.getuid?.() !== 0)('a folder that must not be read, or not be entered', () => {
  for (const [mode, name] of [
    [0o000, 'locked'],
    [0o444, 'listed'],
  ] as const) {
    const folder = linkedProject({}, { [`app/specs/${name}/a.yaml`]: CLOCK });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'app/specs', name), mode);
    const { status, stderr } = spawnSync(process.execPath, [BIN, 'check'], {
      cwd: join(folder, 'app'),
      encoding: 'utf8',
      uid: 65_534,
      gid: 65_534,
    });
    refused({ code: status, stdout: '', stderr }, `specs/${name}`, 'permission is denied');
  }
});

test.skipIf(process.platform !== 'linux')('names that are not UTF-8 are reported at the skill of the file', () => {
  const folder = linkedProject();
  const odd = (path: string): Buffer => Buffer.concat([Buffer.from(join(folder, 'app', path)), Buffer.of(0xe9, 0x2e)]);
  writeFileSync(Buffer.concat([odd('specs/caf'), Buffer.from('yaml')]), CLOCK);
  writeFileSync(Buffer.concat([odd('specs/trip/references/caf'), Buffer.from('md')]), 'x');
  mkdirSync(odd('specs/folder'));
  const { code, stderr } = haft(join(folder, 'app'), 'compile');
  expect(code).toBe(1);
  expect(stderr).toContain('The name of "specs/caf\\xe9.yaml" is not UTF-8');
  expect(stderr).toContain('The name of "specs/folder\\xe9." is not UTF-8');
  expect(stderr).toMatch(
    /skill\.yaml:2:7 error file\/name-not-utf8\n {2}The name of "specs\/trip\/references\/caf\\xe9\.md"/,
  );
});

describe.skipIf(ON_WINDOWS)('edited files of Haft', () => {
  test.each([
    [
      'haft.contract.json',
      '{"contractVersion": 1, "servers": [{"name": "x"}], "skills": []}',
      '"servers"[0] has no "version"',
    ],
    ['haft.contract.json', '[]', 'it is not a map'],
    ['haft.baseline.json', '{"baselineVersion": 2, "findings": [null]}', 'entry 0 of "findings" has no "fingerprint"'],
    ['haft.baseline.json', '{"baselineVersion": 2}', '"findings" is not a list'],
    ['haft.baseline.json', '{"findings": []}', 'it has no "baselineVersion"'],
    ['haft.baseline.json', 'null', 'it has no "baselineVersion"'],
  ])('%s: %s', (path, text, what) => {
    const folder = linkedProject({}, { [`app/${path}`]: text });
    refused(haft(join(folder, 'app'), 'compile'), path, what);
    expect(existsSync(join(folder, 'app/generated'))).toBe(false);
  });

  test.each(['[]', '{"files": []}', '{"files": {"a": null, "../../x": {"sha256": "a", "source": "b"}}}', 'null', '1'])(
    'the manifest as %s: nothing is ours, and what is there stays',
    (text) => {
      const folder = linkedProject({}, { 'app/generated/haft.manifest.json': text, 'app/generated/mine.txt': 'mine' });
      expect(haft(join(folder, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
      expect(readFileSync(join(folder, 'app/generated/mine.txt'), 'utf8')).toBe('mine');
    },
  );

  test.each([
    'null',
    '{"key": 1}',
    '{"key": "", "stamps": [], "hashes": {"a": 1}, "there": "", "out": "", "files": [1]}',
  ])('what is remembered as %s', (text) => {
    const folder = linkedProject({}, { 'app/.haft/compile.json': text });
    expect(haft(join(folder, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
  });

  test('a folder .haft, or a file in it, that leads elsewhere: nothing is written there', () => {
    const folder = linkedProject({ 'app/.haft': '../outside' });
    expect(haft(join(folder, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(treeOf(join(folder, 'outside')))).toEqual(['lines.md']);
    const inner = linkedProject({ 'app/.haft/.gitignore': '../../outside/lines.md' });
    // Nothing is remembered of a folder that has just changed.
    do expect(haft(join(inner, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
    while (!existsSync(join(inner, 'app/.haft/compile.json')));
    expect(readFileSync(join(inner, 'outside/lines.md'), 'utf8')).toContain(SECRET);
    expect(lstatSync(join(inner, 'app/.haft/.gitignore')).isFile()).toBe(true);
    const cache = linkedProject({ 'app/.haft/compile.json': '../../outside/lines.md' });
    do expect(haft(join(cache, 'app'), 'compile')).toMatchObject({ code: 0, stderr: '' });
    while (!lstatSync(join(cache, 'app/.haft/compile.json'), { throwIfNoEntry: false })?.isFile());
    expect(readFileSync(join(cache, 'outside/lines.md'), 'utf8')).toContain(SECRET);
  });

  test('a stub is not written through a link', () => {
    const folder = linkedProject(
      { 'app/specs/handlers.ts': '../../outside/lines.md' },
      { 'app/specs/s.yaml': HANDLED },
    );
    const before = treeOf(folder);
    expect(haft(join(folder, 'app'), 'compile').code).toBe(1);
    expect(treeOf(folder)).toEqual(before);
  });
});

describe('large inputs', () => {
  const many = (count: number): string => Array.from({ length: count }, (_, index) => `x${index}: 1\n`).join('');

  test('as text a hundred errors and ten others, and how to see the rest; every one in other forms', () => {
    const spec = `${'# haft-ignore tool/verb-first: x\n'.repeat(20)}${CLOCK}${many(130)}`;
    const folder = temporaryFolder({ 'specs/a.yaml': spec });
    const short = haft(folder, 'check').stdout;
    expect(short.match(/ error spec\/unknown-key/g)).toHaveLength(100);
    expect(short).toMatch(/^… and 30 more findings: `haft check --all` prints all\.\n[^]*\n130 errors, 20 warnings\n$/);
    const all = haft(folder, 'check', '--all').stdout;
    expect(all.match(/ error spec\/unknown-key/g)).toHaveLength(130);
    expect(all).toContain('warning suppression/unused 20 places: specs/a.yaml:1:1,');
    expect(JSON.parse(haft(folder, 'check', '--format', 'json').stdout).diagnostics).toHaveLength(150);
    expect(JSON.parse(haft(folder, 'check', '--format', 'sarif').stdout).runs[0].results).toHaveLength(150);
  });

  test.each([
    ['50,000 keys, all the same', `${CLOCK}x: {${'a, '.repeat(50_000)}}\n`],
    ['50,000 keys', `${CLOCK}x: {${Array.from({ length: 50_000 }, (_, index) => `a${index}`).join(', ')}}\n`],
    ['50,000 tools that are none', `kind: server\nname: x\nversion: 1.0.0\ntools: [${'a, '.repeat(50_000)}]\n`],
    [
      '20,000 tools without a description',
      `kind: server\nname: x\nversion: 1.0.0\nsummary: X.\ntools:\n${'  - { name: get_x }\n'.repeat(20_000)}`,
    ],
    ['40,000 suppressions above one node', `${'# haft-ignore tool/verb-first: x\n'.repeat(40_000)}${CLOCK}y: 1\n`],
    ['a name of 100,000 characters', CLOCK.replace('name: clock', `name: ${'x'.repeat(100_000)}`)],
  ])('%s: exit 1, and a screen that can be read', (_name, text) => {
    const { code, stdout } = haft(temporaryFolder({ 'specs/a.yaml': text }), 'check');
    expect([code, stdout.slice(0, 300)]).toEqual([1, expect.not.stringContaining('this is a bug')]);
    expect(stdout.split('\n').length).toBeLessThan(800);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThan(1000);
  });

  test.skipIf(ON_WINDOWS)('a long name is cut in every form', () => {
    const folder = temporaryFolder({ 'specs/a.yaml': CLOCK.replace('name: clock', `name: ${'x'.repeat(100_000)}`) });
    for (const format of ['json', 'sarif', 'github', 'junit', 'markdown'])
      expect(haft(folder, 'check', '--format', format).stdout.length).toBeLessThan(5000);
    writeFiles(folder, { 'specs/b.yaml': 'kind: tool\n' });
    symlinkSync('b.yaml', join(folder, 'specs/c.yaml'));
    expect(haft(folder, 'check').code).toBe(1);
  });
});
