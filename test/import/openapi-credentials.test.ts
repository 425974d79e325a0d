/** Credentials come from the environment: the cheapest scheme, one connection where one is enough. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/import/openapi/import-openapi.ts';
import { compileImport } from '../judges/imported.ts';

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  basic: { type: 'http', scheme: 'basic' },
  key: { type: 'apiKey', in: 'query', name: 'key' },
  app: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://shop.example/token', scopes: {} } } },
  user: {
    type: 'oauth2',
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://shop.example/login',
        tokenUrl: 'https://shop.example/token',
        scopes: {},
      },
    },
  },
  digest: { type: 'http', scheme: 'digest' },
};

function serverOf(security: readonly object[], more: object = {}) {
  const get = { operationId: 'listBooks', responses: {}, ...more };
  const text = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Shop' },
    servers: [{ url: 'https://shop.example' }],
    security,
    paths: { '/books': { get } },
    components: { securitySchemes: SCHEMES },
  });
  const made = importOpenapi({ text, name: 'shop.json' });
  if (made.kind !== 'imported') throw new Error(made.kind);
  expect(compileImport(made.documents).errors).toEqual([]);
  const [server, tool] = made.documents.map(({ value }) => value);
  return {
    api: Object(server?.['connections']).api,
    env: Object.keys(Object(server?.['env'])),
    query: Object(tool?.['http']).query,
    losses: made.losses.map(({ subject }) => subject),
  };
}

test.each<readonly [what: string, security: readonly object[], found: object]>([
  [
    'a bearer token',
    [{ bearer: [] }],
    { api: { headers: { Authorization: 'Bearer {env.SHOP_TOKEN}' } }, env: ['SHOP_TOKEN'] },
  ],
  [
    'a user with a password',
    [{ basic: [] }],
    { api: { auth: { basic: { user: '{env.SHOP_USER}', password: '{env.SHOP_PASSWORD}' } } } },
  ],
  ['a key in the query', [{ key: [] }], { query: { key: '{env.SHOP_API_KEY}' } }],
  [
    'an application',
    [{ app: ['read', 'write'] }],
    { api: { auth: { client_credentials: { token_url: 'https://shop.example/token', scope: 'read write' } } } },
  ],
  [
    'a login of users',
    [{ user: [] }],
    { api: { headers: { Authorization: 'Bearer {env.SHOP_TOKEN}' } }, losses: ['descriptions', 'credentials'] },
  ],
  ['an exchange', [{ digest: [] }], { losses: ['descriptions', 'credentials'] }],
  ['the cheapest of several', [{ user: [] }, { basic: [] }, { bearer: [] }], { env: ['SHOP_TOKEN'] }],
  [
    'none is possible as well',
    [{}, { bearer: [] }],
    { api: { headers: { Authorization: 'Bearer {env.SHOP_TOKEN|}' } } },
  ],
])('%s', (_what, security, found) => {
  expect(serverOf(security)).toMatchObject(found);
});

test('a key that no scheme names is no parameter', () => {
  const parameters = [{ name: 'X-Api-Key', in: 'header', required: true, schema: { type: 'string' } }];
  expect(serverOf([], { parameters })).toMatchObject({
    api: { headers: { 'X-Api-Key': '{env.SHOP_API_KEY}' } },
    env: ['SHOP_API_KEY'],
  });
});

test.each([
  ['of the same host', {}, 'https://shop.example'],
  ['of another host', { servers: [{ url: 'https://archive.example' }] }, 'https://archive.example'],
])('a public operation %s is sent no credentials', (_what, more, url) => {
  const text = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Shop' },
    servers: [{ url: 'https://shop.example' }],
    security: [{ bearer: [] }],
    paths: {
      '/books': { get: { operationId: 'listBooks', responses: {} } },
      '/hours': { get: { operationId: 'listHours', security: [], responses: {}, ...more } },
    },
    components: { securitySchemes: SCHEMES },
  });
  const made = importOpenapi({ text, name: 'shop.json' });
  if (made.kind !== 'imported') throw new Error(made.kind);
  expect(compileImport(made.documents).errors).toEqual([]);
  const values = made.documents.map(({ value }) => value);
  const connections = Object(values[0]?.['connections']);
  const used = values.find(({ from }) => from === 'GET /hours');
  expect(connections[Object(used?.['http']).connection]).toEqual({ base_url: url });
});

test('an application asks for the scopes of all its tools', () => {
  const path = (id: string, ...scopes: string[]) => ({
    get: { operationId: id, responses: {}, security: [{ app: scopes }] },
  });
  const text = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Shop' },
    servers: [{ url: 'https://shop.example' }],
    paths: { '/books': path('listBooks', 'buy', 'read'), '/hours': path('listHours', 'read', 'api') },
    components: { securitySchemes: SCHEMES },
  });
  const made = importOpenapi({ text, name: 'shop.json' });
  if (made.kind !== 'imported') throw new Error(made.kind);
  const { api } = Object(made.documents[0]?.value['connections']);
  expect(api.auth.client_credentials.scope).toBe('buy read api');
});
