/** Identifiers of 64 bits reach the service with all their digits, and nothing else becomes a text. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import { settingsOf } from '../../compiler/check/settings.ts';
import { descriptorsOf } from '../../compiler/edge/calls/call-over.ts';
import { callOnce } from '../../runtime/try.ts';
import { runs } from '../support/runs.ts';

const LONG = { type: 'integer', format: 'int64' };

function planned(parameters: readonly object[], body?: object): NonNullable<ReturnType<typeof planSpecs>['value']> {
  const operation = {
    operationId: 'getNote',
    parameters,
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
    responses: { 200: { description: 'A note.' } },
  };
  const root = {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    servers: [{ url: 'https://notes.example' }],
    paths: { '/notes/{id}': { [body ? 'post' : 'get']: operation } },
  };
  const made = importOpenapi({ value: root, name: 'api.json', resolve: () => undefined });
  if (made.kind !== 'imported') throw new Error(made.kind);
  const files = printDocuments(made.documents).map(({ path, text }) => ({ path: `specs/${path}`, text }));
  const { value, diagnostics } = planSpecs(files, { settings: settingsOf({ profiles: { specs: 'mcp' } }) });
  return value ?? expect.fail(JSON.stringify(diagnostics[0]));
}

const path = (schema: object): object => ({ name: 'id', in: 'path', required: true, schema });

test.each<[name: string, place: string, schema: object, type: unknown]>([
  ['id', 'path', LONG, ['integer', 'string']],
  ['id', 'path', { type: 'integer' }, 'integer'],
  ['id', 'path', { ...LONG, minimum: 1, maximum: 1000 }, 'integer'],
  ['id', 'path', { ...LONG, minimum: 1 }, ['integer', 'string']],
  ['id', 'path', { ...LONG, enum: [1, 2] }, 'integer'],
  ['book_id', 'query', LONG, ['integer', 'string']],
  ['bookId', 'query', LONG, ['integer', 'string']],
  ['ID', 'query', LONG, ['integer', 'string']],
  ['page', 'query', LONG, 'integer'],
  ['grid', 'query', LONG, 'integer'],
  ['paid', 'query', LONG, 'integer'],
])('%s in the %s, %j', (name, place, schema, type) => {
  const own = { name, in: place, required: true, schema };
  const [tool] = planned(place === 'path' ? [own] : [path({ type: 'string' }), own]).plan.servers[0]?.tools ?? [];
  const { properties = {} } = tool?.inputSchema ?? {};
  const found = Object.values(properties).at(-1);
  expect(found?.type).toEqual(type);
});

test('in a body a number stays a number', () => {
  const body = { type: 'object', properties: { owner_id: LONG }, required: ['owner_id'] };
  const [tool] = planned([path({ type: 'string' })], body).plan.servers[0]?.tools ?? [];
  expect(tool?.inputSchema.properties?.['owner_id']?.type).toBe('integer');
});

test('any digits are sent as they are, and no other text', async () => {
  const { plan } = planned([path(LONG)]);
  const [server] = plan.servers;
  const [tool] = server?.tools ?? [];
  if (!server || !tool) throw new Error('no tool');
  const found = descriptorsOf({ server, tool });
  const sent: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input) => {
    sent.push(String(input instanceof Request ? input.url : input));
    return Response.json({});
  };
  const called = async (id: unknown): Promise<boolean> => {
    const { result } = callOnce({ ...found, args: { id }, variables: {}, write: () => {} });
    return (await result).success;
  };
  try {
    await fc.assert(
      fc.asyncProperty(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), async (number) => {
        sent.length = 0;
        expect(await called(String(number))).toBe(true);
        expect(sent).toEqual([`https://notes.example/notes/${number}`]);
      }),
      { numRuns: runs(10_000) },
    );
    for (const id of ['x', '1 ', '1/2', '', '--1', '1e3']) expect(await called(id), id).toBe(false);
    expect(await called(7)).toBe(true);
  } finally {
    globalThis.fetch = fetch;
  }
});
