/** A server was renamed or removed: its entry, its copy and its skill go with the next installation. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hostLines } from '../../compiler/features/connect/run/install/print.ts';
import type { InstallResult } from '../../compiler/features/connect/run/install/run.ts';
import { writeFiles } from '../support/folder.ts';
import { installBench } from '../support/install-bench.ts';
import type { InstallBench } from '../support/install-bench.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const URL_VALUE = '--env=LIBRARY_URL=http://127.0.0.1:9';
const MINE = {
  '.claude.json': '{"numStartups":1}',
  '.codex/config.toml': '# mine\nmodel = "x"',
  '.gemini/settings.json': '// mine\r\n{\r\n\t"ui": {} // ui\r\n}\r\n',
};
const happened = ({ plans }: InstallResult): object =>
  Object.assign({}, ...plans.map(({ entries }) => entries)) as object;

describe.skipIf(ON_WINDOWS)('what is no longer compiled', () => {
  /** The output folder without `notes` and its skill, as after a server was renamed. */
  const without = (bench: InstallBench): void => {
    const out = join(bench.project, 'generated');
    const { manifestVersion, files } = JSON.parse(readFileSync(join(out, 'haft.manifest.json'), 'utf8')) as Manifest;
    const rest = Object.entries(files).filter(([path]) => !/notes|find-books/.test(path));
    rmSync(join(out, 'skills'), { recursive: true });
    rmSync(join(out, 'servers/notes'), { recursive: true });
    writeFiles(out, { 'haft.manifest.json': JSON.stringify({ manifestVersion, files: Object.fromEntries(rest) }) });
  };
  interface Manifest {
    readonly manifestVersion: number;
    readonly files: Readonly<Record<string, object>>;
  }

  test('goes with the next installation: entry, copy and skill, and nothing of others', () => {
    const bench = installBench(MINE);
    bench.install(`claude-code codex gemini --user --copy ${URL_VALUE}`);
    bench.install('kiro --user --only=notes --only=find-books');
    without(bench);
    const done = bench.install(`claude-code codex gemini --user --copy ${URL_VALUE}`);
    expect(happened(done)).toMatchObject({ library: 'unchanged', notes: 'removed' });
    expect(done.plans[0]?.skills).toEqual({ 'find-books': 'removed' });
    const machine = { platform: 'linux', home: bench.home, env: {} } as const;
    const [first] = done.plans;
    expect(first && hostLines(first, machine, false)).toContain('notes: removed: no longer compiled');
    const tree = bench.tree();
    for (const path of ['.claude.json', '.codex/config.toml', '.gemini/settings.json'])
      expect(tree[path]).not.toContain('notes');
    const left = Object.keys(tree).filter((path) => /skills|share\/haft/.test(path) && !path.startsWith('.kiro'));
    expect(left).toEqual(['catalog', 'library'].map((name) => `.local/share/haft/servers/${name}/server.mjs`));
    expect(tree['.kiro/settings/mcp.json']).toContain('notes');
    bench.install('claude-code codex gemini kiro --user --remove');
    for (const path of ['.claude.json', '.codex/config.toml', '.gemini/settings.json'] as const)
      expect(bench.tree()[path]).toBe(MINE[path]);
  });

  test('stays with --only, and where it was changed by hand', () => {
    const bench = installBench();
    bench.install(`kiro --user ${URL_VALUE}`);
    without(bench);
    expect(happened(bench.install(`kiro --user --only=library ${URL_VALUE}`))).toEqual({ library: 'unchanged' });
    expect(bench.tree()['.kiro/settings/mcp.json']).toContain('notes');
    const file = join(bench.home, '.kiro/settings/mcp.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"--stdio"', '"--other"'));
    expect(happened(bench.install(`kiro --user ${URL_VALUE}`))).toMatchObject({ notes: 'edited' });
  });
});

describe.skipIf(ON_WINDOWS)('a file of a skill that becomes a folder, and a folder that becomes a file', () => {
  const skill = '.claude/skills/find-books';
  const put = (bench: InstallBench, files: Readonly<Record<string, string>>): void => {
    const folder = join(bench.project, 'generated/skills/find-books');
    rmSync(join(folder, 'p'), { recursive: true, force: true });
    writeFiles(folder, files);
  };
  const below = (bench: InstallBench): object =>
    Object.fromEntries(Object.entries(bench.tree()).filter(([path]) => path.startsWith(`${skill}/p`)));

  test('are installed at once, and stay where a file of the user is in the way', () => {
    const bench = installBench();
    const install = (): object | undefined => bench.install(`claude-code --user --only=find-books`).plans[0]?.skills;
    const states = [{ p: 'file' }, { 'p/z': 'z', 'p/deep/y': 'y' }];
    for (const files of [...states, ...states]) {
      put(bench, files);
      expect(install()).toMatchObject({ 'find-books': expect.stringMatching(/added|changed/) });
      const placed = Object.entries(files).map(([path, text]) => [`${skill}/${path}`, text]);
      expect(below(bench)).toEqual(Object.fromEntries(placed));
      expect(install()).toEqual({ 'find-books': 'unchanged' });
    }
    writeFiles(bench.home, { [`${skill}/p/mine.txt`]: 'mine' });
    put(bench, { p: 'file' });
    const before = bench.tree();
    expect(install).toThrow(/find-books\/p" is a folder, and not a file/);
    expect(bench.tree()).toEqual(before);
  });
});
