/** `haft new`: a tool for each behavior, written into a spec that people wrote, and clean by the checks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BEHAVIORS } from '../../compiler/spec/behaviors/index.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

/** What stands in a report beside notes; that a tool of another server has no pin is true, and says what writes one. */
function withoutNotes(report: string): string {
  const findings = report.split('\n\n').filter((one) => !/^\S* ?note |^0 errors|upstream-pinned/.test(one.trim()));
  return findings.join('\n\n').trim();
}

const HEAD = `# The library.
kind: server
name: library
version: 1.0.0
summary: Finds books of a library, and reads what is in them.
`;

const TOOLS = `tools:
  # Found by title.
  - name: find_books
    description: { does: Finds books by their title., when: the user looks for a book, examples: [Find Momo] }
    parameters: { title: { type: string, description: Words of the title. } }
    required: [title]
    effects: read
    command: { argv: [library-cli, find, --, "{title}"], stdout: text }
`;

/** What a server needs for a line, and the line; descriptions for all variables in it. */
const LINES: Readonly<Record<(typeof BEHAVIORS)[number]['key'], readonly [server: string, flags: readonly string[]]>> =
  {
    http: [
      '',
      [
        'GET https://books.example.org/books/{book_id}?language={language}',
        '--parameter',
        'book_id:integer 1..9999=Number of the book, as find_books prints it.',
        '--parameter',
        'language=Language of the text, such as en.',
      ],
    ],
    command: [
      '',
      [
        'library-cli show --number={book_id}',
        '--parameter',
        'book_id:integer 1..9999=Number of the book, as find_books prints it.',
      ],
    ],
    file: [
      '',
      [
        '{env.BOOK_FOLDER} {book}.txt',
        '--parameter',
        'book=Name of the book, as find_books prints it.',
        '--env',
        'BOOK_FOLDER=Folder with the texts of the books.',
      ],
    ],
    sql: [
      'databases: { catalog: { kind: sqlite, folder: /srv/library, path: catalog.db, on_unreachable: { error: The catalog cannot be read., retry_hint: Ask the user to check the folder. } } }\n',
      [
        'select title, year from books where author = {author} order by year',
        '--parameter',
        'author=Name of the author, as on the cover.',
      ],
    ],
    mcp: [
      'upstreams: { shelf: { command: [shelf-server] } }\n',
      ['shelf read_book', '--parameter', 'book=Name of the book, as find_books prints it.'],
    ],
    handler: ['', ['handlers.ts', '--parameter', 'book=Name of the book, as find_books prints it.']],
  };

const DATABASE =
  '{ kind: sqlite, folder: /srv/library, path: catalog.db, on_unreachable: { error: The catalog cannot be read., retry_hint: Ask the user to check the folder. } }';

const TEXTS = [
  '--does',
  'Reads what the library knows of one book.',
  '--when',
  'the user asks about a book that was found',
  '--example',
  'Tell me about book 12',
  '--effects',
  'read',
];

function project(server: string): string {
  return temporaryFolder({ 'specs/library/server.yaml': `${HEAD}${server}` });
}

function specIn(folder: string): string {
  return readFileSync(join(folder, 'specs/library/server.yaml'), 'utf8');
}

describe.each(BEHAVIORS.map(({ key }) => key))('a tool with %s', (key) => {
  const [server, [line = '', ...flags]] = LINES[key];
  const add = (folder: string, ...more: string[]) =>
    haft(folder, 'new', 'describe_book', ...TEXTS, `--${key}`, line, ...flags, ...more);

  test.each([
    ['behind the tools of its server', `${server}${TOOLS}`],
    ['as the first of its server', server],
  ])('%s is clean by the checks, and every other line stays', (_where, spec) => {
    const folder = project(spec);
    const before = specIn(folder);
    const added = add(folder);
    expect(withoutNotes(added.stderr)).toBe('');
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^library has the tool describe_book: specs\/library\/server\.yaml:\d+\n(?:Try it with `haft try describe_book`|Add its function with `haft compile`)\.\n$/,
      ),
    });
    const lines = specIn(folder).split('\n');
    expect(before.split('\n').filter((one) => !lines.includes(one))).toEqual([]);
    expect(haft(folder, key === 'handler' ? 'compile' : 'check').stderr).not.toMatch(
      / (?:error|warning) (?!server\/upstream-pinned)\w+\//,
    );
  });

  test('is the same with a dry run, which writes nothing', () => {
    const folder = project(`${server}${TOOLS}`);
    const before = specIn(folder);
    expect(add(folder, '--dry-run').stdout).toContain('+   - name: describe_book');
    expect(specIn(folder)).toBe(before);
  });
});

describe('nothing is written', () => {
  test.each<[string, string[], string]>([
    ['without a behavior', [], 'The tool lacks one of --http, --command, --file, --sql, --mcp, --handler.'],
    ['with two behaviors', ['--http', 'GET /x', '--command', 'x'], 'A tool has one behavior.'],
    [
      'for a parameter that nobody describes',
      ['--command', 'library-cli show {book}'],
      'The tool lacks --parameter "book=…".',
    ],
    ['for a variable that nobody describes', ['--file', '{env.BOOKS} a.txt'], 'The tool lacks --env "BOOKS=…".'],
    [
      'for a type that does not exist',
      ['--command', 'x {a}', '--parameter', 'a:strng=A text.'],
      'Unknown type "strng" of the parameter "a".',
    ],
    [
      'for a request without an address where there is no connection',
      ['--http', 'GET /books'],
      'Server "library" has no connection.',
    ],
    ['for a statement where there is no database', ['--sql', 'select 1'], 'Server "library" has no database.'],
    [
      'for an upstream that the server does not have',
      ['--mcp', 'shelf read'],
      'Server "library" has no upstream "shelf".',
    ],
  ])('%s', (_when, flags, message) => {
    const folder = project(TOOLS);
    const before = specIn(folder);
    const { code, stderr } = haft(folder, 'new', 'describe_book', ...TEXTS, ...flags);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(specIn(folder)).toBe(before);
  });

  test.each<[string, string, string[]]>([
    ['a database', '', ['--sql', 'select title from books']],
    ['an upstream', '', ['--mcp', 'shelf read_book']],
    ['one more upstream', 'upstreams: { tracker: { command: [tracker-server] } }\n', ['--mcp', 'shelf read_book']],
  ])('where the server lacks %s, and the step of the hint makes the same command work', (_what, before, flags) => {
    const folder = project(`${before}${TOOLS}`);
    const add = () => haft(folder, 'new', 'describe_book', ...TEXTS, ...flags);
    const { code, stderr } = add();
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/hint: Add to it in specs\/library\/server\.yaml/),
    });
    const [, under, yaml = ''] = /server\.yaml(?: under `(\w+:)`)?: `(.*?)`/.exec(stderr) ?? [];
    const spec = specIn(folder);
    const edited = under === undefined ? `${spec}${yaml}\n` : spec.replace(`${under} {`, `${under} { ${yaml},`);
    writeFileSync(join(folder, 'specs/library/server.yaml'), edited);
    expect(add()).toMatchObject({ code: 0, stdout: expect.stringContaining('library has the tool describe_book') });
  });

  test.each<[string, string, string[]]>([
    ['one of several databases', `databases: { one: ${DATABASE}, two: ${DATABASE} }\n`, ['--sql', 'select 1']],
    ['an address', '', ['--http', 'GET /books']],
  ])('where the line lacks %s, and the line of the hint works', (_what, before, flags) => {
    const folder = project(`${before}${TOOLS}`);
    const { code, stderr } = haft(folder, 'new', 'describe_book', ...TEXTS, ...flags);
    const [, flag = '', line = ''] = /hint: Write .*, such as (--\w+) '(.*)'\.\n/.exec(stderr) ?? [];
    expect({ code, flag }).toEqual({ code: 2, flag: flags[0] });
    expect(haft(folder, 'new', 'describe_book', ...TEXTS, flag, line)).toMatchObject({ code: 0 });
  });

  test('for a tool that is there, a server that is not, and a name that breaks a rule', () => {
    const folder = project(TOOLS);
    const before = specIn(folder);
    const command = ['--command', 'library-cli list'];
    expect(haft(folder, 'new', 'find_books', ...TEXTS, ...command).stderr).toContain('already has a tool "find_books"');
    expect(haft(folder, 'new', 'libary.list_books', ...TEXTS, ...command).stderr).toContain('Did you mean "library"?');
    expect(haft(folder, 'new', 'Books!', ...TEXTS, ...command)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Nothing was written'),
    });
    expect(specIn(folder)).toBe(before);
  });
});
