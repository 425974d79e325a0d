/** `haft import database` of a file of SQLite: tools from what its definitions say. */
import { describe, expect, test } from 'vitest';
import { CATALOGS } from '../../compiler/check/analysis/tables/catalogs.ts';
import { importDatabase } from '../../compiler/features/import/database/import-database.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import type { JsonObject } from '../../runtime/language/index.ts';
import { SETTINGS } from '../judges/imported.ts';

const { found } = CATALOGS['sqlite'] ?? { found: () => expect.unreachable() };

describe('SQLite', () => {
  const tables = [
    ['authors', 'table', 'create table authors (id integer primary key, name text not null)', []],
    [
      'books',
      'table',
      'create table books (id integer primary key, title text, author_id integer references authors (id), published date, cover blob)',
      [
        'create index books_author on books (author_id)',
        'create index recent on books (published) where published > 0',
      ],
    ],
    ['titles', 'view', 'create view titles as select title from books', []],
    ['words', 'table', 'create virtual table words using fts5(body)', []],
    ['log', 'table', 'create table log (line text)', []],
  ].map(([table, kind, definition, indexes]) => found({ table, kind, definition, indexes } as JsonObject));
  const imported = importDatabase('library', {
    kind: 'sqlite',
    database: { kind: 'sqlite', folder: '/srv', path: 'library.db' },
    env: {},
    found: tables,
    chosen: ['authors', 'books', 'titles', 'words', 'log', 'gone'],
    writes: true,
  });
  const tool = (name: string): JsonObject =>
    imported.documents.find(({ value }) => value['name'] === name)?.value ?? {};

  test('tools follow from the definitions alone', () => {
    expect(tool('search_books')['parameters']).toMatchObject({ title: {}, author_id: { type: 'integer' }, after: {} });
    expect(tool('search_books')['parameters']).not.toHaveProperty('published_from');
    expect(JSON.stringify(tool('search_books')['sql'])).toContain('as author_name');
    expect(JSON.stringify(tool('get_author')['sql'])).toContain('as books_count');
    // A row number is given by the database, and bytes by no model.
    expect(tool('add_book')['required']).toEqual(['title', 'author_id', 'published']);
    expect(JSON.stringify(imported.documents)).not.toContain('cover');
  });

  test('what is not imported is told, each with its reason', () => {
    expect(imported.losses.filter(({ kind }) => kind === 'skipped').map(({ message }) => message)).toEqual([
      'The database has no table "gone" that this login reads.',
      'The table "log" is not imported: it has no primary key, by which a row could be named.',
      'The view "titles" is not imported: its columns are not in the catalog (SQLite has none of a view or a virtual table there).',
      'The table "words" is not imported: its columns are not in the catalog (SQLite has none of a view or a virtual table there).',
    ]);
    const hints = imported.losses.filter(({ message }) => message.includes('SQLite')).map(({ hint }) => hint);
    expect(hints).toEqual([
      'Write a statement for it as a tool: docs/databases.md shows how.',
      'Write a statement for it as a tool: docs/databases.md shows how.',
    ]);
    expect(imported.documents[0]?.value['summary']).toBe('Reads the database of library: authors, books.');
  });
});

test('what the database fills or computes is not asked for', () => {
  const definition =
    'create table t (id integer primary key, n int not null default 5, at text not null default current_timestamp, note text default (null), size int as (n * 2), own text)';
  const table = found({ table: 't', kind: 'table', definition, indexes: [] });
  const { documents } = importDatabase('x', {
    kind: 'sqlite',
    database: { kind: 'sqlite', folder: '/srv', path: 'x.db' },
    env: {},
    found: [table],
    chosen: ['t'],
    writes: true,
  });
  const add = documents.find(({ value }) => value['name'] === 'add_t')?.value;
  expect(add?.['required']).toEqual(['own']);
  expect(Object.keys(Object(add?.['parameters']))).toEqual(['own']);
});

test('a name is read in each of the quotes of SQLite, and two of them are one', () => {
  const names = [
    ['"a b"', 'a b'],
    ['"a""b"', 'a"b'],
    ['`c``d`', 'c`d'],
    ['[e f]', 'e f'],
    ['[it\'s "g"]', 'it\'s "g"'],
  ] as const;
  for (const [written, name] of names) {
    const definition = `create table [x y] (${written} integer primary key, other text references [p q] ([r s])) -- [no name`;
    const table = found({
      table: 't',
      kind: 'table',
      definition,
      indexes: [`create index [i j] on t (${written}, other)`],
    });
    expect(Object.keys(table.columns ?? {})).toEqual([name, 'other']);
    expect(table.key).toEqual([name]);
    expect(table.references).toEqual([{ columns: ['other'], table: 'p q', to: ['r s'] }]);
    expect(table.indexes).toEqual([[name], [name, 'other']]);
  }
});

test('a text names the columns and tables as the database does', () => {
  const tables = [
    ['Customers', 'create table Customers ("Id" integer primary key, name text)', []],
    [
      'order',
      'create table "order" ("Id" integer primary key, customer integer references Customers ("Id"))',
      ['create index i on "order" (customer)'],
    ],
  ].map(([table, definition, indexes]) => found({ table, kind: 'table', definition, indexes } as JsonObject));
  const { documents } = importDatabase('x', {
    kind: 'sqlite',
    database: {},
    env: {},
    found: tables,
    chosen: ['Customers', 'order'],
    writes: false,
  });
  const texts = JSON.stringify(documents);
  expect(texts).toContain('as a search returns it: Id.');
  expect(texts).toContain('Only those of one of the customers, by its key: customer.');
});

test('a column is written in the form in which it is read, or not at all', () => {
  const column = (name: string, type: string, opaque = false): JsonObject => ({
    name,
    quoted: name,
    type,
    nullable: true,
    filled: false,
    computed: false,
    opaque,
  });
  const table = (CATALOGS['postgres'] ?? expect.unreachable()).found({
    table: 't',
    quoted: 't',
    is_view: false,
    estimate: 1,
    indexes: [['id'], ['tags'], ['data'], ['span']],
    columns: [
      { ...column('id', 'integer'), nullable: false },
      column('tags', 'text[]'),
      column('sizes', 'integer[]'),
      column('data', 'jsonb'),
      column('span', 'int4range', true),
      column('spans', 'int4range[]'),
      column('docs', 'jsonb[]'),
    ],
    keys: [{ kind: 'p', columns: ['id'] }],
    rights: ['select', 'insert', 'update'],
  });
  const { documents, losses } = importDatabase('x', {
    kind: 'postgres',
    database: {},
    env: {},
    found: [table],
    chosen: ['t'],
    writes: true,
  });
  const parametersOf = (name: string): unknown =>
    documents.find(({ value }) => value['name'] === name)?.value['parameters'];
  expect(parametersOf('add_t')).toMatchObject({
    tags: { type: ['array', 'null'], items: { type: 'string' } },
    sizes: { type: ['array', 'null'], items: { type: 'integer' } },
    data: { type: ['object', 'null'] },
  });
  for (const name of ['add_t', 'update_t'])
    expect(Object.keys(Object(parametersOf(name))).filter((one) => /span|docs/.test(one))).toEqual([]);
  expect(
    Object.keys(Object(documents.find(({ value }) => String(value.from).endsWith('#search'))?.value['parameters'])),
  ).toEqual(['after']);
  expect(losses.map(({ message }) => message)).toContain(
    'No tool writes "span", "spans", "docs" of "t": a model cannot write values of this type.',
  );
});

/** Names with braces, of every part of a statement that has a name. */
test('a brace in a name is a brace of the statement', () => {
  const definitions = [
    ['a{b}', 'create table "a{b}" ("x{y}" integer primary key, "name{" text, "o}" integer references "c{d}" ("k{"))'],
    ['c{d}', 'create table "c{d}" ("k{" integer primary key, "title" text, "in{e}" text)'],
  ] as const;
  const tables = definitions.map(([table, definition]) =>
    found({ table, kind: 'table', definition, indexes: ['create index i on "a{b}" ("o}")'] }),
  );
  const { documents } = importDatabase('odd', {
    kind: 'sqlite',
    database: { kind: 'sqlite', folder: '{env.ODD_FOLDER}', path: 'odd.db' },
    env: { ODD_FOLDER: { description: 'Absolute path of the folder with the file odd.db.' } },
    found: tables,
    chosen: ['a{b}', 'c{d}'],
    writes: true,
  });
  const specs = printDocuments(documents, 'specs/x');
  const errors = planSpecs(specs, { settings: SETTINGS }).diagnostics.filter(({ severity }) => severity === 'error');
  expect(errors.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  expect(load(specs).value.documents).toHaveLength(9);
});
