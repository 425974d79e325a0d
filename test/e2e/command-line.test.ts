/** The built command line, as users run it: help, exit codes, formats, bad input, folders of every kind. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import { CLOCK, COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const SERVER = CLOCK;
/** A second server with a tool of its own. */
const STATION = serverSpec('station', 'Knows the trains.', [toolItem('list_trains', COMMAND)]);

describe('help', () => {
  test('the overview names every command, and each command has a page with examples', () => {
    const { code, stdout } = haft(temporaryFolder(), '--help');
    expect(code).toBe(0);
    for (const name of ['init', 'compile', 'check', 'schema']) {
      expect(stdout).toMatch(new RegExp(`^  ${name} +\\S`, 'm'));
      const page = haft(temporaryFolder(), name, '--help');
      expect(page.stdout).toMatch(/Usage: haft[^]*Flags:[^]*Examples:\n {2}\S/);
      expect(haft(temporaryFolder(), 'help', name).stdout).toBe(page.stdout);
    }
  });

  test('--version is the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../compiler/package.json'), 'utf8'));
    expect(haft(temporaryFolder(), '--version').stdout).toBe(`${version}\n`);
  });

  test.each([
    [['complie'], /Unknown command "complie"[^]*Did you mean `haft compile`/],
    [['frobnicate'], /Unknown command "frobnicate"[^]*haft --help/],
    [['check', '--formt', 'json'], /Unknown flag --formt for `haft check`[^]*Did you mean --format/],
    [['check', '--format', 'xml'], /Invalid value "xml" for --format; use one of text, lines, json/],
    [['compile', '--out'], /--out needs a value/],
    [['compile', '--check=yes'], /--check does not take a value/],
    [['compile', 'specs'], /Unexpected argument "specs" for `haft compile`/],
    [['check', '--yes'], /The flag --yes has no meaning without --run\.[^]*Add --run, or leave out --yes/],
    [['check', '--run', 'x', '--baseline'], /The flag --(?:run|baseline) has no meaning with --(?:baseline|run)/],
    [['diff', '--record', 'x'], /The flag --record has no meaning without --live/],
    [['import', 'openapi', 'x', '--asks', 'y', '--slim', '9'], /The flag --slim has no meaning with --asks/],
  ])('%j is rejected with a next step', (args, words) => {
    const { code, stderr, stdout } = haft(temporaryFolder(), ...args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(words);
    expect(stderr).toContain('hint:');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

describe('compile', () => {
  test('a missing spec folder has a next step; an empty one compiles to nothing', () => {
    const folder = temporaryFolder();
    const missing = haft(folder, 'compile');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/spec folder "specs" does not exist[^]*haft init/);
    mkdirSync(join(folder, 'specs'));
    expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
    expect(treeOf(folder)).toEqual({});
  });

  test('errors write nothing and keep the last good output', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SERVER });
    expect(haft(folder, 'compile').code).toBe(0);
    const before = treeOf(folder);
    writeFiles(folder, { 'specs/clock.yaml': SERVER.replace('summary', 'sumary') });
    const { code, stderr } = haft(folder, 'compile');
    expect(code).toBe(1);
    expect(stderr).toContain('specs/clock.yaml:4:1 error spec/unknown-key');
    expect(stderr).toContain('Did you mean "summary"?');
    expect({ ...treeOf(folder), 'specs/clock.yaml': SERVER }).toEqual(before);
  });

  test('a removed spec removes its output, and a hand-edited file stays', () => {
    const folder = temporaryFolder({
      'specs/a/clock.yaml': SERVER,
      'specs/b/other.yaml': STATION.replace('name: station', 'name: other'),
    });
    haft(folder, 'compile');
    writeFiles(folder, { 'generated/servers/other/tools.ts': 'mine' });
    writeFileSync(join(folder, 'specs/b/other.yaml'), '');
    expect(haft(folder, 'compile').stderr).toContain('file/empty');
    writeFiles(folder, {
      'specs/b/other.yaml': STATION.replace('name: station', 'name: third'),
    });
    const { code, stderr } = haft(folder, 'compile');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /generated\/servers\/other\/tools\.ts was edited by hand and was not deleted; its spec no longer exists/,
    );
    const tree = Object.keys(treeOf(join(folder, 'generated')));
    expect(tree).toContain('servers/other/tools.ts');
    expect(tree).not.toContain('servers/other/server.mjs');
    expect(tree).toContain('servers/third/server.mjs');
  });

  test('--check writes nothing, fails on drift, and says what drifted', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SERVER });
    const missing = haft(folder, 'compile', '--check');
    expect(missing.code).toBe(1);
    expect(missing.stdout).toMatch(/missing +generated\/servers\/clock\/server\.mjs/);
    expect(Object.keys(treeOf(folder))).toEqual(['specs/clock.yaml']);
    haft(folder, 'compile');
    expect(haft(folder, 'compile', '--check')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('is up to date'),
    });
    writeFiles(folder, { 'specs/clock.yaml': SERVER.replace('summary: Tells the time.', 'summary: Says the time.') });
    expect(haft(folder, 'compile', '--check')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/outdated +generated/),
    });
  });

  test.skipIf(ON_WINDOWS)(
    '--check distinguishes edited, foreign, linked and orphaned files from files that a compile would write',
    () => {
      const folder = temporaryFolder({ 'specs/clock.yaml': SERVER, 'specs/station.yaml': STATION });
      haft(folder, 'compile');
      const before = haft(folder, 'compile', '--check');
      expect(before.code).toBe(0);
      const generated = (path: string): string => join(folder, 'generated', path);
      writeFiles(folder, { 'generated/servers/clock/tools.ts': 'mine' });
      expect(haft(folder, 'compile', '--check')).toEqual({
        code: 1,
        stdout:
          'edited    generated/servers/clock/tools.ts\ngenerated/ is out of date. 1 file needs your decision, because `haft compile` does not change it: follow the hints, run it, and commit the result.\n',
        stderr: expect.stringMatching(
          /tools\.ts was edited by hand and was not overwritten\.\n {2}hint: Move the edit/,
        ),
      });
      rmSync(generated('servers/clock/evals.json'));
      rmSync(generated('hosts/mcp.json'));
      symlinkSync(join(folder, 'specs/clock.yaml'), generated('hosts/mcp.json'));
      writeFiles(folder, { 'generated/servers/station/tools.ts': 'mine', 'specs/station.yaml': '# Nothing any more.' });
      rmSync(join(folder, 'specs/station.yaml'));
      const mixed = haft(folder, 'compile', '--check');
      expect(mixed.code).toBe(1);
      expect(mixed.stdout).toMatch(/^missing {3}generated\/servers\/clock\/evals\.json\n/);
      expect(mixed.stdout).toMatch(/^stale {5}generated\/servers\/station\/server\.mjs$/m);
      expect(mixed.stdout).toMatch(/^link {6}generated\/hosts\/mcp\.json$/m);
      expect(mixed.stdout).toMatch(/^orphan {4}generated\/servers\/station\/tools\.ts$/m);
      expect(mixed.stdout).toMatch(/3 files need your decision/);
      expect(JSON.parse(haft(folder, 'compile', '--check', '--format', 'json').stdout).files.conflicts).toHaveLength(3);
    },
  );

  test('--check reports a file in the place of a new one, and a manifest that is missing or outdated', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SERVER, 'generated/hosts/mcp.json': 'foreign' });
    expect(haft(folder, 'compile', '--check').stdout).toMatch(/^foreign {3}generated\/hosts\/mcp\.json$/m);
    rmSync(join(folder, 'generated'), { recursive: true });
    haft(folder, 'compile');
    const manifest = join(folder, 'generated/haft.manifest.json');
    const text = readFileSync(manifest, 'utf8');
    rmSync(manifest);
    expect(haft(folder, 'compile', '--check')).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^missing {3}generated\/haft\.manifest\.json\n[^]*Run `haft compile`/),
    });
    writeFileSync(manifest, text.replace(/"servers\/clock\/evals\.json": \{[^}]*\},\s*/, ''));
    expect(haft(folder, 'compile', '--check').stdout).toMatch(/^outdated {2}generated\/haft\.manifest\.json$/m);
    expect(haft(folder, 'compile').code).toBe(0);
    expect(readFileSync(manifest, 'utf8')).toBe(text);
    expect(haft(folder, 'compile', '--check').code).toBe(0);
  });

  test('works in folders with spaces, from below the root, and with folders of haft.yaml', () => {
    const folder = temporaryFolder({
      'haft.yaml': 'specs: my specs\nout: build/agent files\n',
      'my specs/deep/er/clock.yml': SERVER,
    });
    const { code, stdout } = haft(join(folder, 'my specs/deep'), 'compile');
    expect(code).toBe(0);
    expect(stdout).toContain('compiled into ../../build/agent files/');
    expect(Object.keys(treeOf(join(folder, 'build/agent files')))).toContain('servers/clock/server.mjs');
  });

  test('a wrong haft.yaml is a diagnostic', () => {
    const folder = temporaryFolder({ 'haft.yaml': 'spec: specs\nout: ../elsewhere\n', 'specs/clock.yaml': SERVER });
    const { code, stderr } = haft(folder, 'compile');
    expect(code).toBe(1);
    expect(stderr).toMatch(/haft\.yaml:1:1 error spec\/unknown-key[^]*Did you mean "specs"/);
    expect(stderr).toMatch(/haft\.yaml:2:6 error spec\/format/);
  });

  test('json has the findings and the written files', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SERVER });
    const { code, stdout, stderr } = haft(folder, 'compile', '--format', 'json');
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      diagnostics: [],
      summary: { errors: 0, warnings: 0, notes: 0 },
      files: { created: expect.arrayContaining(['servers/clock/server.mjs']), conflicts: [] },
    });
  });

  test.skipIf(ON_WINDOWS)('circular and dangling links in the spec folder are harmless', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SERVER });
    symlinkSync('..', join(folder, 'specs/loop'));
    symlinkSync('nowhere', join(folder, 'specs/gone.yaml'));
    symlinkSync(join(folder, 'specs'), join(folder, 'specs/self'));
    expect(haft(folder, 'compile')).toMatchObject({ code: 0, stderr: '' });
  });

  test.skipIf(ON_WINDOWS)('an output folder that is a file, or cannot be written, is an environment error', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SERVER, generated: 'a file' });
    const { code, stderr } = haft(folder, 'compile');
    expect(code).toBe(2);
    expect(stderr).toMatch(/generated[^]*hint:/);
    expect(stderr).not.toMatch(/\n\s+at /);
    if (process.getuid?.() === 0) return;
    const locked = temporaryFolder({ 'specs/clock.yaml': SERVER });
    chmodSync(locked, 0o555);
    expect(haft(locked, 'compile')).toMatchObject({ code: 2, stderr: expect.stringContaining('permission') });
  });
});

test.skipIf(ON_WINDOWS)('a full disk leaves existing files unchanged, and is reported', () => {
  const folder = temporaryFolder({ 'specs/clock.yaml': SERVER });
  haft(folder, 'compile');
  const before = treeOf(join(folder, 'generated'));
  writeFiles(folder, { 'specs/clock.yaml': SERVER.replace('summary: Tells the time.', 'summary: Says the time.') });
  // No file may have more than 8 KB: server.mjs is larger, and comes before other files that changed.
  const limited = `ulimit -f 16; exec '${process.execPath}' '${BIN}' compile`;
  const { status, stderr } = spawnSync('sh', ['-c', limited], { cwd: folder, encoding: 'utf8' });
  expect(status).toBe(2);
  expect(stderr).toMatch(/Cannot write .*server\.mjs.*hint:/s);
  expect(treeOf(join(folder, 'generated'))).toEqual(before);
  expect(haft(folder, 'compile').code).toBe(0);
});

describe('check', () => {
  test('json has the promised shape, 1-based, and goes to stdout', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SERVER.replace('effects: read', 'effects: reed') });
    const { code, stdout, stderr } = haft(folder, 'check', '--format', 'json');
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toEqual({
      reportVersion: 3,
      diagnostics: [
        {
          code: 'spec/not-allowed',
          severity: 'error',
          message: '"effects" of tool "get_time" must be one of read, write, destroy, got "reed".',
          file: 'specs/clock.yaml',
          line: 8,
          column: 14,
          endLine: 8,
          endColumn: 18,
          hint: 'Did you mean "read"?',
          server: 'clock',
          tool: 'get_time',
          skill: null,
          path: ['effects'],
          fixable: false,
          fix: null,
        },
      ],
      summary: { errors: 1, warnings: 0, notes: 0 },
    });
  });

  test('names what it checked, and writes nothing', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': SERVER });
    expect(haft(folder, 'check')).toMatchObject({
      code: 0,
      stdout: 'Checked 1 server with 1 tool, 0 skills: 0 warnings.\n',
    });
    expect(Object.keys(treeOf(folder))).toEqual(['specs/clock.yaml']);
  });

  test('text of a spec cannot steer the terminal', () => {
    const folder = temporaryFolder({ 'specs/clock.yaml': 'kind: server\nname: "\\e[2J\\e]0;owned\\a\\u202e"\n' });
    const { stdout } = haft(folder, 'check');
    expect(stdout).toContain('error spec/format');
    // eslint-disable-next-line no-control-regex
    expect(stdout).not.toMatch(/[\u0007\u001b\u202e]/);
  });
});

test('schema prints the schema that the package ships', () => {
  const { stdout } = haft(temporaryFolder(), 'schema');
  expect(stdout).toBe(readFileSync(join(import.meta.dirname, '../../compiler/spec.schema.json'), 'utf8'));
  expect(JSON.parse(stdout).$defs.server.properties.name.description).toMatch(/\S/);
});
