/** Conflicts in the files that record what was released and decided: every next step works, nothing recorded since is lost, and git finds the command. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FILE_FORMATS } from '../../compiler/base/file-formats.ts';
import { sidesOf } from '../../compiler/spec/yaml/merge-conflict.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { BIN, haft, startHaft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { SPEC, TEXT, edited } from '../support/released.ts';
import { COMMAND, toolItem } from '../support/specs.ts';
import { everyNth, IS_WHOLE } from '../support/runs.ts';

const CONTRACT = 'haft.contract.json';
const DECISIONS = 'haft.decisions.json';
const APPROVALS = 'haft.approvals.json';
const DAY = ['--today', '2026-11-21'];
const IDENTITY = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com', '-c', 'commit.gpgsign=false'];

function git(cwd: string, args: readonly string[], input?: string): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    npm_config_update_notifier: 'false',
  };
  const { stdout, stderr } = spawnSync('git', [...IDENTITY, ...args], { cwd, encoding: 'utf8', env, input });
  return stdout + stderr;
}

type Sides = readonly (string | undefined)[];

/** As git leaves a file in conflict: base, ours and theirs in the index, and what it wrote on the disk. */
function leaveConflict(folder: string, file: string, sides: Sides, onDisk: string): void {
  if (!existsSync(join(folder, '.git'))) git(folder, ['init', '-q', '-b', 'main']);
  const lines = sides.flatMap((text, at) => {
    if (text === undefined) return [];
    const hash = git(folder, ['hash-object', '-w', '--stdin'], text).trim();
    return [`100644 ${hash} ${at + 1}\t${file}\n`];
  });
  git(folder, ['update-index', '--index-info'], `0 ${'0'.repeat(40)}\t${file}\n${lines.join('')}`);
  writeFiles(folder, { [file]: onDisk });
}

const marked = (ours: string, theirs: string): string => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`;
const contractIn = (folder: string): string => readFileSync(join(folder, CONTRACT), 'utf8');

/** The contract after a release of another text of the tool. */
function releasedAs(when: string, more = '', version = '1.1.0'): string {
  const folder = edited((text) => `${text.replace('how late it is,', `${when},`).replace('1.0.0', version)}${more}`);
  expect(haft(folder, 'release', '--same-meaning', 'Words.', ...DAY)).toMatchObject({ code: 0 });
  return contractIn(folder);
}

const released = (): string => contractIn(edited((text) => `${text}# end\n`));

const approval = (digit: string): string =>
  `{"approvalsVersion":1,"approvals":[{"fingerprint":"${digit.repeat(16)}","change":"c","by":"a","until":"2027-01-31","reason":"r"}]}\n`;
const decision = (digit: string): string =>
  `{"decisionsVersion":1,"decisions":[{"server":"clock","tool":"get_time","path":["description","does"],"before":"${digit.repeat(16)}","after":"${'f'.repeat(16)}","decision":"same meaning","reason":"r","date":"2026-11-21"}]}\n`;

/** By file, a command that reads it. */
const READERS: Readonly<Record<string, readonly string[]>> = {
  [CONTRACT]: ['diff'],
  [FILE_FORMATS.evals.file]: ['release'],
  [FILE_FORMATS.imports.file]: ['import', '--update', '--check'],
  [FILE_FORMATS.baseline.file]: ['check'],
  [APPROVALS]: ['diff'],
  [FILE_FORMATS.calibrations.file]: ['eval'],
  [DECISIONS]: ['diff'],
  [FILE_FORMATS.databases.file]: ['databases'],
};

test('every recorded file has a row', () => {
  const recorded = Object.values(FILE_FORMATS).flatMap((format) => ('file' in format ? [format.file] : []));
  expect(Object.keys(READERS).sort()).toEqual(
    recorded.filter((file) => file !== 'haft.manifest.json' && file !== 'installs.json').sort(),
  );
});

test.each(everyNth(3, Object.entries(READERS)))(
  'the next step after committed markers in %s works',
  (file, command) => {
    const folder = edited((text) => `${text}# end\n`);
    const format = Object.values(FILE_FORMATS).find((one) => 'file' in one && one.file === file);
    const member = Object.entries({ evals: 'records', baseline: 'findings', databases: 'learned' });
    const name = Object.entries(FILE_FORMATS).find(([, one]) => one === format)?.[0] ?? '';
    const list = member.find(([key]) => key === name)?.[1] ?? name;
    const empty = ['imports', 'databases'].includes(name) ? '{}' : '[]';
    const text =
      file === CONTRACT ? contractIn(folder) : `{"${format?.key}":${format?.reads.at(-1)},"${list}":${empty}}\n`;
    writeFiles(folder, { [file]: marked(text, text) });
    const { code, stderr } = haft(folder, ...command, ...(command[0] === 'diff' ? DAY : []));
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/merge conflict[^]*hint: /) });
    const [, step] = /`(haft (?:merge|check --baseline))`/.exec(stderr) ?? [];
    if (step === undefined) {
      expect(stderr).toMatch(/Keep (?:one side|the lines of one side)[^]*delete/);
      writeFiles(folder, { [file]: sidesOf(readFileSync(join(folder, file), 'utf8'))[0] });
    } else expect(haft(folder, ...step.split(' ').slice(1))).toMatchObject({ code: 0, stderr: '' });
    expect(haft(folder, ...command).stderr).not.toMatch(/conflict/);
  },
);

test('committed markers keep the decisions and approvals of both sides', () => {
  const folder = edited((text) => `${text}# end\n`);
  writeFiles(folder, {
    [DECISIONS]: marked(decision('1'), decision('2')),
    [APPROVALS]: marked(approval('1'), approval('2')),
  });
  const { code, stdout } = haft(folder, 'merge');
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining('delete its line') });
  for (const file of [DECISIONS, APPROVALS]) expect(readFileSync(join(folder, file), 'utf8')).toMatch(/1{16}[^]*2{16}/);
});

test.skipIf(!IS_WHOLE)('a second merge leaves what was recorded since the first one (HAFT_RUNS=1)', () => {
  const [base, ours, theirs] = [released(), releasedAs('how early it is'), releasedAs('which day it is')];
  const folder = edited((text) => text.replace('how late it is,', 'which day it is,').replace('1.0.0', '1.1.0'));
  leaveConflict(folder, CONTRACT, [base, ours, theirs], marked(ours, theirs));
  leaveConflict(folder, DECISIONS, [undefined, decision('1'), decision('2')], marked(decision('1'), decision('2')));
  expect(haft(folder, 'merge')).toMatchObject({ code: 1 });
  // The version has to be raised.
  expect(haft(folder, 'merge', '--take', 'theirs')).toMatchObject({ stdout: expect.stringContaining('is merged') });
  const spec = readFileSync(join(folder, SPEC), 'utf8').replace('1.1.0', '1.2.0');
  writeFiles(folder, { [SPEC]: spec.concat(toolItem('count_sheep', COMMAND)) });
  expect(haft(folder, 'release', ...DAY)).toMatchObject({ code: 0 });
  const kept = decision('3');
  writeFiles(folder, { [DECISIONS]: kept });
  const recorded = contractIn(folder);
  expect(recorded).toContain('count_sheep');
  for (const take of [[], ['--take', 'ours']]) {
    const { code, stdout } = haft(folder, 'merge', ...take);
    expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining(`${CONTRACT} has no conflict`) });
    expect([contractIn(folder), readFileSync(join(folder, DECISIONS), 'utf8')]).toEqual([recorded, kept]);
  }
});

test.each(
  everyNth(2, [
    ['as it is', (text: string) => text],
    ['with other line ends', (text: string) => text.replaceAll('\n', '\r\n')],
  ]),
)('one side that git left on the disk, %s, is merged with the other one', (_title, checkedOut) => {
  const [base, ours] = [released(), releasedAs('which day it is')];
  const theirs = releasedAs('how late it is', toolItem('count_sheep', COMMAND));
  for (const onDisk of [ours, theirs]) {
    const folder = temporaryFolder({ [SPEC]: TEXT, 'haft.yaml': '' });
    leaveConflict(folder, CONTRACT, [base, ours, theirs], checkedOut(onDisk));
    haft(folder, 'merge');
    expect(contractIn(folder)).toMatch(/count_sheep[^]*which day it is/);
  }
});

test.each([
  ['theirs', 'ours'],
  ['ours', 'theirs'],
])('a contract that %s deleted and %s changed is a conflict', (deleted, has) => {
  const [base, text] = [released(), releasedAs('which day it is')];
  const folder = edited((spec) => spec.replace('how late it is,', 'which day it is,').replace('1.0.0', '1.1.0'));
  leaveConflict(folder, CONTRACT, [base, ...(has === 'ours' ? [text] : [undefined, text])], text);
  for (const take of [[], ['--take', deleted]]) {
    const { code, stderr } = haft(folder, 'merge', ...take);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(new RegExp(`deleted in ${deleted} and changed in ${has}[^]*--take ${has}\``)),
    });
  }
  rmSync(join(folder, CONTRACT));
  expect(haft(folder, 'merge', '--take', has)).toMatchObject({ code: 0 });
  expect(contractIn(folder)).toBe(text);
});

test('where git cannot be asked, nothing is claimed of it', async () => {
  const folder = edited((text) => `${text}# end\n`);
  expect(haft(folder, 'compile', '--no-types').code).toBe(0);
  expect(haft(folder, 'merge')).toMatchObject({ code: 2, stderr: expect.stringMatching(/is not in a git repository/) });
  const without = await startHaft(folder, ['merge'], { PATH: join(folder, 'none') });
  expect(without).toMatchObject({ code: 2, stderr: expect.stringMatching(/`git` could not be started/) });
});

test.skipIf(ON_WINDOWS)(
  'git merges with the driver of --setup where the project is below the top of the repository',
  () => {
    const top = temporaryFolder({ 'my tools/haft.yaml': '', [`my tools/${SPEC}`]: TEXT });
    const folder = join(top, 'my tools');
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    symlinkSync(BIN, join(folder, 'node_modules/.bin/haft'));
    git(top, ['init', '-q', '-b', 'main']);
    const { stdout } = haft(folder, 'merge', '--setup');
    const [, attributes = '', config = ''] = /\n\n((?: {2}.*\n)+)[^]*\n {2}(git config .*)\n/.exec(stdout) ?? [];
    writeFiles(folder, { '.gitattributes': attributes.replaceAll(/^ +/gm, ''), [DECISIONS]: decision('1') });
    expect(spawnSync('sh', ['-c', config], { cwd: folder }).status).toBe(0);
    writeFileSync(join(top, '.gitignore'), 'node_modules/\n');
    const commit = (text: string): void => {
      writeFiles(folder, { [DECISIONS]: text });
      git(top, ['add', '-A']);
      git(top, ['commit', '-qm', 'Decided']);
    };
    commit(decision('1'));
    git(top, ['checkout', '-qb', 'other']);
    commit(decision('2'));
    git(top, ['checkout', '-q', 'main']);
    commit(decision('3'));
    const printed = git(top, ['merge', '-q', '-m', 'Both', 'other']);
    expect(printed).not.toMatch(/conflict/i);
    expect(readFileSync(join(folder, DECISIONS), 'utf8')).toMatch(/2{16}[^]*3{16}/);
  },
  60_000,
);

test('a contract that git left as that of one branch is not released before it is merged', () => {
  const [base, theirs] = [released(), releasedAs('which hour it is')];
  const folder = edited((text) => text.replace('how late it is,', 'which day it is,').replace('1.0.0', '1.2.0'));
  const release = () => haft(folder, 'release', '--same-meaning', 'Words.', ...DAY);
  leaveConflict(folder, CONTRACT, [base, base, theirs], base);
  expect(release()).toMatchObject({ code: 2, stderr: expect.stringContaining('Run `haft merge`') });
  expect(contractIn(folder)).toBe(base);
  expect(haft(folder, 'merge')).toMatchObject({ code: 0 });
  git(folder, ['add', CONTRACT]);
  expect(release()).toMatchObject({ code: 0 });
  expect(contractIn(folder)).toContain('which day it is');
});

test('a merge of two versions is released after `haft release --raise`, and its output after the steps that it names', () => {
  const base = released();
  const sheep = toolItem('count_sheep', COMMAND);
  const [ours, theirs] = [releasedAs('which day it is'), releasedAs('how late it is', sheep, '1.2.0')];
  const folder = edited(
    (text) => text.replace('how late it is,', 'which day it is,').replace('1.0.0', '1.2.0') + sheep,
  );
  expect(haft(folder, 'compile', '--no-types', ...DAY)).toMatchObject({ code: 0 });
  const manifest = join(folder, 'generated/haft.manifest.json');
  writeFileSync(manifest, marked(readFileSync(manifest, 'utf8'), '{}\n'));
  leaveConflict(folder, CONTRACT, [base, ours, theirs], marked(ours, theirs));
  expect(haft(folder, 'merge')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /released-twice[^]*`haft release --raise`[^]*run `haft merge` again, before you release/,
    ),
  });
  git(folder, ['add', CONTRACT]);
  expect(haft(folder, 'release', '--raise', ...DAY)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('server clock: version 1.2.0 → 1.3.0'),
    stderr: expect.stringContaining('Run `haft compile`, commit its output, and release again.'),
  });
  expect(haft(folder, 'merge')).toMatchObject({ code: 0 });
  expect(haft(folder, 'release', ...DAY)).toMatchObject({ code: 0 });
  expect(contractIn(folder)).toContain('"version": "1.3.0"');
});
