/** Swagger 2.0 through the adapter: the same tools as from the document in version 3. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { compileImport } from '../judges/imported.ts';
import { SWAGGER } from './swagger.ts';

const made = importOpenapi({ text: JSON.stringify(SWAGGER), name: 'shop.json' });
if (made.kind !== 'imported') throw new Error(made.kind);
const { documents } = made;

function http(name: string): unknown {
  return documents.find(({ value }) => value['name'] === name)?.value['http'];
}

test('check accepts it', () => {
  expect(compileImport(documents).errors).toEqual([]);
});

test('addresses and credentials', () => {
  expect(documents[0]?.value).toMatchObject({
    connections: {
      api: { base_url: 'https://shop.example/v1', auth: { basic: { user: '{env.BOOK_SHOP_USER}' } } },
      'api-key': { base_url: 'https://shop.example/v1', headers: { 'X-Key': '{env.BOOK_SHOP_API_KEY}' } },
    },
  });
});

test('lists in the query are joined as collectionFormat says', () => {
  expect(http('list_books')).toMatchObject({
    query: {
      page: '{page}',
      ids: { value: '{ids}', join: ',' },
      states: '{states}',
      sizes: { value: '{sizes}', join: '|' },
    },
    headers: { 'X-Trace': '{x_trace}' },
  });
});

test.each<readonly [produces: readonly string[], status: number, keys: object]>([
  [['application/octet-stream'], 200, { response: 'bytes', headers: { Accept: 'application/octet-stream' } }],
  [['application/x-tar'], 200, { response: 'bytes', headers: { Accept: 'application/x-tar' } }],
  [['text/csv'], 201, { response: 'text', headers: { Accept: 'text/csv' } }],
  [['application/x-ndjson'], 200, { response: 'lines', headers: { Accept: 'application/x-ndjson' } }],
  [['application/octet-stream'], 204, {}],
  [['text/plain', 'application/json'], 200, {}],
  [['*/*'], 200, {}],
])('a response without a schema is of what is produced: %j with %d', (produces, status, keys) => {
  const post = { operationId: 'exportBook', responses: { [status]: { description: 'Done.' } } };
  const { paths: _paths, produces: _produces, security: _security, ...document } = SWAGGER;
  for (const place of ['operation', 'document']) {
    const own = place === 'operation' ? { ...post, produces } : post;
    const whole = { ...document, ...(place === 'document' && { produces }), paths: { '/export': { post: own } } };
    const one = importOpenapi({ text: JSON.stringify(whole), name: 'shop.json' });
    if (one.kind !== 'imported') throw new Error(one.kind);
    expect(one.documents[1]?.value['http']).toEqual({ connection: 'api', request: 'POST /export', ...keys });
  }
});

test('bodies, forms, files', () => {
  expect(http('create_book')).toMatchObject({ connection: 'api-key', json: { title: '{title}', tags: '{tags}' } });
  expect(http('upload_cover')).toMatchObject({
    multipart: { file: { folder: '{env.BOOK_SHOP_FILES}', path: '{file}' }, note: '{note}' },
  });
  expect(http('get_cover')).toMatchObject({ response: 'bytes', headers: { Accept: 'image/png' } });
  expect(http('create_order')).toMatchObject({ form: { book: '{book}', count: '{count}' } });
});
