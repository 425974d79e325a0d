/** Real programs behind specs without a handler: each tool is called through its compiled server, also with awkward values. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { emit } from '../../compiler/emit/emit.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import { caller } from '../support/shipped-server.ts';
import type { Call, Envelope } from '../support/shipped-server.ts';
import { everyNth } from '../support/runs.ts';

const FOLDER = join(import.meta.dirname, 'programs');
const AWKWARD = '-x "q" \'s\' $HOME `id` \\ ü😀\nsecond line';

/** What there is of the programs; the tests of the others are skipped with their names in the report. */
function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

const home = realpathSync(mkdtempSync(join(tmpdir(), 'haft programs ')));
const folderIn = (prefix: string): string => mkdtempSync(join(home, prefix));
const atEnd: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
const repository = folderIn('repository ');
const database = join(home, 'books.db');
let servers: Readonly<Record<string, string>> = {};

beforeAll(() => {
  const specs = readdirSync(FOLDER).map((path) => ({ path, text: readFileSync(join(FOLDER, path), 'utf8') }));
  const settings = settingsOf({ rules: { 'tool/evals-count': 'off' } });
  const { value, diagnostics } = planSpecs(specs, { settings });
  expect(diagnostics).toEqual([]);
  const outputs = value ? emit(value.plan, '..', new Map()) : [];
  servers = Object.fromEntries(
    outputs.flatMap((file) => {
      const [, name] = /^servers\/([\w-]+)\/server\.mjs$/.exec(file.path) ?? [];
      if (name === undefined || file.kind !== 'text') return [];
      const path = join(home, `${name}.mjs`);
      writeFileSync(path, file.text);
      return [[name, path]];
    }),
  );
});

afterAll(async () => {
  for (const end of atEnd.toReversed()) await end();
});

function opened(name: string, env: Readonly<Record<string, string>> = {}): () => Promise<Call> {
  let call: Promise<Call> | undefined;
  return () => (call ??= caller(servers[name] ?? '', env, undefined, (end) => void atEnd.push(end)));
}

/** The data of a success, else the failure. */
async function ask(call: Promise<Call>, tool: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const { envelope } = await (await call)(tool, args);
  return envelope.success ? envelope.data : failureOf(envelope);
}

function failureOf({ code, error, retry_hint }: Envelope): object {
  return { code, error, retry_hint };
}

describe.skipIf(!isInstalled('git'))('git (skipped where it is not installed)', () => {
  const open = opened('repository-reader', { REPOSITORY: repository });
  const git = (...args: string[]): void => void execFileSync('git', ['-C', repository, ...args], { stdio: 'ignore' });
  const commit = (file: string, text: string, message: string, author: string): void => {
    writeFileSync(join(repository, file), text);
    git('add', '-A');
    git('-c', 'user.name=x', '-c', 'user.email=x@x', 'commit', '--author', `${author} <a@x>`, '-m', message);
  };

  beforeAll(() => {
    git('init', '-q', '-b', 'main');
    commit('a.txt', 'port = 80\n-x marks\n', 'First "step"', 'Ada');
    commit('ü b.txt', `${'port line\n'.repeat(400)}`, '-x: second\tstep', 'Bob Ü');
    writeFileSync(join(repository, 'c.txt'), 'c\n');
    writeFileSync(join(repository, 'd.txt'), 'd\n');
    commit('e.txt', 'e\n', 'Third step', 'Ada');
  });

  const subjects = async (args: Record<string, unknown>): Promise<unknown> => {
    const data = (await ask(open(), 'list_commits', args)) as { commits: { subject: string }[] };
    return data.commits.map(({ subject }) => subject);
  };

  test.each<[Record<string, unknown>, string[]]>(
    everyNth(2, [
      [{}, ['Third step', '-x: second\tstep', 'First "step"']],
      [{ order: 'oldest', merges: false, all_branches: true }, ['First "step"', '-x: second\tstep', 'Third step']],
      [{ limit: 1 }, ['Third step']],
      [{ words: ['-x:', 'Third'] }, ['Third step', '-x: second\tstep']],
      [{ words: ['"step"'] }, ['First "step"']],
      [{ words: [] }, ['Third step', '-x: second\tstep', 'First "step"']],
      [{ words: [AWKWARD] }, []],
      [{ author: 'Bob Ü' }, ['-x: second\tstep']],
      [{ author: '--all' }, []],
      [{ paths: ['ü b.txt'] }, ['-x: second\tstep']],
      [{ paths: ['-x'] }, []],
      [{ after: '2098-01-01' }, []],
    ]),
  )('list_commits %j', async (args, expected) => {
    expect(await subjects(args)).toEqual(expected);
  });

  test('show_commit, with a note when files are left out', async () => {
    const [third, second] = ((await ask(open(), 'list_commits', {})) as { commits: { id: string }[] }).commits;
    expect(await ask(open(), 'show_commit', { commit: second?.id })).toEqual({
      files: [{ added: '400', removed: '0', path: 'ü b.txt' }],
    });
    expect(await ask(open(), 'show_commit', { commit: third?.id })).toEqual({
      files: [
        { added: '1', removed: '0', path: 'c.txt' },
        { added: '1', removed: '0', path: 'd.txt' },
      ],
      note: 'The commit changed more files; these are the first two.',
    });
    expect(await ask(open(), 'show_commit', { commit: 'dead1234' })).toMatchObject({ code: 'unknown_commit' });
  });

  test('search_lines, truncated with a note', async () => {
    expect(await ask(open(), 'search_lines', { words: ['-x', '"'] })).toEqual({ text: 'a.txt:2:-x marks' });
    expect(await ask(open(), 'search_lines', { words: ['PORT ='], ignore_case: true, context: 1 })).toEqual({
      text: 'a.txt:1:port = 80\na.txt-2--x marks',
    });
    const long = (await ask(open(), 'search_lines', { words: ['port'] })) as { text: string; note: string };
    expect(long.note).toBe('There are more lines; look for a longer text.');
    expect(long.text.length).toBeLessThan(2000);
    expect(long.text).toMatch(/:port line$/);
    expect(await ask(open(), 'search_lines', { words: [AWKWARD] })).toMatchObject({ code: 'nothing_found' });
  });

  test('a folder that is no repository is reported with what git says', async () => {
    const call = opened('repository-reader', { REPOSITORY: folderIn('none ') });
    expect(await ask(call(), 'list_commits')).toMatchObject({
      code: 'command_failed',
      error: expect.stringMatching(/^git cannot read the repository\. fatal: not a git repository/),
    });
  });
});

describe.skipIf(!isInstalled('sqlite3'))('sqlite3 (skipped where it is not installed)', () => {
  const open = opened('library-database', { LIBRARY: database });
  const sql = (text: string): void => void execFileSync('sqlite3', [database], { input: text });

  beforeAll(() => sql('CREATE TABLE books (title TEXT, year INTEGER, shelf INTEGER);'));

  test('nothing there is an empty list', async () => {
    expect(await ask(open(), 'list_shelves')).toEqual({ shelves: [], names: '' });
    expect(await ask(open(), 'list_books')).toEqual({ books: [] });
  });

  test('awkward texts come back whole', async () => {
    sql(`INSERT INTO books VALUES ('${AWKWARD.replaceAll("'", "''")}', 1999, 1), ('a,b', 2001, 2), ('', 2002, 2);`);
    expect(await ask(open(), 'list_shelves')).toEqual({
      shelves: [
        { name: '1', books: 1 },
        { name: '2', books: 2 },
      ],
      names: '1, 2',
    });
    expect(await ask(open(), 'list_books', { shelf: 1 })).toEqual({ books: [{ title: AWKWARD, year: 1999 }] });
    expect(await ask(open(), 'list_books', { order: 'year' })).toEqual({
      books: [
        { title: AWKWARD, year: 1999 },
        { title: 'a,b', year: 2001 },
        { title: '', year: 2002 },
      ],
    });
  });

  test('a file that is no database', async () => {
    const path = join(home, 'x.db');
    writeFileSync(path, 'no database at all, '.repeat(40));
    const call = opened('library-database', { LIBRARY: path });
    expect(await ask(call(), 'list_books')).toMatchObject({
      code: 'command_failed',
      error: expect.stringMatching(/^The database rejected the query\. .*file is not a database/),
    });
  });
});

describe.skipIf(!isInstalled('jq'))('jq (skipped where it is not installed)', () => {
  const open = opened('json-reader');
  const people = JSON.stringify([{ name: AWKWARD, town: 'Bern' }, { town: '-x', name: 'Bob' }, { name: 'Cy' }]);

  test('list_members', async () => {
    const document = JSON.stringify({ [AWKWARD]: 1, list: [], map: {} });
    expect(await ask(open(), 'list_members', { document })).toEqual({
      members: [
        { key: AWKWARD, type: 'number' },
        { key: 'list', type: 'list' },
        { key: 'map', type: 'map' },
      ],
    });
    expect(await ask(open(), 'list_members', { document: '{}' })).toEqual({ members: [] });
    expect(await ask(open(), 'list_members', { document: '{"a"' })).toMatchObject({
      code: 'not_json',
      error: expect.stringContaining('The document is not JSON. parse error: '),
    });
  });

  test.each<[Record<string, unknown>, number]>(
    everyNth(2, [
      [{ member: 'town', wanted_values: ['-x', 'Bern'] }, 2],
      [{ member: 'town', wanted_values: ['-x'], sorted: true }, 1],
      [{ member: 'name', wanted_values: [AWKWARD] }, 1],
      [{ member: 'name', wanted_values: [] }, 3],
      [{ member: '-x', wanted_values: ['a'] }, 0],
      [{ member: '--arg', wanted_values: ['null'] }, 3],
    ]),
  )('filter_elements %j', async (args, count) => {
    const data = (await ask(open(), 'filter_elements', { document: people, ...args })) as { elements: object[] };
    expect(data.elements).toHaveLength(count);
    if (args['sorted'] === true) expect(Object.keys(data.elements[0] ?? {})).toEqual(['name', 'town']);
  });
});

describe.skipIf(!isInstalled('pandoc'))('pandoc (skipped where it is not installed)', () => {
  const open = opened('document-converter');

  test.each<[Record<string, unknown>, RegExp]>(
    everyNth(2, [
      [{ text: '# -x "q"\n\nü😀' }, /^<h1.*>-x [“"]q[”"]<\/h1>\s+<p>ü😀<\/p>$/],
      [{ text: '# A\n\n# B', contents: true, title: '-x $HOME `id`' }, /<title>-x \$HOME `?<?.*id.*\n[^]*href="#a"/],
      [{ text: '# A', numbered: true }, /header-section-number/],
      [{ text: 'a '.repeat(100), to: 'plain', columns: 20 }, /^(?:[a ]{1,20}\n)+[a ]{1,20}$/],
      [{ text: '<b>x</b>', from: 'html', to: 'markdown' }, /^\*\*x\*\*$/],
      [{ text: '', to: 'plain' }, /^$/],
    ]),
  )('convert_text %j', async (args, expected) => {
    const data = await ask(open(), 'convert_text', { to: 'html', ...args });
    expect(data).toEqual({ text: expect.stringMatching(expected) });
  });

  test.each([
    ['read', 'docx'],
    ['write', 'plain'],
  ])('list_formats %s: the options are the author’s', async (direction, format) => {
    expect(await ask(open(), 'list_formats', { direction })).toEqual({ formats: expect.arrayContaining([format]) });
  });

  test('an option instead of a format is rejected', async () => {
    expect(await ask(open(), 'list_formats', { direction: '--version' })).toMatchObject({ code: 'invalid_arguments' });
  });
});
