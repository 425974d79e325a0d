/** `haft import openapi` and `haft import curl` as a user runs them. */
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SHOP } from '../import/shop.ts';
import { temporaryFolder, treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const CONFIG = 'specs: specs\n';

/** With more operations than are imported unasked. */
function large(): string {
  const paths = Object.fromEntries(
    Array.from({ length: 50 }, (_, at) => [
      `/things${at}`,
      { get: { tags: [at < 40 ? 'many' : 'few'], responses: {} } },
    ]),
  );
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Large' },
    servers: [{ url: 'https://large.example' }],
    paths,
  });
}

test('a small document is imported; the second time names the update', () => {
  const root = temporaryFolder({ 'haft.yaml': CONFIG, 'specs/.keep': '', 'shop.yaml': SHOP });
  const first = haft(root, 'import', 'openapi', 'shop.yaml');
  expect(first.stdout).toContain('Imported 1 server, 7 tools into specs/shop (2 files).');
  expect(first.stderr).toContain('GET /orders/stream is not imported.');
  expect(first.code).toBe(0);
  expect(readFileSync(join(root, 'haft.imports.json'), 'utf8')).toContain('"source": "shop.yaml"');
  expect(haft(root, 'import', 'openapi', 'shop.yaml')).toMatchObject({ code: 2 });
  expect(haft(root, 'import', '--update').stdout).toContain('has not changed');
});

test('a source that has moved is named from where the user is, and recorded from the project', () => {
  const root = temporaryFolder({ 'haft.yaml': '', 'specs/.keep': '', 'shop.yaml': SHOP });
  expect(haft(root, 'import', 'openapi', 'shop.yaml').code).toBe(0);
  mkdirSync(join(root, 'sources'));
  renameSync(join(root, 'shop.yaml'), join(root, 'sources/shop.yaml'));
  const from = haft(join(root, 'sources'), 'import', '--update', 'shop', '--from', 'shop.yaml');
  expect(from, from.stderr).toMatchObject({ code: 0 });
  expect(readFileSync(join(root, 'haft.imports.json'), 'utf8')).toContain('"source": "sources/shop.yaml"');
  expect(haft(root, 'import', '--check')).toMatchObject({ code: 0, stdout: 'shop: the source has not changed.\n' });
});

test('of a large document the tags are printed, and nothing is written', () => {
  const root = temporaryFolder({ 'haft.yaml': CONFIG, 'specs/.keep': '', 'large.json': large() });
  const { code, stdout } = haft(root, 'import', 'openapi', 'large.json');
  expect(code).toBe(1);
  expect(stdout).toMatch(/50 operations[^]*\n {2}tag +operations +tokens\n {2}many +40 +[\d,]+\n {2}few +10 /);
  expect(existsSync(join(root, 'haft.imports.json'))).toBe(false);
  const chosen = haft(root, 'import', 'openapi', 'large.json', '--tag', 'few');
  expect(chosen.stdout).toContain('1 server, 10 tools');
  expect(haft(root, 'import', 'openapi', 'large.json', '--tag', 'fwe', '--name', 'b').stderr).toContain(
    '--tag fwe matches no operation',
  );
});

test.skipIf(ON_WINDOWS)('references are followed below the folder of the document, and no link leads out of it', () => {
  const outside = temporaryFolder({ 'secret.yaml': 'Secret: { type: string, description: A secret. }\n' });
  const body = (ref: string): object => ({
    post: { requestBody: { content: { 'application/json': { schema: { $ref: ref } } } }, responses: {} },
  });
  const paths = {
    '/inside': body('parts/book.yaml#/Book'),
    '/link': body('link.yaml#/Secret'),
    '/above': body(`../../${outside}/secret.yaml#/Secret`),
  };
  const document = { openapi: '3.0.0', info: { title: 'Refs' }, servers: [{ url: 'https://refs.example' }], paths };
  const root = temporaryFolder({
    'haft.yaml': CONFIG,
    'specs/.keep': '',
    'api/refs.json': JSON.stringify(document),
    'api/parts/book.yaml':
      'Book: { type: object, properties: { title: { type: string }, pages: { type: integer } } }\n',
  });
  symlinkSync(join(outside, 'secret.yaml'), join(root, 'api/link.yaml'));
  const { code, stdout } = haft(root, 'import', 'openapi', 'api/refs.json', '--dry-run');
  expect(code).toBe(0);
  expect(stdout).toContain('parameters: { title: { type: string }, pages: { type: integer } }');
  expect(stdout).not.toContain('A secret.');
});

test('a file that is no document is reported, and nothing is written', () => {
  const root = temporaryFolder({ 'haft.yaml': CONFIG, 'specs/.keep': '', 'words.yaml': 'just words\n' });
  expect(haft(root, 'import', 'openapi', 'words.yaml')).toMatchObject({ code: 2 });
  expect(haft(root, 'import', 'openapi', 'none.yaml').stderr).toContain('none.yaml');
  writeFileSync(join(root, 'bytes.json'), Buffer.from([0xff, 0xfe, 0x00]));
  expect(haft(root, 'import', 'openapi', 'bytes.json').stderr).toContain('UTF-8');
  expect(haft(root, 'import', 'openapi', 'http://service.example/a.json').stderr).toContain('plain http');
});

test('a curl command becomes a tool, without its secrets in any file', () => {
  const root = temporaryFolder({ 'haft.yaml': CONFIG, 'specs/.keep': '' });
  const line = `curl -H 'X-Api-Key: zkQ81hFh27abcdEFGH' https://api.shop.example/books/7`;
  const { code, stdout, stderr } = haft(root, 'import', 'curl', line);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const files = ['haft.imports.json', 'specs/shop/server.yaml', 'specs/shop/tools.yaml'].map((path) =>
    readFileSync(join(root, path), 'utf8'),
  );
  expect([stdout, stderr, ...files].join('')).not.toContain('zkQ81');
  expect(files.join('')).toContain('get_book');
  // The command is not kept: there is nothing to update the tool from.
  expect(stdout).not.toContain('--update');
  const update = haft(root, 'import', '--update', 'shop');
  expect([update.code, update.stderr]).toEqual([
    2,
    expect.stringContaining('"shop" is from a curl command, which was not saved'),
  ]);
  // A second command for the same host is sent to the server and the connection that exist.
  const second = haft(root, 'import', 'curl', 'curl https://api.shop.example/orders/8');
  expect([second.code, second.stderr]).toEqual([2, expect.stringContaining('`--server shop`')]);
  expect(haft(root, 'import', 'curl', 'curl https://api.shop.example/orders/8', '--server', 'shop').code).toBe(0);
});

test('--list prints the chosen tools with their tokens, also of a large document, and imports nothing', () => {
  const operation = (at: number): object => ({
    get: { operationId: `getPart${at}`, tags: [at < 3 ? 'few' : 'many'], summary: `Get part ${at}`, responses: {} },
  });
  const paths = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/parts/${at}`, operation(at)]));
  const info = { title: 'Parts', version: '1' };
  const api = JSON.stringify({ openapi: '3.0.3', info, servers: [{ url: 'https://parts.example' }], paths });
  const folder = temporaryFolder({ 'api.json': api });
  const few = haft(folder, 'import', 'openapi', 'api.json', '--tag', 'few', '--list');
  expect(few).toMatchObject({ code: 0, stderr: '' });
  expect(few.stdout).toMatch(
    /^( {2}get_part\d {2}\d+ tokens {2}GET \/parts\/\d\n){3}\n3 tools, about \d+ tokens .*\n$/,
  );
  expect(haft(folder, 'import', 'openapi', 'api.json', '--list').stdout).toMatch(/\n60 tools, about /);
  expect(Object.keys(treeOf(folder))).toEqual(['api.json']);
});
