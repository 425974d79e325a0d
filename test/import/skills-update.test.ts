/** Whole updates of imported skills on a disk: random edits of the author against random edits of the source. */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { updateImport, writeUpdates } from '../../compiler/features/import/run/update-import.ts';
import { loadImports } from '../../compiler/edge/project/recorded.ts';
import { openProject } from '../../compiler/edge/project/project.ts';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { runs } from '../support/runs.ts';
import { ON_WINDOWS } from '../support/posix.ts';

/** A file of the source: its bytes, and whether it can be run. */
type Files = Readonly<Record<string, readonly [content: string, executable?: boolean]>>;

const INTO = 'specs/team';
const skill = (name: string, description: string, body = 'Body.\n'): string =>
  `---\n# of the team\nname: ${name}\ndescription: ${description}\n---\n${body}`;

const BASE: Files = {
  'a/SKILL.md': [skill('a', 'Does a.')],
  'a/run.sh': ['exit 0\n', true],
  'a/data.bin': ['\u0000\u0001'],
  'a/deep/inner/SKILL.md': [skill('inner', 'Does more.')],
  'a/deep/inner/x.md': ['x'],
  'a/deep/own.md': ['own'],
  'b/SKILL.md': [skill('b', 'Does b.')],
  'b/notes.md': ['notes'],
};

function put(folder: string, files: Files): void {
  for (const [path, [content, executable = false]] of Object.entries(files)) {
    writeFiles(folder, { [path]: content });
    chmodSync(join(folder, path), executable ? 0o755 : 0o644);
  }
}

function imported(): { root: string; team: string } {
  const top = temporaryFolder({ 'project/package.json': '{}', 'project/specs/.keep': '' });
  put(join(top, 'team'), BASE);
  const root = join(top, 'project');
  expect(haft(root, 'import', 'skills', '../team').code).toBe(0);
  return { root, team: join(top, 'team') };
}

function copied(start: { readonly root: string }): { root: string; team: string } {
  const top = temporaryFolder();
  cpSync(dirname(start.root), top, { recursive: true });
  return { root: join(top, 'project'), team: join(top, 'team') };
}

async function updated(root: string): Promise<{ written: number; codes: readonly string[]; messages: string[] }> {
  const { value: project } = openProject({ cwd: root, specs: undefined });
  const record = loadImports(root)['team'];
  if (!project || !record) throw new Error('The project does not pass.');
  const one = await updateImport(project, 'team', record, { cwd: root, from: undefined, mayRun: false });
  if ('undecided' in one) throw new Error(one.undecided);
  const written = writeUpdates(root, [one]);
  const findings = one.findings.map(({ code, message }) => ({ code, message }));
  return { written, codes: findings.map(({ code }) => code), messages: findings.map(({ message }) => message) };
}

/** Every file below a folder with its mode. */
function stateOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  );
  const state = (path: string): string =>
    `${readFileSync(join(folder, path), 'latin1')}${(statSync(join(folder, path)).mode & 0o100) === 0 ? '' : ' x'}`;
  return Object.fromEntries(paths.sort().map((path) => [path, state(path)]));
}

type Edit = (folder: string) => void;

/** What a person does to a folder of skills; `SKILL.body.md` and `skill.yaml` stand for SKILL.md in the specs. */
const write =
  (path: string, content: string, executable = false): Edit =>
  (folder) => {
    if (existsSync(dirname(join(folder, path)))) put(folder, { [path]: [content, executable] });
  };
const remove =
  (path: string): Edit =>
  (folder) => {
    rmSync(join(folder, path), { force: true, recursive: true });
  };
const move =
  (path: string, to: string): Edit =>
  (folder) => {
    if (existsSync(join(folder, path)) && !existsSync(join(folder, to)))
      renameSync(join(folder, path), join(folder, to));
  };
const reword =
  (path: string, from: string, to: string): Edit =>
  (folder) => {
    const file = join(folder, path);
    if (existsSync(file)) writeFiles(folder, { [path]: readFileSync(file, 'utf8').replace(from, to) });
  };

const FILES: readonly Edit[] = [
  write('a/run.sh', 'exit 1\n', true),
  write('a/run.sh', 'exit 0\n'),
  write('a/data.bin', '\u0000\u0002'),
  write('a/new.md', 'new'),
  write('a/deep/inner/x.md', 'y'),
  write('b/notes.md', 'more'),
  remove('a/deep/own.md'),
  remove('b/notes.md'),
];
const AUTHOR: readonly Edit[] = [
  ...FILES,
  remove('b'),
  move('b', 'mine'),
  move('a/deep/own.md', 'a/deep/other.md'),
  reword('a/skill.yaml', 'Does a.', 'Does all of a.'),
  reword('b/skill.yaml', 'name: b', 'name: bees'),
  reword('a/SKILL.body.md', 'Body', 'My body'),
];
const SOURCE: readonly Edit[] = [
  ...FILES,
  remove('b'),
  move('b', 'c'),
  move('a', 'z'),
  move('a/deep/inner', 'a/inner'),
  reword('a/SKILL.md', 'Does a.', 'Does a well.'),
  reword('a/SKILL.md', 'Body', 'New body'),
  reword('b/SKILL.md', 'name: b', 'name: bee'),
  write('0/SKILL.md', skill('a', 'Has a name of another.')),
  write('new/SKILL.md', skill('new', 'Is new.')),
  write('b/.env', 'SECRET=1'),
];

test.skipIf(ON_WINDOWS)(
  'no edit of the author is lost, nothing is written twice, and no two skills get one name',
  async () => {
    const start = imported();
    const some = (edits: readonly Edit[]): fc.Arbitrary<Edit[]> => fc.subarray([...edits], { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(some(AUTHOR), some(SOURCE), async (author, source) => {
        const { root, team } = copied(start);
        const before = stateOf(join(root, INTO));
        for (const edit of author) edit(join(root, INTO));
        const mine = stateOf(join(root, INTO));
        for (const edit of source) {
          mkdirSync(join(team, '0'), { recursive: true });
          mkdirSync(join(team, 'new'), { recursive: true });
          edit(team);
        }
        const first = await updated(root);
        const after = stateOf(join(root, INTO));
        for (const [path, state] of Object.entries(mine)) {
          const isSpec = path.endsWith('skill.yaml');
          // What the author wrote stays; of a spec, the words that were edited.
          if (!isSpec && before[path.replace(/^mine\//, 'b/')] !== state) expect(after[path], path).toBe(state);
          for (const words of ['Does all of a.', 'name: bees'])
            if (state.includes(words)) expect(after[path]).toContain(words);
          if (!isSpec) expect(Object.keys(after), path).toContain(path);
        }
        for (const path of Object.keys(before))
          if (!(path in mine)) expect(after[path], `${path} came back`).toBeUndefined();
        const again = await updated(root);
        expect(again.written, first.messages.join('\n')).toBe(0);
        expect(again.codes.every((code) => code === 'import/gone' || code === 'import/conflict')).toBe(true);
        expect(stateOf(join(root, INTO))).toEqual(after);
        const names = Object.entries(after).flatMap(([path, text]) =>
          path.endsWith('skill.yaml') ? [/^name: (.*)$/m.exec(text)?.[1]] : [],
        );
        expect(new Set(names).size, names.join()).toBe(names.length);
      }),
      { numRuns: runs(60) },
    );
  },
);

const AS_FILE: Files = { 'b/p': ['file'] };
const AS_FOLDER: Files = { 'b/p/z': ['z'], 'b/p/deep/y': ['y'] };

test.each<[name: string, before: Files, after: Files, mine: string]>([
  ['a file that becomes a folder', AS_FILE, AS_FOLDER, 'b/p'],
  ['a folder that becomes a file', AS_FOLDER, AS_FILE, 'b/p/mine.txt'],
])('%s is updated at once and back, unless a file of the author is in the way', async (_name, before, after, mine) => {
  const { root, team } = imported();
  const replace = (files: Files): void => {
    rmSync(join(team, 'b/p'), { recursive: true, force: true });
    put(team, files);
  };
  const below = (): object => {
    const entries = Object.entries(stateOf(join(root, INTO))).filter(([path]) => path.startsWith('b/p'));
    return Object.fromEntries(entries);
  };
  const expected = (files: Files): object =>
    Object.fromEntries(Object.entries(files).map(([path, [text]]) => [path, text]));
  replace(before);
  await updated(root);
  for (const files of [after, before]) {
    replace(files);
    expect((await updated(root)).messages).toEqual([]);
    expect(below()).toEqual(expected(files));
    expect(await updated(root)).toEqual({ written: 0, codes: [], messages: [] });
  }
  writeFiles(join(root, INTO), { [mine]: 'mine' });
  replace(after);
  const { messages } = await updated(root);
  for (const path of Object.keys(after))
    expect(messages).toContain(`The file "${path}" is not written: "${mine}" is in its place.`);
  expect(below()).toMatchObject({ [mine]: 'mine' });
  expect((await updated(root)).written).toBe(0);
});
