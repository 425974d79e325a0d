/** Credentials come from the environment: the cheapest scheme, one connection where one is enough. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
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
    toolHeaders: Object(tool?.['http']).headers,
    parameters: Object.keys(Object(tool?.['parameters'])),
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

test('a scheme that cannot be sent never wins over one that can, whatever other operations have', () => {
  const schemes = [...Object.keys(SCHEMES), 'hawk'].map((id) => ({ [id]: [] }));
  const components = { securitySchemes: { ...SCHEMES, hawk: { type: 'http', scheme: 'hawk' } } };
  const isSent = (one: object | undefined): boolean => !/digest|hawk/.test(Object.keys(one ?? {}).join());
  fc.assert(
    fc.property(fc.array(fc.subarray(schemes, { minLength: 1 }), { minLength: 1, maxLength: 5 }), (all) => {
      const paths = all.map((security, at) => [
        `/p${at}`,
        { get: { operationId: `listP${at}`, responses: {}, security } },
      ]);
      const servers = [{ url: 'https://shop.example' }];
      const document = {
        openapi: '3.0.0',
        info: { title: 'Shop' },
        servers,
        components,
        paths: Object.fromEntries(paths),
      };
      const made = importOpenapi({ text: JSON.stringify(document), name: 'shop.json' });
      if (made.kind !== 'imported') throw new Error(made.kind);
      const isLost = made.losses.some(({ message }) => message.includes('is not supported'));
      expect(isLost).toBe(all.some((security) => !security.some(isSent)));
    }),
  );
});

test.each([
  ['clientCredentials', 'gives tokens at an address without https'],
  ['password', 'gives tokens to users who log in.'],
])('why %s over plain http is not used is said as it is', (flow, why) => {
  const flows = { [flow]: { tokenUrl: 'http://shop.example/token', scopes: {} } };
  const components = { securitySchemes: { app: { type: 'oauth2', flows } } };
  const paths = { '/p': { get: { operationId: 'listP', responses: {}, security: [{ app: [] }] } } };
  const servers = [{ url: 'https://shop.example' }];
  const document = { openapi: '3.0.0', info: { title: 'Shop' }, servers, components, paths };
  const made = importOpenapi({ text: JSON.stringify(document), name: 'shop.json' });
  if (made.kind !== 'imported') throw new Error(made.kind);
  expect(made.losses.map(({ message }) => message).join('\n')).toContain(why);
});

test('a key that no scheme names is no parameter', () => {
  const parameters = [{ name: 'X-Api-Key', in: 'header', required: true, schema: { type: 'string' } }];
  expect(serverOf([], { parameters })).toMatchObject({
    api: { headers: { 'X-Api-Key': '{env.SHOP_API_KEY}' } },
    env: ['SHOP_API_KEY'],
  });
});

/** The body of one operation, beside others of its document. */
function bodyFor(properties: object, more: object = {}, paths: object = {}) {
  const content = { 'application/json': { schema: { type: 'object', properties } } };
  const text = JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Shop' },
    servers: [{ url: 'https://shop.example' }],
    paths: {
      '/books': { post: { operationId: 'createBook', responses: {}, requestBody: { content }, ...more } },
      ...paths,
    },
  });
  const made = importOpenapi({ text, name: 'shop.json' });
  if (made.kind !== 'imported') throw new Error(made.kind);
  expect(compileImport(made.documents).errors).toEqual([]);
  const tool = made.documents.find(({ value }) => value.from === 'POST /books')?.value;
  return {
    parameters: Object.keys(Object(tool?.['parameters'])),
    json: Object(tool?.['http']).json,
    todo: made.losses.filter(({ subject }) => subject === 'secret parameters').map(({ message }) => message),
  };
}

const answer = (schema: object) => ({ 200: { description: 'Done.', content: { 'application/json': { schema } } } });
const text = { type: 'string' };
const note = { note: text };

test.each<readonly [what: string, member: object, more: object, isParameter: boolean]>([
  ['a key', { api_key: text }, {}, false],
  ['a client secret, though masked', { client_secret: { ...text, format: 'password' } }, {}, false],
  ['a password', { password: text }, {}, true],
  ['a secret that is only stored', { secret: { ...text, writeOnly: true } }, {}, true],
  ['a secret that is returned', { secret: text }, { responses: answer({ properties: { secret: text } }) }, true],
  [
    'a secret that another operation returns in a list',
    { secret: text },
    {
      beside: {
        '/books/{id}': {
          get: {
            responses: answer({ properties: { data: { type: 'array', items: { properties: { secret: text } } } } }),
          },
        },
      },
    },
    true,
  ],
  [
    'a secret that another resource has',
    { secret: text },
    { beside: { '/hooks': { get: { responses: answer({ properties: { secret: text } }) } } } },
    false,
  ],
  ['a token that the operation examines', { token: text }, { operationId: 'verifyToken' }, true],
  ['a list of keys', { api_keys: { type: 'array', items: text } }, {}, true],
  ['a setting about secrets', { login_credentials: text }, {}, true],
  [
    'a setting that a question describes',
    { secret: { ...text, description: 'Indicates whether it is one.' } },
    {},
    true,
  ],
  ['one of two documented values', { auth_token: { ...text, enum: ['none', 'basic'] } }, {}, true],
])('%s in a body', (_what, member, { beside = {}, ...more }: { beside?: object }, isParameter) => {
  const [name = ''] = Object.keys(member);
  const { parameters, json } = bodyFor({ ...note, ...member }, more, beside);
  expect(parameters.includes(name)).toBe(isParameter);
  expect(json[name]).toBe(isParameter ? `{${name}}` : `{env.SHOP_${name.toUpperCase()}|}`);
});

test('a password that stays a parameter has to be decided', () => {
  expect(bodyFor({ ...note, password: text, login: { type: 'object', properties: { api_key: text } } }).todo).toEqual([
    'Parameter "password" asks the model for a secret.',
    'Parameter "login.api_key" asks the model for a secret.',
  ]);
});

test.each<readonly [what: string, parameter: object, more: object, isParameter: boolean]>([
  ['an optional key', { name: 'api_key' }, {}, false],
  ['an optional key in a header', { name: 'X-Token', in: 'header' }, {}, false],
  ['an optional Authorization', { name: 'authorization', in: 'header' }, {}, false],
  ['an optional session', { name: 'session_id', in: 'cookie' }, {}, false],
  ['a token', { name: 'token', required: true }, {}, false],
  ['a page token', { name: 'token', required: true, description: 'Token of the next page.' }, {}, true],
  ['a number of tokens', { name: 'token', required: true, schema: { type: 'integer' } }, {}, true],
  [
    'a token that the response gives',
    { name: 'token', required: true },
    { responses: answer({ properties: { nextToken: text, items: { type: 'array', items: {} } } }) },
    true,
  ],
  ['a session', { name: 'session', description: 'Session of the agent.' }, {}, true],
  ['a password', { name: 'password', required: true }, {}, false],
  ['a password beside a key', { name: 'password' }, { parameters: [{ name: 'api_key', in: 'query' }] }, true],
  ['a key of an account, which finds it', { name: 'account_key', description: 'Number of the account.' }, {}, true],
])('%s of an operation', (_what, parameter, more, isParameter) => {
  const given = { in: 'query', schema: text, ...parameter };
  const { parameters: others = [] } = more as { parameters?: object[] };
  const one = serverOf([], { ...more, parameters: [given, ...others] });
  const written = JSON.stringify([one.query, one.toolHeaders, one.parameters, one.api.headers]);
  expect([isParameter, written]).toEqual([
    isParameter,
    expect.stringMatching(isParameter ? /"\{\w+\}"|resume/ : /\{env\./),
  ]);
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
