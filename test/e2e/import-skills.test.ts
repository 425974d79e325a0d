/** `haft import skills` on folders that nobody wrote with care, and again after both sides changed. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const skill = (name: string, body = 'Body.\n'): string =>
  `---\nname: ${name}\ndescription: Does ${name}.\n---\n${body}`;

function project(source: Readonly<Record<string, string>>): { root: string; team: string } {
  const top = temporaryFolder({ 'project/package.json': '{}', 'project/specs/.keep': '' });
  writeFiles(join(top, 'team'), source);
  return { root: join(top, 'project'), team: join(top, 'team') };
}

interface Loss {
  readonly message: string;
}

function lossesOf(stdout: string): string[] {
  return (JSON.parse(stdout) as { losses: readonly Loss[] }).losses.map(({ message }) => message);
}

test.skipIf(ON_WINDOWS)(
  'links, pipes of names, hidden and installed files, large files and specs are left out and told',
  () => {
    const { root, team } = project({
      'a/SKILL.md': skill('a'),
      'a/.env': 'SECRET=1',
      'a/node_modules/x/index.js': '',
      'a/haft.yaml': 'rules: {}',
      'a/agents/openai.yaml': 'interface: {}\n',
      'a/tool.yaml': 'kind: tool\nname: x\n',
      'a/assets/tool.yaml': 'kind: tool\nname: x\n',
      'a/..x': 'hidden',
      'a/b\\c.md': 'backslash',
      ...Object.fromEntries(
        ['big.bin', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8'].map((name) => [`a/${name}`, '']),
      ),
      'b/SKILL.md': '',
      '.git/SKILL.md': skill('git'),
    });
    symlinkSync('/etc/passwd', join(team, 'a/passwd'));
    symlinkSync('../a', join(team, 'linked'));
    // Together they are more than an import may read; none of them is read.
    for (const name of ['big.bin', 'b1', 'b2', 'b3', 'b4', 'b5', 'b6', 'b7', 'b8'])
      truncateSync(join(team, 'a', name), 2 ** 31);
    truncateSync(join(team, 'b/SKILL.md'), 5 * 1024 * 1024);
    const dry = haft(root, 'import', 'skills', '../team', '--dry-run');
    expect(dry.stdout).toContain('Nothing was written.');
    expect(Object.keys(treeOf(root))).toEqual(['package.json', 'specs/.keep']);
    const { code, stdout, stderr } = haft(root, 'import', 'skills', '../team', '--format', 'json');
    expect([code, stderr]).toEqual([0, '']);
    expect(lossesOf(stdout)).toEqual([
      '"a/..x" is hidden, so it is not imported.',
      '"a/.env" is hidden, so it is not imported.',
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((count) => `"a/b${count}" is larger than 64 MiB, so it is not imported.`),
      '"a/b\\c.md" has a name that is not portable, so it is not imported.',
      '"a/big.bin" is larger than 64 MiB, so it is not imported.',
      '"a/haft.yaml" is a configuration of Haft, so it is not imported.',
      '"a/node_modules" is not imported.',
      '"a/passwd" is a symbolic link, so it is not imported.',
      '"a/tool.yaml" has `kind: server`, `kind: tool` or `kind: skill`, so Haft would read it as a spec; it is not imported.',
      '"b/SKILL.md" is larger than 4 MiB, so it is not imported.',
      '"linked" is a symbolic link, so it is not imported.',
    ]);
    const written = Object.keys(treeOf(join(root, 'specs')));
    expect(written.filter((path) => !path.startsWith('.'))).toEqual(
      ['SKILL.body.md', 'agents/openai.yaml', 'assets/tool.yaml', 'skill.yaml'].map((path) => `team/a/${path}`),
    );
    expect(haft(root, 'compile').stdout).toContain('1 skill compiled');
  },
);

test('what is no folder of skills is rejected with the next step, and nothing is written', () => {
  const { root, team } = project({ 'x/SKILL.md': '# No front matter\n', 'y/z.md': 'z' });
  const refusals = [
    ['../team'],
    ['../team/y'],
    ['../nowhere'],
    ['../team/x/SKILL.md'],
    [],
    ['a', 'b'],
    ['.'],
    ['specs'],
  ];
  const said = refusals.map((args) => haft(root, 'import', 'skills', ...args));
  expect(said.map(({ code }) => code)).toEqual(refusals.map(() => 2));
  expect(said.map(({ stderr }) => stderr)).toEqual([
    'haft: There is no skill in "../team".\n  hint: "x/SKILL.md" is not imported: it does not start with front matter. Start it with a line `---`, the keys name and description, and another line `---`.\n',
    'haft: There is no skill in "../team/y": no folder has a SKILL.md.\n  hint: Name the folder that has the skills.\n',
    'haft: There is no folder "../nowhere".\n  hint: Name a folder with skills; clone a repository first: `git clone <url>`.\n',
    'haft: There is no folder "../team/x/SKILL.md".\n  hint: Name a folder with skills; clone a repository first: `git clone <url>`.\n',
    expect.stringContaining('needs one folder'),
    expect.stringContaining('Unexpected argument "b"'),
    expect.stringContaining('contain each other'),
    expect.stringContaining('contain each other'),
  ]);
  let deep = join(team, 'deep');
  for (let level = 0; level < 70; level += 1) deep = join(deep, 'd');
  mkdirSync(deep, { recursive: true });
  writeFileSync(join(deep, 'SKILL.md'), skill('deep'));
  expect(haft(root, 'import', 'skills', '../team/deep').stderr).toContain('There is no skill');
  expect(Object.keys(treeOf(root))).toEqual(['package.json', 'specs/.keep']);
});

test('an update after both sides changed, with the skill in another folder and a file that is gone', () => {
  const { root, team } = project({
    'a/SKILL.md': skill('a'),
    'a/old.md': 'old',
    'b/SKILL.md': skill('b'),
    'c/SKILL.md': skill('c'),
  });
  expect(haft(root, 'import', 'skills', '../team').code).toBe(0);
  renameSync(join(root, 'specs/team/a'), join(root, 'specs/team/mine'));
  writeFiles(root, { 'specs/team/b/SKILL.body.md': 'My body.\n' });
  writeFiles(team, {
    'a/SKILL.md': skill('a', 'New body.\n'),
    'a/new/file.md': 'new',
    'b/SKILL.md': skill('b', 'Other body.\n'),
    'd/SKILL.md': skill('d'),
    'e/SKILL.md': '---\na: [\n---\n',
  });
  rmSync(join(team, 'a/old.md'));
  rmSync(join(team, 'c'), { recursive: true });
  const before = treeOf(root);
  const check = haft(root, 'import', '--check');
  expect([check.code, treeOf(root)]).toEqual([1, before]);
  const { code, stdout, stderr } = haft(root, 'import', '--update', '--format', 'json');
  expect([code, stderr]).toEqual([0, '']);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { code: string; message: string }[] };
  expect(diagnostics.map((one) => `${one.code}: ${one.message}`).sort()).toEqual([
    'import/conflict: The file "b/SKILL.body.md" was changed here and in the source.',
    'import/gone: "c" is no longer in the source.',
    'import/gone: The file "mine/old.md" is no longer in the source.',
    expect.stringMatching(/^import\/todo: "e\/SKILL.md" is not imported: its front matter cannot be read\. /),
  ]);
  const read = (path: string): string => readFileSync(join(root, 'specs/team', path), 'utf8');
  expect([
    read('mine/SKILL.body.md'),
    read('mine/new/file.md'),
    read('b/SKILL.body.md'),
    read('d/SKILL.body.md'),
  ]).toEqual(['New body.\n', 'new', 'My body.\n', 'Body.\n']);
  const after = treeOf(root);
  expect(Object.keys(after).filter((path) => path.startsWith('specs/team/a'))).toEqual([]);
  expect(haft(root, 'import', '--update').stdout).toBe('team: the source has not changed.\n');
  expect(treeOf(root)).toEqual(after);
});

test('an update reports links, hidden files and moved folders once, takes modes and bytes, and names both values of a conflict', () => {
  const { root, team } = project({
    'a/SKILL.md': skill('a'),
    'a/run.sh': 'exit\n',
    'b/SKILL.md': skill('b'),
    'b/in/SKILL.md': skill('in'),
    'c/SKILL.md': skill('c'),
  });
  symlinkSync('../a/run.sh', join(team, 'a/old-link'));
  expect(haft(root, 'import', 'skills', '../team').code).toBe(0);
  const spec = (path: string): string => readFileSync(join(root, 'specs/team', path), 'utf8');
  writeFiles(root, {
    'specs/team/c/skill.yaml': spec('c/skill.yaml').replace('description: Does c.', 'description: Mine.'),
  });
  writeFiles(team, {
    'a/.env': 'SECRET=1',
    'a/data.bin': new Uint8Array([0, 255]),
    'c/SKILL.md': skill('c').replace('Does c.', 'Theirs.'),
  });
  symlinkSync('/etc/passwd', join(team, 'a/passwd'));
  chmodSync(join(team, 'a/run.sh'), 0o755);
  renameSync(join(team, 'b'), join(team, 'moved'));
  const check = haft(root, 'import', '--check', '--format', 'json');
  const update = haft(root, 'import', '--update', '--format', 'json');
  expect([check.code, update.code]).toEqual([1, 0]);
  const told = (stdout: string): string[] =>
    (JSON.parse(stdout) as { diagnostics: readonly { code: string; message: string }[] }).diagnostics
      .map(({ code, message }) => `${code}: ${message}`)
      .sort();
  expect(told(check.stdout)).toEqual(told(update.stdout));
  expect(told(update.stdout)).toEqual([
    'import/conflict: Description of "c" was changed here and in the source: here it is "Mine.", in the source "Theirs.".',
    'import/moved: "b" is in "moved" of the source now; it was in "b".',
    'import/moved: "in" is in "moved/in" of the source now; it was in "b/in".',
    'import/skipped: "a/.env" is hidden, so it is not imported.',
    'import/skipped: "a/passwd" is a symbolic link, so it is not imported.',
  ]);
  expect(spec('b/skill.yaml')).toContain('from: moved\nname: b\n');
  expect(statSync(join(root, 'specs/team/a/run.sh')).mode & 0o111).not.toBe(0);
  expect([...readFileSync(join(root, 'specs/team/a/data.bin'))]).toEqual([0, 255]);
  expect(existsSync(join(root, 'specs/team/moved'))).toBe(false);
  const after = treeOf(root);
  expect(haft(root, 'import', '--update').stdout).toBe('team: the source has not changed.\n');
  expect(treeOf(root)).toEqual(after);
  expect(haft(root, 'import', '--check').code).toBe(0);
  expect(haft(root, 'import', '--take', 'c.description').stdout).toBe('Wrote specs/team/c/skill.yaml.\n');
  expect(haft(root, 'compile').code).toBe(0);
  // The original front matter says what the source says now.
  expect(readFileSync(join(root, 'generated/skills/c/SKILL.md'), 'utf8')).toBe(
    skill('c').replace('Does c.', 'Theirs.'),
  );
});

test('a new skill of a name that is there gets another one; the skill that is released keeps its name', () => {
  const { root, team } = project({ 'z/SKILL.md': skill('a') });
  expect(haft(root, 'import', 'skills', '../team').code).toBe(0);
  writeFiles(team, { 'new/SKILL.md': skill('a') });
  const { stderr } = haft(root, 'import', '--update');
  expect(stderr).toContain(
    '"new/SKILL.md" has the name "a", as "z/SKILL.md" has; the skill and its SKILL.md are named',
  );
  expect(haft(root, 'compile').code).toBe(0);
  expect(readFileSync(join(root, 'generated/skills/a/SKILL.md'), 'utf8')).toBe(skill('a'));
  expect(readFileSync(join(root, 'generated/skills/a-2/SKILL.md'), 'utf8')).toBe(
    skill('a').replace('name: a', 'name: a-2'),
  );
});

test.skipIf(ON_WINDOWS)('where all skills are links, or are named in lower case, the message says so', () => {
  const { root, team } = project({ 'store/a/SKILL.md': skill('a'), 'lower/a/skill.md': skill('a'), 'file/a/x.md': '' });
  mkdirSync(join(team, 'links'));
  symlinkSync('../store/a', join(team, 'links/a'));
  symlinkSync('../../store/a/SKILL.md', join(team, 'file/a/SKILL.md'));
  const said = ['links', 'file', 'lower'].map((name) => haft(root, 'import', 'skills', `../team/${name}`));
  const link = 'Replace the link with what it leads to, or import the folder that has it.';
  expect(said.map(({ code, stderr }) => [code, stderr])).toEqual([
    [
      2,
      `haft: There is no skill in "../team/links".\n  hint: "a" is a symbolic link, so it is not imported. ${link}\n`,
    ],
    [
      2,
      `haft: There is no skill in "../team/file".\n  hint: "a/SKILL.md" is a symbolic link, so it is not imported. ${link}\n`,
    ],
    [
      2,
      'haft: There is no skill in "../team/lower".\n  hint: "a/skill.md" is not named "SKILL.md", so its folder is no skill. Rename it to SKILL.md.\n',
    ],
  ]);
});

test('losses of different causes are different findings, and git is none', () => {
  const front = (lines: string): string => `---\nname: x\ndescription: D.\n${lines}\n---\n`;
  const { root } = project({
    'SKILL.md': skill('top'),
    '.git/config': '',
    'colon/SKILL.md': front('a: b: c'),
    'colon2/SKILL.md': front('x: 1\na: b: c'),
    'dup/SKILL.md': front('a: 1\na: 2'),
    'bad/SKILL.md': skill('Bad Name'),
    'one/SKILL.md': skill('same'),
    'two/SKILL.md': skill('same'),
  });
  const { code, stderr } = haft(root, 'import', 'skills', '../team');
  const found = [...stderr.matchAll(/import\/(\w+)[^\n]*\n[^]*?(?=\n\n|$)/g)].map(([text]) => text);
  const about = (path: string): string | undefined => found.find((text) => text.includes(`"${path}/SKILL.md"`));
  expect([code, stderr.includes('.git')]).toEqual([0, false]);
  expect(about('colon')).toMatch(/Line 4: The value on this line[^]*2 in all, also colon2\/SKILL\.md\./);
  expect(about('dup')).toMatch(/Line 5: Duplicate/);
  expect(about('bad')).toMatch(/which is not valid/);
  expect(about('two')).toMatch(/has the name "same", as "one\/SKILL\.md" has/);
  for (const path of ['dup', 'bad', 'two']) expect(about(path)).not.toContain('in all');
});
