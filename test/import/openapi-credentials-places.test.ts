/** Credentials are sent by the operations that ask for them, and are required where the document says so. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { compileImport } from '../judges/imported.ts';

const SCHEMES = { bearer: { type: 'http', scheme: 'bearer' }, basic: { type: 'http', scheme: 'basic' } };
const PUSH = { name: 'X-Registry-Auth', in: 'header', required: true, schema: { type: 'string' } };

test.each<readonly [what: string, push: object, list: object, root: object, found: object]>([
  [
    'a required header of one',
    { parameters: [PUSH] },
    {},
    {},
    {
      push: { 'X-Registry-Auth': '{env.SHOP_REGISTRY_AUTH}' },
      env: { SHOP_REGISTRY_AUTH: expect.not.objectContaining({ optional: true }) },
    },
  ],
  [
    'a header that another one may have',
    { parameters: [PUSH] },
    { parameters: [{ ...PUSH, required: false }] },
    {},
    {
      push: { 'X-Registry-Auth': '{env.SHOP_REGISTRY_AUTH}' },
      list: { 'X-Registry-Auth': '{env.SHOP_REGISTRY_AUTH|}' },
    },
  ],
  [
    'a header beside a scheme of all',
    { parameters: [PUSH] },
    {},
    { security: [{ bearer: [] }] },
    {
      push: { Authorization: 'Bearer {env.SHOP_TOKEN}', 'X-Registry-Auth': '{env.SHOP_REGISTRY_AUTH}' },
      list: { Authorization: 'Bearer {env.SHOP_TOKEN}' },
    },
  ],
  [
    'a scheme of one',
    { security: [{ bearer: [] }] },
    {},
    {},
    { push: { Authorization: 'Bearer {env.SHOP_TOKEN}' }, env: { SHOP_TOKEN: { optional: true } } },
  ],
  [
    'a scheme that one can do without',
    { security: [{ bearer: [] }] },
    { security: [{ bearer: [] }, {}] },
    {},
    { push: { Authorization: 'Bearer {env.SHOP_TOKEN|}' }, list: { Authorization: 'Bearer {env.SHOP_TOKEN|}' } },
  ],
  [
    'a header of all, of which one needs no scheme',
    { parameters: [PUSH], security: [{ basic: [] }, {}] },
    { parameters: [PUSH], security: [] },
    {},
    { push: { 'X-Registry-Auth': '{env.SHOP_API_KEY}' }, list: { 'X-Registry-Auth': '{env.SHOP_API_KEY}' } },
  ],
])('%s is sent by the operations that declare it', (_what, push, list, root, found) => {
  const document = {
    openapi: '3.0.0',
    info: { title: 'Shop' },
    servers: [{ url: 'https://shop.example' }],
    ...root,
    paths: {
      '/push': { post: { operationId: 'pushBook', responses: {}, ...push } },
      '/books': { get: { operationId: 'listBooks', responses: {}, ...list } },
    },
    components: { securitySchemes: SCHEMES },
  };
  const made = importOpenapi({ text: JSON.stringify(document), name: 'shop.json' });
  if (made.kind !== 'imported') throw new Error(made.kind);
  expect(compileImport(made.documents).errors).toEqual([]);
  const [server, ...tools] = made.documents.map(({ value }) => value);
  const headersOf = (from: string): object => {
    const { connection, headers } = Object(tools.find((one) => one.from === from)?.['http']);
    return { ...Object(server?.['connections'])[connection].headers, ...headers };
  };
  const { env = {}, ...wanted } = { push: {}, list: {}, ...found } as Record<string, object>;
  expect({ push: headersOf('POST /push'), list: headersOf('GET /books') }).toEqual(wanted);
  expect(server?.['env'] ?? {}).toMatchObject(env);
});
