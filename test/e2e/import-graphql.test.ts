/** `haft import graphql` with a service in a process of its own: imported, checked, called, refused, and updated over edits. */
import { spawn } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { eachLine } from '../support/lines.ts';

const SHOP = join(import.meta.dirname, '../doubles/bookshop');

const BOOKS = `# Finds books by their genre and date.
query Books($filter: Filter, $first: Int = 10) { books(filter: $filter, first: $first) { ...Short price author { name } } }
query GetItem($id: ID!) { item(id: $id) { id ... on Book { genre } ... on Record { minutes } } }
query Broken { broken }
`;
const CHANGES = `mutation AddBook($book: NewBook!) { addBook(book: $book) { ...Short } }
mutation SetPrice($id: ID!, $price: Float) { setPrice(id: $id, price: $price) { price } }
fragment Short on Book { id title published }
`;

let stop = (): void => undefined;
let url = '';

beforeAll(async () => {
  const service = spawn(process.execPath, [join(SHOP, 'server.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] });
  stop = () => void service.kill();
  url = await new Promise((resolve) => eachLine(service.stdout, resolve));
});
afterAll(() => {
  delete process.env['SHOP_AUTHORIZATION'];
  stop();
});

function project(): string {
  const folder = temporaryFolder({
    'haft.yaml': '',
    'specs/.keep': '',
    'operations/books.graphql': BOOKS,
    'operations/changes/all.gql': CHANGES,
  });
  copyFileSync(join(SHOP, 'schema.graphql'), join(folder, 'schema.graphql'));
  return folder;
}

const COMMAND = ['import', 'graphql', 'schema.graphql', 'operations', '--name', 'shop', '--url'];

/** The printed result, and what the service was sent last. */
async function call(folder: string, tool: string, args: object, token = 'open-sesame') {
  process.env['SHOP_AUTHORIZATION'] = token;
  const { stdout } = haft(folder, 'call', tool, JSON.stringify(args));
  const sent = (await (await fetch(url)).json()) as readonly { readonly variables: unknown }[];
  return { result: JSON.parse(stdout) as unknown, variables: sent.at(-1)?.variables };
}

describe('operations of a service', () => {
  test('are tools: no credential is written, and calls and failures are those of the service', async () => {
    const folder = project();
    const imported = haft(folder, ...COMMAND, url, '--header', 'Authorization: Bearer open-sesame');
    expect(imported.stdout, imported.stderr).toContain('Imported 1 server, 5 tools into specs/shop');
    const all = ['specs/shop/server.yaml', 'specs/shop/tools.yaml', 'haft.imports.json'];
    expect(all.map((path) => readFileSync(join(folder, path), 'utf8')).join('')).not.toContain('open-sesame');
    expect(haft(folder, 'check').stdout).toContain('0 warnings');

    const books = await call(folder, 'list_books', { filter: { genre: 'NOVEL', sort: ['PRICE'] }, first: 1 });
    expect(books.variables).toEqual({ filter: { genre: 'NOVEL', sort: ['PRICE'] }, first: 1 });
    const emma = { id: '1', title: 'Emma', published: '1815-12-23', price: 9.5, author: { name: 'Jane Austen' } };
    expect(books.result).toEqual({ success: true, data: { books: [emma] } });
    expect((await call(folder, 'list_books', {})).variables).toBe(null);
    expect((await call(folder, 'get_item', { id: '3' })).result).toMatchObject({
      data: { item: { id: '3', minutes: 40 } },
    });
    expect((await call(folder, 'get_item', { id: '9' })).result).toMatchObject({ success: true, data: { item: null } });
    expect((await call(folder, 'set_price', { id: '2', price: null })).variables).toEqual({ id: '2', price: null });

    expect((await call(folder, 'get_broken', {})).result).toMatchObject({
      success: false,
      error: 'The service reports an error. The shelf has fallen.',
    });
    expect((await call(folder, 'get_item', { id: '1' }, 'another')).result).toMatchObject({ code: 'http_error' });
    expect((await call(folder, 'list_books', { filter: { genre: 'PLAY' } })).result).toMatchObject({
      code: 'invalid_arguments',
    });
  });

  test('are updated over the edits of their author; what the schema no longer has is named', () => {
    const folder = project();
    haft(folder, ...COMMAND, url);
    expect(haft(folder, 'import', '--update').stdout).toBe('shop: the source has not changed.\n');
    const tools = join(folder, 'specs/shop/tools.yaml');
    writeFileSync(tools, readFileSync(tools, 'utf8').replace('name: get_item', 'name: show_item # of the shop'));
    const schema = join(folder, 'schema.graphql');
    const before = readFileSync(schema, 'utf8');
    writeFileSync(schema, before.replace('POEMS\n', 'POEMS\n  PLAYS\n').replace('  broken: String!\n', ''));
    const books = join(folder, 'operations/books.graphql');
    writeFileSync(books, BOOKS.replace('... on Book { genre }', '... on Book { genre title }'));

    expect(haft(folder, 'import', '--check').code).toBe(1);
    const updated = haft(folder, 'import', '--update');
    expect(updated.stdout).toBe('shop: 3 changed, 1 removed; 1 file written. Run `haft check`.\n');
    expect(updated.stderr).toContain('The schema rejects "Broken": Cannot query field "broken" on type "Query".');
    const now = readFileSync(tools, 'utf8');
    expect(now).toMatch(/NOVEL, POEMS, PLAYS\][^]*name: show_item # of the shop[^]*title: \{ type: string \}/);
    expect(haft(folder, 'import', '--update').stdout).toBe('shop: the source has not changed.\n');
    expect(haft(folder, 'check').code).toBe(0);
  });

  test.each([
    [['schema.graphql'], 'needs a schema, and files or folders with operations'],
    [['schema.graphql', 'operations'], 'The flag --url needs the address of the service.'],
    [['schema.graphql', 'operations', '--url', 'shop.example'], 'The flag --url needs the address of the service.'],
    [['operations/books.graphql', 'operations', '--url', 'http://x/'], 'is neither GraphQL type definitions'],
    [['schema.graphql', 'none', '--url', 'http://x/'], 'There is no file or folder "none".'],
    [['schema.graphql', 'specs', '--url', 'http://x/'], 'There is no operation to import in "specs".'],
  ])('%j is an error with its reason', (args, message) => {
    const { code, stderr } = haft(project(), 'import', 'graphql', ...args);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
