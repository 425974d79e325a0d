/** A release: both packages in lockstep, from files that the owner has filled in, and never half. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assert, constantFrom, nat, property, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextVersion, releasePlan } from '../scripts/release.mjs';
import { runs } from './support/runs.ts';

const ROOT = join(import.meta.dirname, '..');

const ADDRESSES = {
  repository: 'https://git.example.org/tools/haft',
  homepage: 'https://haft.example.org',
  bugs: 'https://git.example.org/tools/haft/issues',
};

const CURRENT = { wanted: 'minor', date: '2030-01-02', tags: [], changed: [] };

/** The files of this repository, with what is given in place of some. */
function reader(given: Readonly<Record<string, string>> = { 'addresses.json': JSON.stringify(ADDRESSES) }) {
  return (path: string): string => given[path] ?? readFileSync(join(ROOT, path), 'utf8');
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
      const before = JSON.parse(readFileSync(join(ROOT, room, 'package.json'), 'utf8')) as Record<string, unknown>;
      expect(Object.keys(rest).sort()).toEqual(
        Object.keys(before)
          .filter((key) => key !== 'version')
          .sort(),
      );
    }
  });

  test('cuts the section of the changelog, and loses no line of it', () => {
    const before = reader()('CHANGELOG.md');
    expect(files['CHANGELOG.md']).toBe(
      before.replace('## Unreleased\n', `## Unreleased\n\n## ${version} (2030-01-02)\n`),
    );
    const again = releasePlan({ ...CURRENT, read: reader({ 'addresses.json': JSON.stringify(ADDRESSES), ...files }) });
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
    ['where the tag exists', 'The tag v0.2.0 exists.', { wanted: '0.2.0', tags: ['v0.2.0'] }],
    ['for an earlier version', 'Expected a version after', { wanted: '0.0.1' }],
    ['for what is no version', 'got "next"', { wanted: 'next' }],
  ])('%s', (_when, problem, given) => {
    const { problems } = releasePlan({ ...CURRENT, read: reader(), ...given });
    expect(problems.join('\n')).toContain(problem);
  });

  test('by the command, which then leaves every file as it was', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/release.mjs', 'minor', '--write'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/addresses\.json[^]*\nNothing was written\.\n$/),
    });
    expect(execFileSync('git', ['tag', '--list', 'v*'], { cwd: ROOT, encoding: 'utf8' })).toBe('');
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
