/** Whatever a document asks for: credentials reach the request from the environment, and never from a model. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { asksForSecret } from '../../compiler/check/analysis/secrets/secret-name.ts';
import { plainName } from '../../compiler/features/import/literal.ts';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { compileContent, compileForm, pairsOf } from '../../runtime/behaviors/http/bodies.ts';
import { authenticate } from '../../runtime/behaviors/http/auth.ts';
import { compileRequest } from '../../runtime/behaviors/http/request.ts';
import type { ConnectionDescriptor, HttpStep } from '../../runtime/descriptor/descriptor.ts';
import { neededVariables } from '../../runtime/server/environment.ts';
import { isFailure } from '../../runtime/server/failure.ts';
import { compileImport } from '../judges/imported.ts';
import { WHOLE_RUN, runs } from '../support/runs.ts';

const PLACES = ['header', 'query', 'cookie', 'body', 'form'] as const;

/** Names that say it everywhere, in several spellings. */
const credentialName = fc
  .tuple(
    fc.constantFrom('', 'shop', 'X', 'my'),
    fc.constantFrom('api key', 'access token', 'auth token', 'client secret', 'secret', 'session token', 'private key'),
    fc.constantFrom('-', '_', 'camel'),
  )
  .map(([before, name, by]) => {
    const words = `${before} ${name}`.trim().split(' ');
    const camel = (word: string, at: number): string =>
      at === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1);
    return by === 'camel' ? words.map(camel).join('') : words.join(by);
  });
const harmlessName = fc.constantFrom('page_token', 'cursor', 'limit', 'nextPageToken', 'max_tokens', 'sort_key', 'q');

interface Asked {
  readonly name: string;
  readonly place: (typeof PLACES)[number];
  readonly required: boolean;
  readonly secret: boolean;
}

const asked: fc.Arbitrary<Asked> = fc.oneof(
  fc.record({
    name: credentialName,
    place: fc.constantFrom(...PLACES),
    required: fc.boolean(),
    secret: fc.constant(true),
  }),
  fc.record({
    name: harmlessName,
    place: fc.constantFrom(...PLACES),
    required: fc.boolean(),
    secret: fc.constant(false),
  }),
);
const scheme = fc.oneof(
  fc.constantFrom<object>({ type: 'http', scheme: 'bearer' }, { type: 'http', scheme: 'basic' }),
  fc.record({ type: fc.constant('apiKey'), in: fc.constantFrom('header', 'query', 'cookie'), name: credentialName }),
);
const operation = fc.record({
  values: fc.uniqueArray(asked, { maxLength: 4, selector: ({ name }) => name.toLowerCase().replaceAll(/[-_]/g, '') }),
  security: fc.constantFrom<readonly object[] | undefined>(
    undefined,
    [],
    [{ one: [] }],
    [{ one: [], two: [] }],
    [{}, { one: [] }],
  ),
});
const api = fc.record({ one: scheme, two: scheme, operations: fc.array(operation, { minLength: 1, maxLength: 3 }) });
type Api = typeof api extends fc.Arbitrary<infer T> ? T : never;

function documentOf({ one, two, operations }: Api): string {
  const paths = operations.map(({ values, security }, at) => {
    const bodies = values.filter(({ place }) => place === 'body' || place === 'form');
    const type = bodies.some(({ place }) => place === 'form')
      ? 'application/x-www-form-urlencoded'
      : 'application/json';
    const schema = {
      type: 'object',
      properties: Object.fromEntries([['note', {}], ...bodies.map(({ name }) => [name, { type: 'string' }])]),
      required: bodies.filter(({ required }) => required).map(({ name }) => name),
    };
    const parameters = values
      .filter((value) => !bodies.includes(value))
      .map(({ name, place, required }) => ({ name, in: place, required, schema: { type: 'string' } }));
    const post = {
      operationId: `create_book_${at}`,
      responses: {},
      parameters,
      ...(security && { security }),
      ...(bodies.length > 0 && { requestBody: { content: { [type]: { schema } } } }),
    };
    return [`/books${at}`, { post }];
  });
  return JSON.stringify({
    openapi: '3.0.0',
    info: { title: 'Shop' },
    servers: [{ url: 'https://shop.example' }],
    paths: Object.fromEntries(paths),
    components: { securitySchemes: { one, two } },
  });
}

/** Each place of a request that has a value: `header x-key`, `body secret`. */
function sentPlaces(step: HttpStep, connection: ConnectionDescriptor, scope: object): ReadonlyMap<string, string> {
  const parts = { forms: () => ({ pairsOf, compileForm }), content: () => compileContent, login: () => authenticate };
  const request = compileRequest(step, connection, { ...parts, isJson: true })({ ...scope } as never);
  if (isFailure(request)) throw new Error(request.error);
  const { url, headers, body } = request;
  const cookies = (headers.get('cookie') ?? '').split('; ').filter((one) => one !== '');
  const json: unknown = step.json === undefined ? {} : JSON.parse(String(body));
  const fields = step.form === undefined ? Object.entries(Object(json)) : [...new URLSearchParams(String(body))];
  return new Map([
    ...[...url.searchParams].map(([name, value]) => [`query ${name}`, value] as const),
    ...[...headers].filter(([name]) => name !== 'cookie').map(([name, value]) => [`header ${name}`, value] as const),
    ...cookies.map((one) => [`cookie ${one.split('=')[0] ?? ''}`, one.slice(one.indexOf('=') + 1)] as const),
    ...fields.map(([name, value]) => [`body ${name}`, String(value)] as const),
  ]);
}

function keyOf({ place, name }: { readonly place: string; readonly name: string }): string {
  return `${place === 'form' ? 'body' : place} ${place === 'header' ? name.toLowerCase() : name}`;
}

/** The places of the schemes of an operation; several in one place are sent as one. */
function schemePlaces({ one, two }: Api, security: readonly object[] | undefined): string[] {
  const names = new Set((security ?? []).flatMap((alternative) => Object.keys(alternative)));
  return [...names].map((name) => {
    const { type, in: place, name: key } = Object(name === 'one' ? one : two);
    return type === 'apiKey' ? keyOf({ place, name: key }) : 'header authorization';
  });
}

test(
  'credentials reach the request when they are set, their place is left out when they are not, and no model has them',
  () => {
    fc.assert(
      fc.property(api, (given) => {
        const made = importOpenapi({ text: documentOf(given), name: 'shop.json' });
        if (made.kind !== 'imported') throw new Error(made.kind);
        const [server, ...tools] = made.documents.map(({ value }) => value);
        const declared = Object.entries(
          Object(server?.['env']) as Record<string, { secret?: boolean; optional?: boolean }>,
        );
        const env = Object.fromEntries(declared.map(([name]) => [name, `value-of-${name}`]));
        const needed = Object.fromEntries(
          Object.entries(env).filter(([name]) => Object(server?.['env'])[name].optional !== true),
        );
        expect(tools).toHaveLength(given.operations.length);
        given.operations.forEach(({ values, security }, at) => {
          const tool = Object(tools.find(({ from }) => from === `POST /books${at}`));
          for (const [name, { type, description = '' }] of Object.entries<Record<string, string>>(
            Object(tool.parameters),
          ))
            expect(asksForSecret({ name, description, type, tool: tool.name, isListed: false })).toBe(false);
          const connection = Object(server?.['connections'])[tool.http.connection];
          const [method, path] = tool.http.request.split(' ');
          const step = { ...tool.http, method, path } as HttpStep;
          const args = Object.fromEntries(Object.keys(Object(tool.parameters)).map((name) => [name, 'argument']));
          const sent = sentPlaces(step, connection, { ...args, env });
          const own = values.filter(({ secret }) => secret).map(keyOf);
          const ofSchemes = schemePlaces(given, security);
          for (const place of [...own, ...ofSchemes])
            expect([place, sent.get(place)]).toEqual([place, expect.stringMatching(/value-of-|^Basic /)]);
          // No two credentials share a variable, and none is in a place that does not ask for it.
          if (security === undefined || security.length === 0) {
            const found = [...sent].filter(([, value]) => /value-of-|^Basic /.test(value)).map(([place]) => place);
            expect(found.toSorted()).toEqual(own.toSorted());
          }
          const always = values.filter((one) => one.secret && one.required).map(keyOf);
          const asked = neededVariables([step, connection]);
          if (security === undefined) expect(asked.length > 0).toBe(always.length > 0);
          const ofTool = Object.fromEntries(asked.map((variable) => [variable, env[variable] ?? '']));
          const unset = sentPlaces(step, connection, { ...args, env: { ...needed, ...ofTool } });
          for (const value of unset.values()) expect(value).not.toMatch(/^(?:Bearer ?|)$/);
          for (const value of values) if (!value.secret) expect(sent.get(keyOf(value))).toBe('argument');
        });
        for (const [name, { secret }] of declared)
          if (!/_(?:USER|FILES)$/.test(name)) expect([name, secret]).toEqual([name, true]);
      }),
      { numRuns: runs(runs(10_000)) },
    );
  },
  WHOLE_RUN,
);

test('documents with credentials everywhere are accepted by check', () => {
  fc.assert(
    fc.property(api, (given) => {
      const made = importOpenapi({ text: documentOf(given), name: 'shop.json' });
      if (made.kind !== 'imported') throw new Error(made.kind);
      const { errors, warnings } = compileImport(made.documents);
      expect(errors).toEqual([]);
      expect(warnings.filter(({ code }) => code.startsWith('server/'))).toEqual([]);
    }),
    { numRuns: runs(runs(500)) },
  );
});

test('what is taken away from a model is named, with the variable that it became', () => {
  const text = { type: 'string' };
  const place = fc.constantFrom('header', 'query', 'cookie', 'body');
  const name = fc.constantFrom(
    'api_key',
    'X-Api-Key',
    'secret',
    'secrets',
    'access_token',
    'note',
    'login_credentials',
    'key',
  );
  const description = fc.constantFrom('', 'Indicates whether secrets are needed.', 'API key of the shop.');
  const value = fc.record({ place, name, description, required: fc.boolean() });
  const key = { key: { type: 'apiKey', in: 'query', name: 'key' } };
  fc.assert(
    fc.property(fc.uniqueArray(value, { maxLength: 5, selector: (one) => one.name }), (values) => {
      const fields = values.filter((one) => one.place === 'body');
      const properties = Object.fromEntries(fields.map((one) => [one.name, { ...text, description: one.description }]));
      const content = { 'application/json': { schema: { type: 'object', properties: { ...properties, end: text } } } };
      const others = values.filter((one) => !fields.includes(one));
      const parameters = others.map(({ place: of, ...one }) => ({ ...one, in: of, schema: text }));
      const post = { operationId: 'createBook', responses: {}, parameters, requestBody: { content } };
      const document = {
        openapi: '3.0.0',
        info: { title: 'Shop' },
        servers: [{ url: 'https://shop.example' }],
        security: [{ key: [] }],
        paths: { '/books': { post } },
        components: { securitySchemes: key },
      };
      const made = importOpenapi({ text: JSON.stringify(document), name: 'shop.json' });
      if (made.kind !== 'imported') throw new Error(made.kind);
      const tool = made.documents.find(({ value: { from } }) => from === 'POST /books')?.value;
      const own = new Set(Object.keys(Object(tool?.['parameters'])));
      const told = made.losses.filter(({ subject }) => subject === 'credentials of callers');
      for (const one of values) {
        const isNamed = told.some(({ message }) => message.includes(JSON.stringify(one.name)));
        const isParameter = own.has(plainName(one.name));
        expect([one, isNamed]).toEqual([one, !isParameter]);
      }
    }),
    { numRuns: 100 },
  );
});
