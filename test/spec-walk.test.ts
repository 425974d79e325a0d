/** Which files a project has: on the disk against a plain walk, and at a git ref against the disk, for any tree of folders, files and links. */
// In depth: trees of folders on the disk and in git.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import { readAtRef } from '../compiler/edge/project/git.ts';
import { readSources } from '../compiler/edge/project/read-sources.ts';
import { runs } from './support/runs.ts';
import { temporaryFolder } from './support/folder.ts';
import { ON_WINDOWS } from './support/posix.ts';

const FOLDERS = [
  'specs/a',
  'specs/a/assets',
  'specs/a/assets/in',
  'specs/b',
  'specs/b/references',
  'shared',
  'shared/in',
];

interface Item {
  readonly folder: string;
  readonly name: string;
  /** A link to this folder or file, or a file. */
  readonly to?: string | undefined;
}

const item: fc.Arbitrary<Item> = fc.record({
  folder: fc.constantFrom(...FOLDERS),
  name: fc.constantFrom('x.md', 'y.md', 'haft.yaml', '.hidden', 'references', 'scripts', 'link', 'node_modules'),
  to: fc.option(fc.constantFrom(...FOLDERS, 'shared/x.md', 'specs/a/link', 'shared/in/link', 'gone'), {
    nil: undefined,
  }),
});

/** A project in the folder `app` of a repository. */
function projectOf(items: readonly Item[]) {
  const folder = temporaryFolder({
    'app/haft.yaml': '# none\n',
    'app/shared/x.md': 'shared',
    'app/specs/a/assets/z.md': 'z',
  });
  const root = join(folder, 'app');
  for (const one of FOLDERS) mkdirSync(join(root, one), { recursive: true });
  for (const { folder: inside, name, to } of items) {
    const path = join(root, inside, name);
    if (readdirSync(join(root, inside)).includes(name)) continue;
    if (to === undefined) writeFileSync(path, `${inside}/${name}`);
    else symlinkSync(`${'../'.repeat(inside.split('/').length)}${to}`, path);
  }
  return { root, specs: join(root, 'specs'), out: join(root, 'generated'), settings: settingsOf({}) };
}

/** Files below the three folders, by a walk that follows every link but one to a folder around it. */
function plainWalk(root: string, path: string, carried: boolean, around: readonly string[]): string[] {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (stats?.isFile()) return carried && !path.endsWith('.hidden') ? [path] : [];
  if (!stats?.isDirectory()) return [];
  const real = realpathSync(join(root, path));
  if (around.includes(real)) return [];
  return readdirSync(join(root, path)).flatMap((name) => {
    if (name === 'node_modules' || name === '.hidden') return [];
    const isFolder = statSync(join(root, path, name), { throwIfNoEntry: false })?.isDirectory() === true;
    const inner = carried || (isFolder && ['references', 'scripts', 'assets'].includes(name));
    return plainWalk(root, `${path}/${name}`, inner, [...around, real]);
  });
}

/** A chain of links that has no end is an error of its own. */
function isEndless(items: readonly Item[]): boolean {
  return items.some(({ to }) => to === 'specs/a/link' || to === 'shared/in/link');
}

const TREES = fc.array(item, { maxLength: 12 });

function git(cwd: string, ...args: string[]): void {
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd, stdio: 'ignore' });
}

function commitAll(folder: string): void {
  git(folder, 'init', '-q');
  git(folder, 'add', '-A', '-f');
  git(folder, 'commit', '-q', '-m', 'x');
}

describe.skipIf(ON_WINDOWS)('the files of skills', () => {
  test('every path that a plain walk finds is there, also through links that several folders have', () => {
    fc.assert(
      fc.property(TREES, (items) => {
        fc.pre(!isEndless(items));
        const project = projectOf(items);
        const found = readSources(project).files.map(({ path }) => path);
        expect(found).toEqual(plainWalk(project.root, 'specs', false, []).sort());
      }),
      { numRuns: runs(200, 40) },
    );
  });

  test('a ref of the same tree has the same files, with the same bytes', () => {
    fc.assert(
      fc.property(TREES, (items) => {
        fc.pre(!isEndless(items));
        const project = projectOf(items);
        commitAll(join(project.root, '..'));
        const facts = (files: ReturnType<typeof readSources>['files']) =>
          files.map(({ path, bytes, executable }) => [path, Buffer.from(bytes).toString(), executable]);
        expect(facts(readAtRef(project, 'HEAD').files)).toEqual(facts(readSources(project).files));
      }),
      { numRuns: runs(25, 5) },
    );
  });

  test('at a ref, links that leave the project or have no end are named, and absolute ones are followed', () => {
    const project = projectOf([{ folder: 'specs/b', name: 'link', to: 'specs/b/link' }]);
    const assets = join(project.root, 'specs/a/assets');
    symlinkSync('../../../../outside', join(assets, 'out'));
    symlinkSync('loop', join(assets, 'loop'));
    symlinkSync(join(realpathSync(project.root), 'shared/x.md'), join(assets, 'absolute.md'));
    commitAll(join(project.root, '..'));
    const { files, notes } = readAtRef(project, 'HEAD');
    expect(files.map(({ path }) => path)).toEqual(['specs/a/assets/absolute.md', 'specs/a/assets/z.md']);
    expect(notes).toEqual(
      ['loop', 'out'].map(
        (name) => `"specs/a/assets/${name}" is a link to nothing in the project at "HEAD", so it is not compared.`,
      ),
    );
  });
});
