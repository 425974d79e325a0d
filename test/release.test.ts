/** A release: both packages in lockstep, from files that the owner has filled in, and never half. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, constantFrom, nat, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextVersion, releasePlan } from '../scripts/release.mjs';
import { temporaryFolder } from './support/folder.ts';
import { runs } from './support/runs.ts';

const ROOT = join(import.meta.dirname, '..');

const ADDRESSES = {
  repository: 'https://git.example.org/tools/haft',
  homepage: 'https://haft.example.org',
  bugs: 'https://git.example.org/tools/haft/issues',
};

const CURRENT = { wanted: 'minor', date: '2030-01-02', tags: [], changed: [] };

const inRoot = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const { version: CURRENT_VERSION } = JSON.parse(inRoot('package.json')) as { version: string };
const NEXT_VERSION = nextVersion(CURRENT_VERSION, 'minor') ?? '';

/** Whatever state the repository is in: these tests run on the commit of a release as well. */
const READY = {
  'addresses.json': JSON.stringify(ADDRESSES),
  'CHANGELOG.md': inRoot('CHANGELOG.md').replace('## Unreleased\n', '## Unreleased\n\n- A change.\n'),
};

/** The files of this repository, with what is given in place of some. */
function reader(given: Readonly<Record<string, string>> = {}) {
  const all: Readonly<Record<string, string>> = { ...READY, ...given };
  return (path: string): string => all[path] ?? inRoot(path);
}

describe('the plan of a release', () => {
  const { version = '', problems, files } = releasePlan({ ...CURRENT, read: reader() });
  const json = (path: string): Record<string, unknown> => JSON.parse(files[path] ?? '') as Record<string, unknown>;

  test('gives both packages and the lock file the same version, and the exact runtime', () => {
    expect(problems).toEqual([]);
    expect(
      ['package.json', 'compiler/package.json', 'runtime/package.json', 'package-lock.json'].map(
        (path) => json(path)['version'],
      ),
    ).toEqual(Array.from({ length: 4 }, () => version));
    expect(json('compiler/package.json')['dependencies']).toMatchObject({ '@haft/runtime': version });
    expect(files['compiler/base/version.ts']).toContain(`'${version}'`);
    const { packages } = json('package-lock.json') as { packages: Record<string, object> };
    expect(packages['compiler']).toMatchObject({ version, dependencies: { '@haft/runtime': version } });
  });

  test('writes the addresses of the owner into both packages, and keeps all their other keys', () => {
    for (const room of ['compiler', 'runtime']) {
      const { repository, homepage, bugs, version: _version, ...rest } = json(`${room}/package.json`);
      expect({ repository, homepage, bugs }).toEqual({
        repository: { type: 'git', url: 'git+https://git.example.org/tools/haft.git', directory: room },
        homepage: ADDRESSES.homepage,
        bugs: ADDRESSES.bugs,
      });
      const written = new Set(['version', ...Object.keys(ADDRESSES)]);
      const before = Object.keys(JSON.parse(inRoot(`${room}/package.json`)) as object);
      expect(Object.keys(rest).sort()).toEqual(before.filter((key) => !written.has(key)).sort());
    }
  });

  test('cuts the section of the changelog, and loses no line of it', () => {
    const before = reader()('CHANGELOG.md');
    expect(files['CHANGELOG.md']).toBe(
      before.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (2030-01-02)\n`),
    );
    const again = releasePlan({ ...CURRENT, read: reader(files) });
    expect(again.problems).toEqual(['CHANGELOG.md has nothing under "Unreleased".']);
  });
});

describe('a release is refused', () => {
  test.each<[string, string, Partial<Parameters<typeof releasePlan>[0]>]>([
    [
      'while an address is empty',
      '"homepage" must be an https address of the owner, got "".',
      { read: reader({ 'addresses.json': JSON.stringify({ ...ADDRESSES, homepage: '' }) }) },
    ],
    [
      'while an address is missing',
      '"bugs" must be an https address of the owner, got null.',
      { read: reader({ 'addresses.json': JSON.stringify({ ...ADDRESSES, bugs: undefined }) }) },
    ],
    ['where files are not committed', 'Files are not committed: README.md.', { changed: ['README.md'] }],
    ['where the tag exists', `The tag v${NEXT_VERSION} exists.`, { tags: [`v${NEXT_VERSION}`] }],
    ['for an earlier version', 'Expected a version after', { wanted: '0.0.1' }],
    ['for what is no version', 'got "next"', { wanted: 'next' }],
  ])('%s', (_when, problem, given) => {
    const { problems } = releasePlan({ ...CURRENT, read: reader(), ...given });
    expect(problems.join('\n')).toContain(problem);
  });

  test('by the command, which then leaves every file as it was', () => {
    const empty = JSON.stringify({ repository: '', homepage: '', bugs: '' });
    const files = ['scripts/release.mjs', ...Object.keys(releasePlan({ ...CURRENT, read: reader() }).files)];
    const folder = temporaryFolder({
      ...Object.fromEntries(files.map((path) => [path, reader()(path)])),
      'addresses.json': empty,
    });
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=o', '-c', 'user.email=o@o.example', ...args], {
        cwd: folder,
        encoding: 'utf8',
      });
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'All');
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', 'minor', '--write'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/addresses\.json[^]*\nNothing was written\.\n$/),
    });
    expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);
  });

  test('by the workflow, where a tag is not that of the packages', () => {
    const of = (tag: string): number | null =>
      spawnSync(process.execPath, ['scripts/release.mjs', '--tagged', tag], { cwd: ROOT }).status;
    const { version } = JSON.parse(readFileSync(join(ROOT, 'compiler/package.json'), 'utf8')) as { version: string };
    expect([of(`v${version}`), of('v99.0.0')]).toEqual([0, 1]);
  });
});

test('the next version is always later, whichever part is raised', () => {
  const number = nat(99);
  assert(
    property(tuple(number, number, number), constantFrom('major', 'minor', 'patch'), (parts, part) => {
      const current = parts.join('.');
      const next = nextVersion(current, part) ?? '';
      expect(nextVersion(current, next)).toBe(next);
      expect(nextVersion(next, current)).toBeUndefined();
    }),
    { numRuns: runs(10_000) },
  );
});
