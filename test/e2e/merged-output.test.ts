/** Two branches that both commit their output: after the merge everything says what is true, and one command repairs it. */
// In depth: repositories with two branches; own-output.test.ts has a manifest with conflict markers, merge-records.test.ts what is recorded on both sides.
import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { COMMAND, serverSpec, toolItem } from '../support/specs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const SPEC = 'specs/desk.yaml';
const DESK = serverSpec('desk', 'Tells the time.', [toolItem('list_trains', COMMAND), toolItem('get_time', COMMAND)]);

function repository(files: Readonly<Record<string, string>> = {}): {
  readonly folder: string;
  git(...args: readonly string[]): Ran;
  branch(name: string, from: string, to: string): void;
} {
  const folder = temporaryFolder({
    [SPEC]: DESK,
    'haft.yaml': 'rules: { version/evals-stale: off }\n',
    '.gitignore': '.haft/\n',
    ...files,
  });
  const git = (...args: readonly string[]): Ran => {
    const identity = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com', '-c', 'commit.gpgsign=false'];
    const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', GIT_EDITOR: 'true' };
    const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8', env });
    return { code: status, stdout, stderr };
  };
  const compiled = (): void => {
    expect(haft(folder, 'compile', '--no-types').code).toBe(0);
    git('add', '-A');
    git('commit', '-qm', 'Compiled');
  };
  git('init', '-q', '-b', 'main');
  compiled();
  return {
    folder,
    git,
    branch(name, from, to) {
      git('checkout', '-qb', name, 'main');
      const text = readFileSync(join(folder, SPEC), 'utf8');
      expect(text).toContain(from);
      writeFileSync(join(folder, SPEC), text.replace(from, to));
      compiled();
    },
  };
}

test.each([
  ['without attributes, where git mixes the lines', {}],
  ['with those of `haft init`', { '.gitattributes': 'generated/** -merge linguist-generated\n' }],
])('two branches change one server, %s', (_title, files: Readonly<Record<string, string>>) => {
  const { folder, git, branch } = repository(files);
  branch('one', 'next departures from', 'very next departures from');
  branch('two', 'exact time of', 'very exact time of');
  expect(git('merge', '-q', '-m', 'Both', 'one').code).toBe(1);
  expect(readFileSync(join(folder, SPEC), 'utf8')).not.toMatch(/<<<<<<</);

  const merged = haft(folder, 'merge');
  expect(merged).toMatchObject({ code: 0, stderr: expect.not.stringMatching(/not written by Haft|by hand/) });
  expect(merged.stdout).toMatch(/The output is that of both branches\. Run `git add generated`\.\n$/);
  const server = readFileSync(join(folder, 'generated/servers/desk/server.mjs'), 'utf8');
  expect(server).toMatch(/very next departures/);
  expect(server).toMatch(/very exact time/);
  expect(haft(folder, 'compile', '--check', '--no-types').code).toBe(0);
  git('add', '-A');
  git('commit', '-qm', 'Both');
  expect(haft(folder, 'merge')).toMatchObject({ code: 2, stderr: expect.stringMatching(/no merge conflict/) });
  expect(haft(folder, 'release').code).toBe(0);
});

test('a rebase says which side is which, a merge does not', () => {
  const { folder, git, branch } = repository();
  expect(haft(folder, 'release').code).toBe(0);
  git('add', '-A');
  git('commit', '-qm', 'Released');
  const released = (name: string, to: string): void => {
    branch(name, 'exact time of', to);
    const text = readFileSync(join(folder, SPEC), 'utf8');
    writeFileSync(join(folder, SPEC), text.replace('1.0.0', '1.1.0'));
    expect(haft(folder, 'release', '--same-meaning', 'Words.').code).toBe(0);
    git('add', '-A');
    git('commit', '-qm', name);
  };
  released('one', 'very exact time of');
  released('two', 'most exact time of');
  const sides = /In this rebase, ours is the branch that you rebase onto, and theirs is your own commit\./;
  expect(git('merge', 'one').code).toBe(1);
  expect(haft(folder, 'merge')).toMatchObject({ code: 1, stderr: expect.not.stringMatching(sides) });
  git('merge', '--abort');
  expect(git('rebase', 'one').code).toBe(1);
  // The first commit of the branch has its text alone, the second one the release.
  git('checkout', '--theirs', '.');
  git('add', '-A');
  expect(git('rebase', '--continue').code).toBe(1);
  expect(haft(folder, 'merge')).toMatchObject({ code: 1, stderr: expect.stringMatching(sides) });
});

test('nothing is released while committed output has conflict markers or was cut', () => {
  const { folder, git, branch } = repository();
  branch('one', 'next departures from', 'very next departures from');
  branch('two', 'exact time of', 'very exact time of');
  git('merge', '-q', '-m', 'Both', 'one');
  git('add', '-A');
  git('commit', '-qm', 'Markers and all');
  expect(haft(folder, 'release')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/server\.mjs" has an unresolved merge conflict\.\n[^]*Run `haft compile`/),
  });
  expect(haft(folder, 'compile', '--no-types').code).toBe(0);
  expect(haft(folder, 'release').code).toBe(0);

  writeFileSync(join(folder, 'generated/servers/desk/server.mjs'), '');
  expect(haft(folder, 'release')).toMatchObject({ code: 1, stderr: expect.stringMatching(/not as Haft wrote it/) });
  expect(haft(folder, 'compile', '--no-types').code).toBe(0);
  expect(haft(folder, 'release').code).toBe(0);
});

test('damaged output raises no version and is installed in no host', () => {
  const { folder } = repository();
  expect(haft(folder, 'release').code).toBe(0);
  const spec = readFileSync(join(folder, SPEC), 'utf8').replace('summary: Tells the time.', 'summary: Tells the hour.');
  writeFileSync(join(folder, SPEC), spec);
  const server = join(folder, 'generated/servers/desk/server.mjs');
  const whole = readFileSync(server, 'utf8');
  for (const text of [`<<<<<<< HEAD\n${whole}=======\n${whole}>>>>>>> other\n`, '']) {
    writeFileSync(server, text);
    const before = treeOf(folder);
    const installed = haft(folder, 'install', 'claude-code', '--project');
    expect(installed).toMatchObject({ code: 1, stderr: expect.stringMatching(/server\.mjs" [^]*Nothing was written/) });
    expect(haft(folder, 'release', '--raise')).toMatchObject({ code: 1 });
    expect([readFileSync(join(folder, SPEC), 'utf8'), treeOf(folder)['.mcp.json']]).toEqual([
      spec,
      before['.mcp.json'],
    ]);
  }
  expect(haft(folder, 'compile', '--no-types').code).toBe(0);
  expect(haft(folder, 'release', '--raise', '--same-meaning', 'Words.')).toMatchObject({ code: 0 });
  expect(haft(folder, 'install', 'claude-code', '--project')).toMatchObject({ code: 0 });
});

test.skipIf(ON_WINDOWS)(
  'output that git checked out with other line ends is named as that, and the next step works',
  () => {
    const { folder, git } = repository({ '.gitattributes': '* text=auto eol=crlf\n' });
    rmSync(join(folder, 'generated'), { recursive: true });
    git('checkout', '--', 'generated');
    const { code, stderr } = haft(folder, 'release');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/has CRLF line ends/) });
    expect(stderr).not.toMatch(/edited or cut/);
    const [, line = ''] = /Add the line `([^`]+)` at the end of \.gitattributes/.exec(stderr) ?? [];
    appendFileSync(join(folder, '.gitattributes'), `${line}\n`);
    expect(haft(folder, 'compile', '--no-types')).toMatchObject({ code: 0, stderr: '' });
    git('add', '-A');
    git('commit', '-qm', 'Line ends');
    rmSync(join(folder, 'generated'), { recursive: true });
    git('checkout', '--', 'generated');
    expect(haft(folder, 'release')).toMatchObject({ code: 0 });
  },
);
