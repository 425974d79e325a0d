/** specs/ebook-library over a file with the tables of Calibre, with the Node that HAFT_NODE22 names; nothing in it changes. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/language/json.ts';
import { temporaryFolder } from '../support/folder.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const NODE = process.env['HAFT_NODE22'];
const SERVER = join(import.meta.dirname, '../../generated/servers/ebook-library/server.mjs');

/** The tables of metadata.db that the tools read, with the columns and collations of Calibre 6.13. */
const links = ['authors', 'tags', 'series', 'publishers', 'ratings'].map((table) => {
  const column = table === 'series' ? table : table.replace(/s$/, '');
  return `create table books_${table}_link (id integer primary key, book integer not null, ${column} integer not null, unique(book, ${column}));`;
});
const SCHEMA = `
create table books (id integer primary key autoincrement, title text not null default 'Unknown' collate nocase, sort text collate nocase, timestamp timestamp default current_timestamp, pubdate timestamp default current_timestamp, series_index real not null default 1.0, author_sort text collate nocase, isbn text default '' collate nocase, lccn text default '' collate nocase, path text not null default '', flags integer not null default 1, uuid text, has_cover bool default 0, last_modified timestamp not null default '2000-01-01 00:00:00+00:00');
create table authors (id integer primary key, name text not null collate nocase, sort text collate nocase, link text not null default '', unique(name));
create table tags (id integer primary key, name text not null collate nocase, link text not null default '', unique (name));
create table series (id integer primary key, name text not null collate nocase, sort text collate nocase, link text not null default '', unique (name));
create table publishers (id integer primary key, name text not null collate nocase, sort text collate nocase, link text not null default '', unique(name));
create table ratings (id integer primary key, rating integer check(rating > -1 and rating < 11), link text not null default '', unique (rating));
create table languages (id integer primary key, lang_code text not null collate nocase, link text not null default '', unique(lang_code));
create table books_languages_link (id integer primary key, book integer not null, lang_code integer not null, item_order integer not null default 0, unique(book, lang_code));
create table comments (id integer primary key, book integer not null, text text not null collate nocase, unique(book));
create table data (id integer primary key, book integer not null, format text not null collate nocase, uncompressed_size integer not null, name text not null, unique(book, format));
create table identifiers (id integer primary key, book integer not null, type text not null default 'isbn' collate nocase, val text not null collate nocase, unique(book, type));
${links.join('\n')}
insert into books (id, title, sort, timestamp, pubdate, series_index, path) values
  (1, 'A Wizard of Earthsea', 'Wizard of Earthsea, A', '2024-02-03 10:00:00+00:00', '1968-01-01 00:00:00+00:00', 1.0, 'Ursula K. Le Guin/A Wizard of Earthsea (1)'),
  (2, 'The Tombs of Atuan', 'Tombs of Atuan, The', '2026-01-05 10:00:00+00:00', '1970-12-31 23:00:00+00:00', 2.0, 'Ursula K. Le Guin/The Tombs of Atuan (2)'),
  (3, '100% Tides', '100% Tides', '2025-05-05 10:00:00+00:00', '0101-01-01 00:00:00+00:00', 1.0, 'Ann Lee/Tides (3)');
insert into authors (id, name) values (1, 'Ursula K. Le Guin'), (2, 'Lee| Ann'), (3, 'Bo Sea');
insert into books_authors_link (book, author) values (1, 1), (2, 1), (3, 2), (3, 3);
insert into series (id, name) values (1, 'Earthsea');
insert into books_series_link (book, series) values (1, 1), (2, 1);
insert into tags (id, name) values (1, 'Fantasy'), (2, 'Sea');
insert into books_tags_link (book, tag) values (1, 1), (2, 1), (1, 2), (3, 2);
insert into ratings (id, rating) values (1, 9);
insert into books_ratings_link (book, rating) values (1, 1);
insert into languages (id, lang_code) values (1, 'eng');
insert into books_languages_link (book, lang_code) values (1, 1);
insert into comments (book, text) values (1, '<p>A boy learns magic.</p>');
insert into data (book, format, uncompressed_size, name) values (1, 'EPUB', 1000, 'A Wizard - Le Guin'), (1, 'PDF', 2000, 'A Wizard - Le Guin');
insert into identifiers (book, type, val) values (1, 'isbn', '9780547773742');`;

/** The calls in one process of the server, each with its envelope. */
function results(folder: string, calls: readonly (readonly [string, JsonObject])[]): readonly JsonObject[] {
  const send = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message });
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
  const lines = [
    send({ id: 0, method: 'initialize', params }),
    send({ method: 'notifications/initialized' }),
    ...calls.map(([name, args], at) => send({ id: at + 1, method: 'tools/call', params: { name, arguments: args } })),
  ];
  const env = { CALIBRE_LIBRARY: folder };
  const { stdout } = spawnSync(NODE ?? '', [SERVER], { env, input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  const answers = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: number; result: JsonObject });
  return calls.map((_call, at) => answers.find(({ id }) => id === at + 1)?.result['structuredContent'] as JsonObject);
}

describe.skipIf(NODE === undefined || ON_WINDOWS)('e-books (HAFT_NODE22 names a Node from 22.13 on)', () => {
  test('the tools read a library of Calibre, and change nothing in it', () => {
    const folder = temporaryFolder();
    const code = `new (require('node:sqlite').DatabaseSync)('metadata.db').exec(${JSON.stringify(SCHEMA)})`;
    execFileSync(NODE ?? '', ['--no-warnings', '-e', code], { cwd: folder });
    const before = readFileSync(join(folder, 'metadata.db'));
    const ids = (...own: readonly number[]): object => ({
      success: true,
      data: { books: own.map((id) => ({ id })), more: false },
    });
    const table: readonly (readonly [string, JsonObject, object])[] = [
      ['search_books', { query: 'le guin', order: 'newest' }, ids(2, 1)],
      ['search_books', { query: '100%' }, ids(3)],
      ['search_books', { query: 'Lee, Ann' }, ids(3)],
      ['search_books', { query: "' or 1=1 --" }, ids()],
      ['search_books', { tag: 'SEA' }, ids(3, 1)],
      ['search_books', { series: 'earth', order: 'series' }, ids(1, 2)],
      ['search_books', { added_since: '2025-05-05' }, ids(3, 2)],
      ['search_books', {}, ids(3, 2, 1)],
      [
        'get_book',
        { id: 1 },
        {
          success: true,
          data: {
            title: 'A Wizard of Earthsea',
            series: 'Earthsea',
            stars: 4.5,
            languages: 'eng',
            published_on: '1968-01-01',
            identifiers: 'isbn:9780547773742',
            files: ['epub', 'pdf']
              .map((end) => `${folder}/Ursula K. Le Guin/A Wizard of Earthsea (1)/A Wizard - Le Guin.${end}`)
              .join('\n'),
            description: '<p>A boy learns magic.</p>',
          },
        },
      ],
      ['get_book', { id: 3 }, { success: true, data: { authors: 'Lee, Ann & Bo Sea' } }],
      ['get_book', { id: 9 }, { success: false, code: 'no_such_book' }],
      [
        'list_book_groups',
        { group: 'tag' },
        {
          data: {
            groups: [
              { name: 'Fantasy', books: 2 },
              { name: 'Sea', books: 2 },
            ],
          },
        },
      ],
      [
        'list_book_groups',
        { group: 'author' },
        { data: { groups: [{ books: 2 }, { name: 'Bo Sea' }, { name: 'Lee, Ann' }] } },
      ],
      ['list_book_groups', { group: 'publisher' }, { data: { groups: [], more: false } }],
    ];
    const found = results(
      folder,
      table.map(([name, args]) => [name, args] as const),
    );
    for (const [at, [name, args, expected]] of table.entries())
      expect({ name, args, ...found[at] }).toMatchObject(expected);
    expect(readFileSync(join(folder, 'metadata.db'))).toEqual(before);
  });

  test('a folder without a library says so', () => {
    expect(results(temporaryFolder(), [['search_books', {}]])).toMatchObject([
      { success: false, code: 'library_not_found' },
    ]);
  });
});
