/** `haft diff --against`: the merge base, rules and approvals of the branch that is compared with, and submodules by name. */
import { execFileSync } from 'node:child_process';
import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { approvalsText } from '../../compiler/versions/approvals.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { type Ran, haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { SETTINGS, SPEC, TEXT, TOOL } from '../support/released.ts';
import { COMMAND, toolItem } from '../support/specs.ts';
import { everyNth } from '../support/runs.ts';

function git(cwd: string, ...args: string[]): void {
  const author = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false'];
  execFileSync('git', [...author, '-c', 'protocol.file.allow=always', ...args], { cwd, stdio: 'ignore' });
}

function commit(folder: string, files: Readonly<Record<string, string>>): void {
  writeFiles(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '--allow-empty', '-m', 'x');
}

/** Specs on main, and the branch `work` with an edit. */
function branches(edited: string, config = ''): string {
  const folder = temporaryFolder({});
  git(folder, 'init', '-b', 'main');
  commit(folder, { [SPEC]: TEXT, 'haft.yaml': '# none\n' });
  git(folder, 'checkout', '-b', 'work');
  commit(folder, { [SPEC]: edited, ...(config !== '' && { 'haft.yaml': config }) });
  return folder;
}

/** Without the line ends of a terminal. */
function diff(folder: string, ...args: string[]): Ran {
  const { stdout, ...ran } = haft(folder, 'diff', '--today', '2026-11-20', ...args);
  return { ...ran, stdout: stdout.replaceAll(/\s+/g, ' ') };
}

const NARROWED = TEXT.replace('maxLength: 40', 'maxLength: 4');

test('what main got since is compared only where main itself is named, with a note', () => {
  const folder = branches(TEXT.replace('of the computer.', 'of the computer!'));
  git(folder, 'checkout', 'main');
  commit(folder, { [SPEC]: TEXT.replace(TOOL, `${TOOL}${toolItem('count_sheep', COMMAND)}`) });
  git(folder, 'checkout', 'work');
  const direct = diff(folder, '--against', 'main', '--format', 'lines');
  expect(direct).toMatchObject({ stderr: '', stdout: expect.stringContaining('count_sheep') });
  expect(direct.stdout).toContain('To compare with the commit at which this branch left it: --against main...');
  for (const ref of ['main...', 'main...HEAD']) {
    const based = diff(folder, '--against', ref, '--format', 'lines', '--fail-on', 'policy');
    expect(based).toMatchObject({ code: 0, stdout: expect.not.stringMatching(/count_sheep|diff\/note/) });
  }
  expect(diff(folder, '--against', 'main...main')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Check out "main"'),
  });
  expect(diff(folder, '--against', 'none...')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown git ref "none"'),
  });
});

test.each(['--depth=1', '--single-branch'])('a clone with %s names the command that gets the other branch', (flag) => {
  const origin = branches(NARROWED);
  const folder = temporaryFolder({});
  git(folder, 'clone', flag, '-b', 'work', `file://${origin}`, '.');
  for (const ref of ['main', 'origin/main']) {
    const { code, stderr } = diff(folder, '--against', ref);
    expect(code).toBe(2);
    const [, command = ''] = /fetch it first \(git ([^;]+);/.exec(stderr) ?? [];
    git(folder, ...command.split(' '));
    expect(diff(folder, '--against', ref)).toMatchObject({ code: 0, stderr: '' });
    if (ref === 'main') git(folder, 'branch', '-D', 'main');
  }
  expect(diff(folder, '--against', 'main')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('This clone has it as origin/main: --against origin/main.'),
  });
});

test('a branch does not weaken the rules that it is judged by', () => {
  const added = TEXT.replace(
    'parameters: {',
    'parameters: { unit: { type: string, enum: [s, ms], description: "Unit of the time." },',
  );
  const folder = branches(added, 'rules: { version/parameter-default: off }\n');
  const { code, stdout } = diff(folder, '--against', 'main', '--fail-on', 'policy');
  expect(code).toBe(1);
  expect(stdout).toContain('version/parameter-default is not set there and off here.');
  git(folder, 'checkout', 'main');
  git(folder, 'checkout', 'work', '--', 'haft.yaml');
  git(folder, 'commit', '-m', 'weaker');
  git(folder, 'checkout', 'work');
  expect(diff(folder, '--against', 'main...', '--fail-on', 'policy').code).toBe(0);
});

test('a suppression counts where the branch that is compared with has it, and is listed where it has not', () => {
  const comment = '# haft-ignore version/breaking-in-place: No caller sends more.';
  const above = (text: string): string => text.replace('  - name: get_time', `  ${comment}\n  - name: get_time`);
  const removed = (text: string): string => text.replace(TOOL, '').replace('tools:', `tools:\n  ${comment}`);
  const gate = (folder: string, ...args: string[]): Ran =>
    diff(folder, '--against', 'main...', '--fail-on', 'policy', ...args);
  for (const edited of everyNth(3, [
    above(NARROWED),
    NARROWED.replace('tools:', `${comment}\ntools:`),
    NARROWED.replace(/^/, `${comment}\n`),
    removed(NARROWED).replace('breaking-in-place', 'removed-without-deprecation'),
  ])) {
    const own = gate(branches(edited));
    expect(own.code, edited).toBe(1);
    if (edited === above(NARROWED))
      expect(own.stdout).toContain('does not count: no branch named by --against has it.');
  }
  const folder = branches(above(NARROWED));
  const { notes } = JSON.parse(gate(folder, '--format', 'json').stdout) as { notes: readonly string[] };
  expect(notes.join()).toContain('The suppression of "version/breaking-in-place" for parameter "zone"');
  git(folder, 'checkout', 'main');
  commit(folder, { [SPEC]: above(TEXT) });
  git(folder, 'checkout', '-b', 'other');
  commit(folder, { [SPEC]: above(NARROWED) });
  expect(gate(folder)).toMatchObject({ code: 0, stdout: expect.not.stringContaining('does not count') });
  commit(folder, { [SPEC]: NARROWED });
  expect(gate(folder).code).toBe(0);
});

test.each(everyNth(2, ['haft.yaml', 'haft.approvals.json']))(
  'a base branch whose %s git cannot read is no branch without one',
  (file) => {
    const folder = branches(NARROWED);
    git(folder, 'checkout', 'main');
    commit(folder, {
      [file]: file === 'haft.yaml' ? 'rules: { version/parameter-default: error }\n' : approvalsText([]),
    });
    git(folder, 'checkout', 'work');
    const compared = diff(folder, '--against', 'main...', '--fail-on', 'policy');
    expect(compared.code, compared.stderr).toBe(1);
    const blob = execFileSync('git', ['rev-parse', `main:${file}`], { cwd: folder })
      .toString()
      .trim();
    rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)));
    const { code, stdout, stderr } = diff(folder, '--against', 'main...', '--fail-on', 'policy');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(file);
  },
);

test.skipIf(ON_WINDOWS)('a symbolic link named haft.yaml sets no rules for a branch', () => {
  const folder = branches(NARROWED);
  git(folder, 'checkout', 'main');
  writeFiles(folder, { 'other.yaml': 'rules: { version/parameter-default: error }\n' });
  rmSync(join(folder, 'haft.yaml'));
  symlinkSync('other.yaml', join(folder, 'haft.yaml'));
  commit(folder, {});
  git(folder, 'checkout', 'work');
  const { code, stdout } = diff(folder, '--against', 'main...', '--fail-on', 'policy');
  expect(code).toBe(1);
  expect(stdout).not.toContain('version/parameter-default is error there');
});

test('an approval counts from the target branch alone, until its day, for the change as it is', () => {
  const folder = branches(NARROWED);
  const gate = (...args: string[]): Ran => diff(folder, '--against', 'main...', '--fail-on', 'policy', ...args);
  const { changes } = JSON.parse(gate('--format', 'json').stdout) as {
    changes: { fingerprint: string; level: string }[];
  };
  const { fingerprint = '' } = changes.find(({ level }) => level === 'breaking') ?? {};
  expect(gate().stdout).toContain(fingerprint);
  const approve = (...args: string[]): Ran => diff(folder, '--against', 'main...', '--approve', ...args);
  expect(approve(fingerprint, '--by', 'Ada')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('who approves and why'),
  });
  const rest = ['--by', 'Ada', '--reason', 'No caller sends more.'];
  expect(approve(fingerprint, ...rest, '--until', '2026-11-19').stderr).toContain(
    'from 2026-11-20 on, got "2026-11-19"',
  );
  expect(approve('0123456789abcdef', ...rest, '--until', '2026-12-01').stderr).toContain(
    'No change has the fingerprint',
  );
  expect(approve(fingerprint, ...rest, '--until', '2026-12-01')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('haft.approvals.json'),
  });

  const own = gate();
  expect(own.code).toBe(1);
  expect(own.stdout).toContain('by Ada does not count: no branch named by --against has it.');
  git(folder, 'stash', '-u');
  git(folder, 'checkout', 'main');
  git(folder, 'stash', 'pop');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-m', 'approved');
  git(folder, 'checkout', 'work');
  const approved = gate();
  expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining('approved by Ada until 2026-12-01') });
  expect(gate('--today', '2026-12-02')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('it expired on 2026-12-01'),
  });
  writeFiles(folder, { [SPEC]: TEXT.replace('maxLength: 40', 'maxLength: 3') });
  expect(gate()).toMatchObject({ code: 1, stdout: expect.stringContaining('there is no such change') });
});

test('specs in a submodule are named as such', () => {
  const inner = branches(TEXT);
  const outer = temporaryFolder({});
  git(outer, 'init', '-b', 'main');
  git(outer, 'submodule', 'add', inner, 'sub');
  commit(outer, { 'haft.yaml': 'specs: sub/specs\n' });
  expect(diff(outer, '--against', 'HEAD')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is in the submodule "sub"'),
  });
  expect(diff(join(outer, 'sub'), '--against', 'HEAD')).toMatchObject({ code: 0 });
});

test.each<[string, (folder: string) => void, RegExp]>([
  [
    'was reverted',
    (folder) => git(folder, 'revert', '--no-edit', 'HEAD'),
    /`git checkout ([0-9a-f]{12}) -- haft\.contract\.json`/,
  ],
  ['is behind', (folder) => git(folder, 'checkout', '-B', 'work', 'HEAD~1'), /`git merge (later)` first/],
])('where the contract of this branch %s, the steps at what the ref released work', (_title, leave, step) => {
  const release = (version: string, text: string): void => {
    writeFiles(folder, { [SPEC]: text.replace('1.0.0', version), 'haft.yaml': SETTINGS });
    expect(haft(folder, 'release', '--today', '2026-11-20')).toMatchObject({ code: 0 });
    commit(folder, {});
  };
  const folder = temporaryFolder({});
  git(folder, 'init', '-b', 'main');
  release('1.0.0', TEXT);
  const more = TEXT.replace(
    'parameters: { zone',
    'parameters: { full: { type: boolean, default: false, description: With the seconds. }, zone',
  );
  release('1.1.0', `${more}${toolItem('count_sheep', COMMAND)}`);
  git(folder, 'tag', 'later');
  leave(folder);
  const before = diff(folder, '--against', 'later', '--fail-on', 'policy');
  expect(before.code).toBe(1);
  expect(before.stdout).not.toContain('haft bump');
  const [, from = ''] = step.exec(before.stdout) ?? [];
  if (from === 'later') git(folder, 'merge', from);
  else git(folder, 'checkout', from, '--', 'haft.contract.json');
  const after = diff(folder);
  if (from === 'later') expect(after.stdout).toContain('No changes');
  else {
    expect(after.stdout).toContain('Run `haft bump get_time`');
    expect(haft(folder, 'bump', 'get_time', '--today', '2026-11-20')).toMatchObject({ code: 0 });
  }
});
