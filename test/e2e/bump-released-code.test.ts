/** The code that `haft bump` brings back is that of the release, or none: a commit that has the contract can have later specs and code. */
// In depth: a repository for each history; restored-text.test.ts has what the commit of a release gives back.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { serverSpec, toolItem } from '../support/specs.ts';

const SPEC = 'specs/desk.yaml';
const HANDLERS = 'specs/handlers.ts';
const RANK = toolItem(
  'rank_words',
  `parameters:
      limit: { type: integer, minimum: 1, maximum: 9, default: 2, description: How many words to return at most. }
    handler: handlers.ts`,
  'count_sheep',
);
const RELEASED = {
  [SPEC]: serverSpec('desk', 'Finds words.', [RANK]),
  [HANDLERS]: `import type { Handlers } from '../generated/servers/desk/tools.ts';\n\nexport const rankWords: Handlers['rankWords'] = () => ({ text: 'released' });\n`,
  'haft.yaml': 'rules: { version/evals-stale: off }\n',
  '.gitignore': 'generated/\n.haft/\n',
};

const IDENTITY = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com', '-c', 'commit.gpgsign=false'];

function git(cwd: string, ...args: readonly string[]): void {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stderr } = spawnSync('git', [...IDENTITY, ...args], { cwd, encoding: 'utf8', env });
  expect(status, stderr).toBe(0);
}

function commit(cwd: string): void {
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', 'Changed');
}

function replace(folder: string, path: string, from: string, to: string): void {
  const text = readFileSync(join(folder, path), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(folder, path), text.replace(from, to));
}

const editSpec = (folder: string): void => replace(folder, SPEC, 'maximum: 9', 'maximum: 3');
const editCode = (folder: string): void => replace(folder, HANDLERS, "'released'", "'edited'");

/** Released, and not yet committed. */
function released(more: Readonly<Record<string, string>> = {}): string {
  const folder = temporaryFolder({ ...RELEASED, ...more });
  expect(haft(folder, 'release', '--today', '2026-11-20')).toMatchObject({ code: 0 });
  git(folder, 'init', '-q', '-b', 'main');
  return folder;
}

/** What a clone without its history is: one commit with all there is. */
function asOneCommit(folder: string): string {
  const clone = temporaryFolder();
  git(clone, 'clone', '-q', '--depth', '1', `file://${encodeURI(folder)}`, 'clone');
  return join(clone, 'clone');
}

const HISTORIES: readonly (readonly [name: string, make: () => string, code: 'released' | 'missing'])[] = [
  [
    'the commit of the release',
    () => {
      const folder = released();
      commit(folder);
      editSpec(folder);
      editCode(folder);
      return folder;
    },
    'released',
  ],
  [
    'an older commit than the last one with the contract',
    () => {
      const folder = released();
      commit(folder);
      editSpec(folder);
      editCode(folder);
      replace(folder, 'haft.contract.json', '\n}', '\n}\n');
      commit(folder);
      return folder;
    },
    'released',
  ],
  [
    'a squash of the release and the edit',
    () => {
      const folder = released();
      editSpec(folder);
      editCode(folder);
      commit(folder);
      return folder;
    },
    'missing',
  ],
  [
    'a squash of the release and an edit of the code alone',
    () => {
      const folder = released();
      editCode(folder);
      commit(folder);
      editSpec(folder);
      return folder;
    },
    'missing',
  ],
  [
    'a clone without the commit of the release',
    () => {
      const folder = released();
      commit(folder);
      editSpec(folder);
      editCode(folder);
      commit(folder);
      return asOneCommit(folder);
    },
    'missing',
  ],
  [
    'a project that was moved after the edit',
    () => {
      const folder = released();
      commit(folder);
      editSpec(folder);
      editCode(folder);
      commit(folder);
      mkdirSync(join(folder, 'tools'));
      git(folder, 'mv', 'specs', 'haft.yaml', 'haft.contract.json', 'tools/');
      commit(folder);
      cpSync(join(folder, '.gitignore'), join(folder, 'tools/.gitignore'));
      return join(folder, 'tools');
    },
    'missing',
  ],
];

test.each(HISTORIES)('%s', (_name, make, expected) => {
  const folder = make();
  const { code, stdout, stderr } = haft(folder, 'bump', 'rank_words', '--today', '2026-11-21');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const handlers = readFileSync(join(folder, HANDLERS), 'utf8');
  const own = handlers.slice(handlers.lastIndexOf('rankWords'));
  expect(handlers).toMatch(/rankWordsV2[^]*'edited'/);
  expect(stdout).toMatch(expected === 'released' ? /has the released code \(commit/ : /fails when it is called/);
  expect(own).toContain(expected === 'released' ? "'released'" : 'is missing');
});

test('modules that the released code uses are those of now, and named', () => {
  const imports = "import { text } from './words.js';\nimport { same } from './same.ts';\n";
  const folder = released({
    [HANDLERS]: imports + RELEASED[HANDLERS].replace("'released'", 'text + same'),
    'specs/words.ts': "export { text } from './text.ts';\n",
    'specs/text.ts': "export const text = 'released';\n",
    'specs/same.ts': 'export const same = 1;\n',
  });
  commit(folder);
  editSpec(folder);
  replace(folder, 'specs/text.ts', "'released'", "'edited'");
  replace(folder, 'specs/same.ts', '= 1', ': number = 1 // a number');
  const { code, stdout } = haft(folder, 'bump', 'rank_words', '--today', '2026-11-21');
  expect([code, stdout]).toEqual([0, expect.stringContaining('restored as released except for modules')]);
  expect(stdout).toContain('"rankWords" uses specs/text.ts as it is now, which is not as it was released');
  expect(stdout).not.toMatch(/uses specs\/(?:same|words)/);
});
