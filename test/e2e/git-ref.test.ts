/** `haft diff --against` a git ref: what it reads, and what it says where there is nothing to read. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { SPEC, TEXT } from '../support/released.ts';
import { ON_WINDOWS } from '../support/posix.ts';

describe.skipIf(ON_WINDOWS)('against a git ref', () => {
  const git = (cwd: string, ...args: string[]): void => {
    execFileSync(
      'git',
      ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args],
      { cwd, stdio: 'ignore' },
    );
  };

  function repository(): string {
    const folder = temporaryFolder({ 'deep project/README': '' });
    git(folder, 'init', '-b', 'main');
    git(folder, 'add', '-A');
    git(folder, 'commit', '-m', 'before specs');
    git(folder, 'tag', 'empty');
    writeFiles(folder, { [`deep project/${SPEC}`]: TEXT });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-m', 'one');
    writeFiles(folder, { [`deep project/${SPEC}`]: TEXT.replace('maxLength: 40', 'maxLength: 4') });
    return folder;
  }

  test('in a folder of a repository, with spaces in its path', () => {
    const project = join(repository(), 'deep project');
    const { stdout, code } = haft(project, 'diff', '--against', 'main', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout).changes).toContainEqual(
      expect.objectContaining({ kind: 'param/bounds-tightened', level: 'breaking', file: SPEC }),
    );
    expect(haft(project, 'diff', '--against', 'main', '--fail-on', 'breaking').code).toBe(1);
  });

  test.each([
    ['github', /(?<=file=)[^,]+/],
    ['gitlab', /(?<="path": ")[^"]+/],
    ['sarif', /(?<="uri": ")[^"]+(?=",\s*"uriBaseId": "%SRCROOT%")/],
  ])(
    'a place in the format %s, which a service reads, is that in the repository, wherever the command runs',
    (format, place) => {
      const folder = repository();
      const project = join(folder, 'deep project');
      writeFiles(folder, { [`deep project/${SPEC}`]: `${TEXT}more: 1\n` });
      const placesOf = (cwd: string, ...args: string[]): readonly string[] =>
        haft(cwd, ...args, '--format', format).stdout.match(new RegExp(place, 'g')) ?? [];
      const path = format === 'sarif' ? 'deep%20project/specs/clock.yaml' : 'deep project/specs/clock.yaml';
      expect(new Set(placesOf(project, 'check'))).toEqual(new Set([path]));
      expect(new Set(placesOf(join(project, 'specs'), 'check', '--specs', '.'))).toEqual(new Set([path]));
      writeFiles(folder, { [`deep project/${SPEC}`]: TEXT.replace('maxLength: 40', 'maxLength: 4') });
      expect(new Set(placesOf(project, 'diff', '--against', 'main'))).toEqual(new Set([path]));
    },
  );

  test('above the projects of a repository, what is missing is the spec folder, not the ref', () => {
    expect(haft(repository(), 'diff', '--against', 'main')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The spec folder "specs" does not exist.'),
    });
  });

  test('a ref without specs, one that does not exist, one whose specs do not compile', () => {
    const folder = repository();
    const project = join(folder, 'deep project');
    expect(haft(project, 'diff', '--against', 'empty', '--fail-on', 'breaking')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/no specs in "specs" at "empty"[^]*hint: [^]*--base-specs <folder>/),
    });
    expect(haft(project, 'diff', '--against', 'no-such')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/Unknown git ref "no-such"[^]*hint/),
    });
    expect(haft(project, 'diff', '--against', '--output=x')).toMatchObject({ code: 2 });
    writeFiles(folder, { [`deep project/${SPEC}`]: 'kind: serv' });
    git(folder, 'commit', '-am', 'broken');
    writeFiles(folder, { [`deep project/${SPEC}`]: TEXT });
    expect(haft(project, 'diff', '--against', 'main')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/do not compile/),
    });
  });

  test('specs that were in another folder there, and the commits that were compared', () => {
    const folder = repository();
    const project = join(folder, 'deep project');
    git(folder, 'mv', 'deep project/specs', 'deep project/tools');
    writeFiles(folder, { 'deep project/haft.yaml': 'specs: tools\n' });
    git(folder, 'commit', '-am', 'moved');
    expect(haft(project, 'diff', '--against', 'HEAD~1')).toMatchObject({ code: 2 });
    const args = ['--against', 'HEAD~1', '--base-specs', 'specs', '--fail-on', 'breaking', '--format', 'json'];
    const { code, stdout } = haft(project, 'diff', ...args, '--today', '2026-11-21');
    expect(code).toBe(1);
    const commit = expect.stringMatching(/^[0-9a-f]{12}$/);
    const versions = [{ kind: 'server', name: 'clock', version: '1.0.0' }];
    expect(JSON.parse(stdout).compared).toEqual({
      project: 'deep project',
      day: '2026-11-21',
      before: { label: 'git HEAD~1', commit, dirty: null, versions },
      after: { label: 'the specs', commit, dirty: false, versions },
    });
  });

  test('a shallow clone says what to do', () => {
    const origin = repository();
    git(origin, 'commit', '-am', 'two');
    const clone = temporaryFolder();
    mkdirSync(join(clone, 'c'));
    execFileSync('git', ['clone', '--depth', '1', `file://${origin}`, join(clone, 'c')], { stdio: 'ignore' });
    expect(haft(join(clone, 'c/deep project'), 'diff', '--against', 'main~1')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/shallow[^]*git fetch --unshallow/),
    });
  });

  test('outside a repository, and without a contract', () => {
    const folder = temporaryFolder({ [SPEC]: TEXT });
    expect(haft(folder, 'diff')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/No haft\.contract\.json[^]*haft release/),
    });
    expect(haft(folder, 'diff', '--against', 'main')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/not in a git repository/),
    });
  });
});
