/** Imports of several kinds into one project whose tools have the same names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const OWN = `kind: server
name: own
version: 1.0.0
summary: Our own.
connections: { api: { base_url: https://own.example } }
tools:
  - name: list_books
    description: Lists books.
    effects: read
    http: { connection: api, request: GET /books }
`;

function document(title: string, description = 'List books'): string {
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title },
    servers: [{ url: 'https://library.example' }],
    paths: {
      '/books': {
        get: { operationId: 'listBooks', summary: description, responses: {} },
        post: { operationId: 'createBook', summary: 'Create a book', responses: {} },
      },
    },
  });
}

const LIST = JSON.stringify({
  tools: ['list_books', 'createBook', 'searchBooks'].map((name) => ({
    name,
    description: 'Books of the archive.',
    inputSchema: { type: 'object' },
  })),
});

test('a tool of a second import with a name in use gets the name of its server, permanently', () => {
  const root = temporaryFolder({
    'haft.yaml': 'profiles: { specs/own: mcp }\n',
    'specs/own/server.yaml': OWN,
    'town.json': document('Library'),
    'city.json': document('Library'),
    'archive.json': LIST,
  });
  const names = (file: string): string[] =>
    [...readFileSync(join(root, 'specs', file), 'utf8').matchAll(/^name: (.*)$/gm)].map(([, name = '']) => name);
  const town = haft(root, 'import', 'openapi', 'town.json');
  expect(town.stderr).toContain(
    'The tool "list_books" of the source is named "list_library_books": "specs/own/server.yaml" has that name already.',
  );
  expect(names('town/tools.yaml')).toEqual(['list_library_books', 'create_book']);
  const city = haft(root, 'import', 'openapi', 'city.json');
  expect(city.stderr).toContain('The server "library" of the source is named "city"');
  expect(names('city/server.yaml')).toEqual(['city']);
  expect(names('city/tools.yaml')).toEqual(['list_city_books', 'create_city_book']);
  haft(root, 'import', 'mcp', '--list', 'archive.json');
  expect(names('archive/tools.yaml')).toEqual(['list_archive_books', 'createArchiveBook', 'searchBooks']);
  const curl = haft(root, 'import', 'curl', 'curl https://pages.example/books');
  expect(curl, curl.stderr).toMatchObject({ code: 0 });
  expect(names('pages/tools.yaml')).toEqual(['list_pages_books']);
  expect(haft(root, 'check').stderr).not.toMatch(/duplicate/i);

  // The first name is free again, and the source changes: no tool is renamed.
  writeFileSync(join(root, 'specs/own/server.yaml'), OWN.replace('list_books', 'find_books'));
  writeFileSync(join(root, 'town.json'), document('Library', 'List all books'));
  expect(haft(root, 'import', '--update').stdout).toMatch(/^town: 1 changed; 1 file written/m);
  expect(names('town/tools.yaml')).toEqual(['list_library_books', 'create_book']);
}, 60_000);
