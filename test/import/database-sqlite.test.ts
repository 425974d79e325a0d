/** `haft import database` of a file of SQLite: tools from what its definitions say. */
import { describe, expect, test } from 'vitest';
import { CATALOGS } from '../../compiler/check/analysis/tables/catalogs.ts';
import { importDatabase } from '../../compiler/features/import/database/import-database.ts';
import type { JsonObject } from '../../runtime/language/index.ts';

describe('SQLite', () => {
  const { found } = CATALOGS['sqlite'] ?? { found: () => expect.unreachable() };
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
      'The view "titles" is not imported: its columns are not known.',
      'The table "words" is not imported: its columns are not known.',
    ]);
    expect(imported.documents[0]?.value['summary']).toBe('Reads the database of library: authors, books.');
  });
});
