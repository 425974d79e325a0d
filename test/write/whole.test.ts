/** Files outside the output that the command line writes: whole or not at all, with mode, owner and links as they were. */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { writeWhole } from '../../compiler/edge/write/whole.ts';
import { evalResults } from '../support/eval-results.ts';
import { temporaryFolder, treeOf, writeFiles } from '../support/folder.ts';
import { BIN, haft } from '../support/haft.ts';
import { CLOCK, serverSpec, toolItem } from '../support/specs.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const HOOK = pathToFileURL(join(import.meta.dirname, '../support/kill-at-write.mjs')).href;
/** No process has such a number. */
const GONE = 2 ** 30;

describe('writing whole', () => {
  test('content that is made in parts is whole, and a failure on the way leaves the old file', () => {
    const folder = temporaryFolder({ 'a.txt': 'old', 'b.txt': 'old' });
    const path = join(folder, 'a.txt');
    function* broken(): Iterable<string> {
      yield 'new';
      throw new Error('no more');
    }
    expect(() =>
      writeWhole([
        { path, content: () => ['x'] },
        { path: join(folder, 'b.txt'), content: broken },
      ]),
    ).toThrow();
    expect(treeOf(folder)).toEqual({ 'a.txt': 'old', 'b.txt': 'old' });
    writeWhole([{ path, content: () => ['one ', 'two'] }]);
    expect(readFileSync(path, 'utf8')).toBe('one two');
  });

  test.skipIf(ON_WINDOWS)('keeps the mode, and every link on the way', () => {
    const folder = temporaryFolder({ 'real/a.json': 'old', 'b.json': 'old' });
    chmodSync(join(folder, 'b.json'), 0o600);
    symlinkSync('real', join(folder, 'linked'));
    symlinkSync('linked/a.json', join(folder, 'a.json'));
    symlinkSync('real/new.json', join(folder, 'new.json'));
    for (const name of ['a.json', 'b.json', 'new.json']) writeWhole([{ path: join(folder, name), content: 'new' }]);
    expect(treeOf(folder)).toEqual({
      'a.json': '-> link',
      'new.json': '-> link',
      linked: '-> link',
      'b.json': 'new',
      'real/a.json': 'new',
      'real/new.json': 'new',
    });
    expect(statSync(join(folder, 'b.json')).mode & 0o777).toBe(0o600);
    expect(lstatSync(join(folder, 'a.json')).isSymbolicLink()).toBe(true);
  });

  test.skipIf(ON_WINDOWS)('changes nothing when one of the files cannot be written', () => {
    const folder = temporaryFolder({ 'a.json': 'old', 'folder/x': 'x' });
    const files = ['a.json', 'new/deep/b.json', 'folder'].map((name) => ({ path: join(folder, name), content: 'new' }));
    expect(() => writeWhole(files)).toThrow(/folder" is a folder, and not a file/);
    expect(treeOf(folder)).toEqual({ 'a.json': 'old', 'folder/x': 'x' });
    const more = [{ path: join(folder, 'a.json/in'), content: 'new' }, ...files.slice(1)];
    expect(() => writeWhole(more, false, [join(folder, 'a.json')])).toThrow(/folder" is a folder, and not a file/);
    expect(treeOf(folder)).toEqual({ 'a.json': 'old', 'folder/x': 'x' });
    expect(() => statSync(join(folder, 'new'))).toThrow(/ENOENT/);
    symlinkSync('loop', join(folder, 'loop'));
    expect(() => writeWhole([{ path: join(folder, 'loop'), content: '' }])).toThrow(
      /there is a loop of symbolic links/,
    );
  });

  test('removes what a process that was killed has left, and nothing else', () => {
    const files = { [`.haft-${process.ppid}-1.tmp`]: 'at work', '.haft-x.tmp': 'mine', 'a.haft-tmp': 'mine' };
    const folder = temporaryFolder({ ...files, [`.haft-${GONE}-1.tmp`]: 'left' });
    writeWhole([{ path: join(folder, 'a.json'), content: 'new' }]);
    expect(treeOf(folder)).toEqual({ ...files, 'a.json': 'new' });
  });

  test.skipIf(ON_WINDOWS || process.getuid?.() === 0)('rejects a file that may not be written', () => {
    const folder = temporaryFolder({ 'a.json': 'old' });
    chmodSync(join(folder, 'a.json'), 0o444);
    expect(() => writeWhole([{ path: join(folder, 'a.json'), content: 'new' }])).toThrow(/permission is denied/);
  });
});

const ZONED = CLOCK.replace('    effects', '    parameters: { zone: { type: string, default: UTC } }\n    effects');
const HANDLED = serverSpec('clock', 'Tells the time.', [toolItem('get_time', 'handler: handlers.ts')]);

interface Writer {
  readonly command: string;
  readonly files: Readonly<Record<string, string>>;
  /** Run before, on the clock as it is. */
  readonly prepare?: string;
}

const MORE = CLOCK.replace('text: { type: string }', 'text: { type: string }, more: { type: string }');

/** Every command that writes outside the output folder, and a project in which it has something to write. */
const WRITERS: readonly Writer[] = [
  { command: 'init new', files: {} },
  { command: 'check --baseline', files: { 'specs/a.yaml': ZONED, 'haft.baseline.json': '{"findings":[]}' } },
  {
    command: 'check --fix',
    files: { 'specs/a.yaml': ZONED.replace('    effects', '    required: [zone]\n    effects') },
  },
  { command: 'release', files: { 'specs/a.yaml': CLOCK } },
  { command: 'evals record r.json', files: { 'specs/a.yaml': CLOCK, 'r.json': JSON.stringify(evalResults(CLOCK)) } },
  { command: 'bump get_time', files: { 'specs/a.yaml': MORE }, prepare: 'release' },
  { command: 'compile', files: { 'specs/a.yaml': HANDLED, 'specs/handlers.ts': '// Mine.\n' } },
];

function prepared(files: Readonly<Record<string, string>>, prepare: string | undefined): string {
  const folder = temporaryFolder(files);
  if (prepare === undefined) return folder;
  writeFiles(folder, { 'specs/a.yaml': CLOCK });
  expect(haft(folder, prepare).code).toBe(0);
  writeFiles(folder, files);
  return folder;
}

function killedAt(cwd: string, command: string, at: number): string {
  const env = { ...process.env, HAFT_KILL_AT: String(at) };
  const args = ['--import', HOOK, BIN, ...command.split(' ')];
  return spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' }).stderr;
}

/** Without what only speeds up the next compile, and the output, which has a journal of its own. */
function authored(folder: string): Record<string, string> {
  return Object.fromEntries(Object.entries(treeOf(folder)).filter(([path]) => !/^(?:\.haft|generated)\//.test(path)));
}

test.skipIf(ON_WINDOWS).each(everyNth(3, WRITERS))(
  'haft $command on a full disk leaves everything as it was, and says so',
  ({ command, files, prepare }) => {
    const folder = prepared(files, prepare);
    const before = authored(folder);
    const limited = `ulimit -f 0; exec '${process.execPath}' '${BIN}' ${command}`;
    const { status, stderr } = spawnSync('sh', ['-c', limited], { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([2, expect.stringMatching(/haft: Cannot write ".+": .*limit\.\n {2}hint: /)]);
    expect(authored(folder)).toEqual(before);
    expect(haft(folder, ...command.split(' '))).toMatchObject({ code: 0 });
    expect(authored(folder)).not.toEqual(before);
  },
);

test('killed before any change of the disk: the file is old or new, and the next run leaves nothing behind', () => {
  const first = temporaryFolder({ 'specs/a.yaml': ZONED, 'haft.baseline.json': '{"findings":[]}' });
  const [before, done] = [authored(first), temporaryFolder()];
  cpSync(first, done, { recursive: true });
  const changes = Number(/changes:(\d+)/.exec(killedAt(done, 'check --baseline', 0))?.[1]);
  const after = authored(done);
  expect(changes).toBeGreaterThan(1);
  const moments = Array.from({ length: changes }, (_, index) => index + 1);
  for (const at of everyNth(3, moments)) {
    const folder = temporaryFolder();
    cpSync(first, folder, { recursive: true });
    killedAt(folder, 'check --baseline', at);
    const { 'haft.baseline.json': baseline } = authored(folder);
    expect([before['haft.baseline.json'], after['haft.baseline.json']]).toContain(baseline);
    haft(folder, 'check', '--baseline');
    expect(authored(folder)).toEqual(after);
  }
});

/** What changes a file, by its name in node:fs. */
const CHANGES = /\b(?:writeFile|appendFile|rename|openSync|copyFile|cp|createWriteStream|truncate|writev?)(?:Sync)?\b/;

test('nothing else in the compiler changes a file', () => {
  const writers = Object.entries(treeOf(join(import.meta.dirname, '../../compiler'))).filter(([path, text]) => {
    if (path.startsWith('dist/')) return false;
    const [, names = ''] = /import \{([^}]*)\} from 'node:fs';/.exec(text) ?? [];
    return CHANGES.test(names) || /from 'node:fs\/promises'|import \* as \w+ from 'node:fs'/.test(text);
  });
  expect(writers.map(([path]) => path).sort()).toEqual([
    // What a result shows, in a temporary folder.
    'cli/call/saved-blocks.ts',
    // A handler's bundle in a temporary folder, for one call.
    'edge/calls/call-handler.ts',
    // Standard output.
    'edge/command-line/streams.ts',
    // Opens what it reads, to look at it once more.
    'edge/project-files/read.ts',
    // The output, under its journal.
    'edge/write/changes.ts',
    'edge/write/temporary.ts',
    'edge/write/whole.ts',
    // Opens the log that it reads.
    'features/connect/run/doctor/host-log.ts',
    // Its lock.
    'features/connect/run/install/lock.ts',
    // The home folder of an agent, for one question.
    'features/evals/run/ask-agent.ts',
  ]);
});

test('a folder that a write had to make is gone when the write fails', () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'a'));
  writeFileSync(join(folder, 'a/b'), 'file');
  const files = ['a/new/x', 'a/b/y'].map((path) => ({ path: join(folder, path), content: '' }));
  expect(() => writeWhole(files)).toThrow(/a part of the path is a file/);
  expect(treeOf(folder)).toEqual({ 'a/b': 'file' });
  expect(() => readFileSync(join(folder, 'a/new/x'))).toThrow(/ENOENT/);
});
