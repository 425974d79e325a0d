/** The writer: what it may touch, what it reports, and what it leaves alone. */
import {
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileContent } from '../../compiler/edge/write/decide.ts';
import { writeOutput } from '../../compiler/edge/write/write.ts';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';

function contents(files: Readonly<Record<string, string>>, executable = false): FileContent[] {
  return Object.entries(files).map(([path, text]) => ({
    path,
    source: 'specs/a.yaml',
    bytes: () => Buffer.from(text),
    executable,
  }));
}

function filesOf(out: string): Record<string, string> {
  const { 'haft.manifest.json': _manifest, ...files } = treeOf(out);
  return files;
}

const counts = (report: ReturnType<typeof writeOutput>): number[] => {
  return [
    report.created.length,
    report.changed.length,
    report.removed.length,
    report.unchanged.length,
    report.conflicts.length,
  ];
};

test('writes what is new, changes what changed, removes what is gone, touches nothing else', () => {
  const out = join(temporaryFolder(), 'out');
  expect(counts(writeOutput(out, contents({ 'a.txt': '1', 'deep/er/b.txt': '2' })))).toEqual([2, 0, 0, 0, 0]);
  utimesSync(join(out, 'a.txt'), 1, 1);
  expect(counts(writeOutput(out, contents({ 'a.txt': '1', 'c.txt': '3' })))).toEqual([1, 0, 1, 1, 0]);
  expect(statSync(join(out, 'a.txt')).mtimeMs).toBe(1000);
  expect(filesOf(out)).toEqual({ 'a.txt': '1', 'c.txt': '3' });
  expect(counts(writeOutput(out, contents({ 'a.txt': 'x', 'c.txt': '3' })))).toEqual([0, 1, 0, 1, 0]);
  expect(Object.keys(JSON.parse(readFileSync(join(out, 'haft.manifest.json'), 'utf8')).files)).toEqual([
    'a.txt',
    'c.txt',
  ]);
});

test('a second run writes nothing at all, not even the manifest', () => {
  const out = join(temporaryFolder(), 'out');
  writeOutput(out, contents({ 'a.txt': '1' }));
  for (const name of ['a.txt', 'haft.manifest.json']) utimesSync(join(out, name), 1, 1);
  expect(counts(writeOutput(out, contents({ 'a.txt': '1' })))).toEqual([0, 0, 0, 1, 0]);
  for (const name of ['a.txt', 'haft.manifest.json']) expect(statSync(join(out, name)).mtimeMs).toBe(1000);
});

test('a hand-edited file is reported and left alone, changed or gone', () => {
  const out = join(temporaryFolder(), 'out');
  writeOutput(out, contents({ 'a.txt': '1', 'b.txt': '2' }));
  writeFiles(out, { 'a.txt': 'mine', 'b.txt': 'mine too' });
  const report = writeOutput(out, contents({ 'a.txt': 'new' }));
  expect(report.conflicts).toEqual([
    { path: 'a.txt', kind: 'edited' },
    { path: 'b.txt', kind: 'orphan' },
  ]);
  expect(filesOf(out)).toEqual({ 'a.txt': 'mine', 'b.txt': 'mine too' });
});

test('an edit that is taken back makes the file ours again', () => {
  const out = join(temporaryFolder(), 'out');
  writeOutput(out, contents({ 'a.txt': '1' }));
  writeFiles(out, { 'a.txt': 'mine' });
  writeOutput(out, contents({ 'a.txt': '2' }));
  writeFiles(out, { 'a.txt': '1' });
  expect(counts(writeOutput(out, contents({ 'a.txt': '2' })))).toEqual([0, 1, 0, 0, 0]);
  expect(filesOf(out)).toEqual({ 'a.txt': '2' });
});

test('foreign files stay, in the way or not; an identical one is adopted', () => {
  const out = temporaryFolder({ 'a.txt': 'foreign', 'b.txt': 'same', 'notes/mine.md': 'mine' });
  const report = writeOutput(out, contents({ 'a.txt': '1', 'b.txt': 'same', 'notes/ours.md': '2' }));
  expect(report.conflicts).toEqual([{ path: 'a.txt', kind: 'foreign' }]);
  expect(report.unchanged).toEqual(['b.txt']);
  writeOutput(out, []);
  expect(filesOf(out)).toEqual({ 'a.txt': 'foreign', 'notes/mine.md': 'mine' });
});

test.skipIf(ON_WINDOWS)('links never lead outside: in place of a file, of a folder, or of the temporary folder', () => {
  const outside = temporaryFolder({ 'target.txt': 'precious', 'folder/x.txt': 'precious' });
  const out = temporaryFolder();
  symlinkSync(join(outside, 'target.txt'), join(out, 'a.txt'));
  symlinkSync(join(outside, 'folder'), join(out, 'folder'));
  const report = writeOutput(
    out,
    contents({ 'a.txt': '1', 'folder/x.txt': '2', 'folder/new.txt': '3', 'ok.txt': '4' }),
  );
  expect(report.conflicts.map(({ path, kind }) => [path, kind])).toEqual([
    ['a.txt', 'link'],
    ['folder/x.txt', 'link'],
    ['folder/new.txt', 'link'],
  ]);
  expect(treeOf(outside)).toEqual({ 'folder/x.txt': 'precious', 'target.txt': 'precious' });
  expect(readFileSync(join(out, 'ok.txt'), 'utf8')).toBe('4');
});

test.skipIf(ON_WINDOWS)('a temporary folder that is a link is not written through', () => {
  const outside = temporaryFolder({ 'precious.txt': 'precious' });
  const out = temporaryFolder();
  symlinkSync(outside, join(out, '.haft-tmp'));
  expect(() => writeOutput(out, contents({ 'a.txt': '1' }))).toThrow(/link/);
  expect(treeOf(outside)).toEqual({ 'precious.txt': 'precious' });
});

test('a manifest that was tampered with licenses nothing outside the folder', () => {
  const parent = temporaryFolder({ 'victim.txt': 'precious' });
  const out = join(parent, 'out');
  writeOutput(out, contents({ 'a.txt': '1' }));
  const path = join(out, 'haft.manifest.json');
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  const entry = { sha256: '9d8453505bdc6f269678e16b3e56c2a2948a41f2c792617cc9611ed363c95b63', source: 'x' };
  manifest.files = {
    ...manifest.files,
    '../victim.txt': entry,
    '/etc/hostname': entry,
    'x/../../victim.txt': entry,
    '..\\victim.txt': entry,
  };
  writeFileSync(path, JSON.stringify(manifest));
  writeOutput(out, []);
  expect(readFileSync(join(parent, 'victim.txt'), 'utf8')).toBe('precious');
});

test.each([['not json'], ['[]'], ['{"files": 3}'], ['{"files": {"a.txt": 7}}'], [''], ['null']])(
  'with a manifest of %j nothing is ours: equal files are adopted, others reported',
  (text) => {
    const out = join(temporaryFolder(), 'out');
    writeOutput(out, contents({ 'a.txt': '1', 'b.txt': '2' }));
    writeFileSync(join(out, 'haft.manifest.json'), text);
    const report = writeOutput(out, contents({ 'a.txt': '1', 'b.txt': 'new' }));
    expect(report.unchanged).toEqual(['a.txt']);
    expect(report.conflicts).toEqual([{ path: 'b.txt', kind: 'foreign' }]);
  },
);

test('a dry run tells the same and writes nothing', () => {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  expect(counts(writeOutput(out, contents({ 'a.txt': '1' }), true))).toEqual([1, 0, 0, 0, 0]);
  expect(treeOf(folder)).toEqual({});
  writeOutput(out, contents({ 'a.txt': '1', 'b.txt': '1' }));
  const before = treeOf(folder);
  expect(counts(writeOutput(out, contents({ 'a.txt': '2', 'c.txt': '3' }), true))).toEqual([1, 1, 1, 0, 0]);
  expect(treeOf(folder)).toEqual(before);
});

test.skipIf(ON_WINDOWS)('the executable bit is part of the output', () => {
  const out = join(temporaryFolder(), 'out');
  writeOutput(out, contents({ 'run.mjs': '1' }));
  expect(statSync(join(out, 'run.mjs')).mode & 0o111).toBe(0);
  expect(counts(writeOutput(out, contents({ 'run.mjs': '1' }, true)))).toEqual([0, 1, 0, 0, 0]);
  expect(statSync(join(out, 'run.mjs')).mode & 0o111).toBe(0o111);
});

test('a file where a folder has to be, and a folder where a file has to be, are reported', () => {
  const out = temporaryFolder({ a: 'file', 'b/in.txt': 'x' });
  const report = writeOutput(out, contents({ 'a/x.txt': '1', b: '2' }));
  expect(report.conflicts).toEqual([
    { path: 'a/x.txt', kind: 'blocked', at: 'a' },
    { path: 'b', kind: 'blocked', at: 'b/in.txt' },
  ]);
});

test.skipIf(ON_WINDOWS)(
  'the output folder itself may be a link of its owner’s; a file in its place is a failure',
  () => {
    const folder = temporaryFolder({ file: '' });
    mkdirSync(join(folder, 'real'));
    symlinkSync(join(folder, 'real'), join(folder, 'out'));
    writeOutput(join(folder, 'out'), contents({ 'a.txt': '1' }));
    expect(readFileSync(join(folder, 'real', 'a.txt'), 'utf8')).toBe('1');
    expect(lstatSync(join(folder, 'out')).isSymbolicLink()).toBe(true);
    expect(() => writeOutput(join(folder, 'file'), contents({ 'a.txt': '1' }))).toThrow(/Cannot create/);
  },
);

test.each(['../x', '/x', 'a/../../x', '', 'a//b', 'haft.manifest.json', 'a\\b', 'C:x'])(
  'a path such as %j is rejected',
  (path) => {
    const folder = temporaryFolder();
    expect(() => writeOutput(join(folder, 'out'), contents({ [path]: '1' }))).toThrow(/is not a valid output path/);
  },
);

test('everything stands ready before anything changes: what cannot be made leaves all as it was', () => {
  const out = join(temporaryFolder(), 'out');
  writeOutput(out, contents({ 'a.txt': '1', 'b.txt': '1' }));
  const before = treeOf(out);
  const [first, second] = contents({ 'a.txt': '2', 'b.txt': '2' });
  const broken = () => {
    throw new Error('no more room');
  };
  expect(() =>
    writeOutput(out, [
      { ...first!, bytes: first!.bytes },
      { ...second!, bytes: broken },
    ]),
  ).toThrow('no more');
  expect(treeOf(out)).toEqual(before);
});

test('only what is new is made', () => {
  const out = join(temporaryFolder(), 'out');
  const made: string[] = [];
  const counted = contents({ 'a.txt': '1', 'b.txt': '1' }).map((content) => ({
    ...content,
    bytes: () => {
      made.push(content.path);
      return content.bytes();
    },
  }));
  writeOutput(out, counted);
  const standing = new Map(counted.map((content) => [content.path, content]));
  expect(counts(writeOutput(out, counted, false, standing))).toEqual([0, 0, 0, 2, 0]);
  expect(made).toEqual(['a.txt', 'b.txt']);
});

test('a deleted file comes back, and an empty output folder is not created for nothing', () => {
  const folder = temporaryFolder();
  const out = join(folder, 'out');
  writeOutput(out, []);
  expect(treeOf(folder)).toEqual({});
  writeOutput(out, contents({ 'a.txt': '1' }));
  unlinkSync(join(out, 'a.txt'));
  expect(counts(writeOutput(out, contents({ 'a.txt': '1' })))).toEqual([1, 0, 0, 0, 0]);
  rmSync(out, { recursive: true });
  expect(counts(writeOutput(out, contents({ 'a.txt': '1' })))).toEqual([1, 0, 0, 0, 0]);
});
