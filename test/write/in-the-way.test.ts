/** Files of the output that become folders, and folders that become files. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileContent } from '../../compiler/edge/write/decide.ts';
import { writeOutput } from '../../compiler/edge/write/write.ts';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';

function contents(files: Files): FileContent[] {
  const source = 'specs/a.yaml';
  return Object.entries(files).map(([path, text]) => ({
    path,
    source,
    bytes: () => Buffer.from(text),
    executable: false,
  }));
}

function filesOf(out: string): Record<string, string> {
  const { 'haft.manifest.json': _manifest, ...files } = treeOf(out);
  return files;
}

type Files = Readonly<Record<string, string>>;

/** One of two states that cannot be at the same time: a file in one is a folder in the other. */
const [FILE, FOLDER]: readonly [Files, Files] = [
  { 'b/p': 'file', 'c/q': 'x' },
  { 'b/p/z': 'z', 'b/p/deep/y': 'y', 'c/q': 'x' },
];

describe.each<[name: string, before: Files, after: Files, mine: string]>([
  ['a file that becomes a folder', FILE, FOLDER, 'b/p'],
  ['a folder that becomes a file', FOLDER, FILE, 'b/p/mine.txt'],
])('%s', (_name, before, after, mine) => {
  test('is written by the first run, a dry one says so, and another has nothing to do', () => {
    const out = join(temporaryFolder(), 'out');
    writeOutput(out, contents(before));
    if (before === FOLDER) mkdirSync(join(out, 'b/p/deep/none'));
    const planned = writeOutput(out, contents(after), true);
    const done = writeOutput(out, contents(after));
    expect(done).toEqual(planned);
    expect(done.conflicts).toEqual([]);
    expect(filesOf(out)).toEqual(after);
    const again = writeOutput(out, contents(after));
    const nothing = { created: [], changed: [], removed: [], conflicts: [] };
    expect(again).toEqual({ ...nothing, unchanged: Object.keys(after) });
  });

  test('is finished where a killed run has done a part of it', () => {
    const out = join(temporaryFolder(), 'out');
    // The journal has both states.
    writeOutput(out, contents(before));
    const entries = JSON.parse(readFileSync(join(out, 'haft.manifest.json'), 'utf8')).files as object;
    writeOutput(out, contents(after));
    const path = join(out, 'haft.manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as { files: object };
    writeFileSync(path, JSON.stringify({ ...manifest, files: { ...entries, ...manifest.files } }));
    expect(writeOutput(out, contents(after)).conflicts).toEqual([]);
    writeFileSync(path, JSON.stringify({ ...manifest, files: { ...entries, ...manifest.files } }));
    expect(writeOutput(out, contents(before)).conflicts).toEqual([]);
    expect(filesOf(out)).toEqual(before);
  });

  test('stays where a file of the author is in the way, which the conflict names', () => {
    const out = join(temporaryFolder(), 'out');
    writeOutput(out, contents(before));
    writeFiles(out, { [mine]: 'mine' });
    const { conflicts } = writeOutput(out, contents(after));
    const blocked = conflicts.filter(({ kind }) => kind === 'blocked');
    const paths = Object.keys(after).filter((one) => one.startsWith('b/'));
    expect(blocked).toEqual(paths.map((one) => ({ path: one, kind: 'blocked', at: mine })));
    expect(filesOf(out)[mine]).toBe('mine');
    rmSync(join(out, mine));
    expect(writeOutput(out, contents(after)).conflicts).toEqual([]);
    expect(filesOf(out)).toEqual(after);
  });
});
