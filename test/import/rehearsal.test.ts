/** A rehearsal calls every imported tool on a mock of the document: what works answers, and what does not is named with its reason. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { mockOf } from '../../compiler/features/import/openapi/mock.ts';
import { rehearse } from '../../compiler/features/import/run/rehearse.ts';
import type { ImportResult } from '../../compiler/features/import/imported.ts';
import type { JsonObject } from '../../runtime/language/json.ts';

const NOTE = {
  type: 'object',
  required: ['id', 'title'],
  properties: {
    id: { type: 'string', readOnly: true },
    title: { type: 'string', minLength: 2 },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const json = (schema: object): object => ({ 'application/json': { schema } });
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const ROOT = {
  openapi: '3.0.3',
  info: { title: 'Notes', version: '1' },
  servers: [{ url: 'https://notes.example/v1' }],
  security: [{ key: [] }],
  paths: {
    '/notes': {
      get: {
        operationId: 'listNotes',
        parameters: [
          { name: 'folder', in: 'query', required: true, schema: { type: 'string', enum: ['a', 'b'] } },
          { name: 'X-Trace', in: 'header', required: true, schema: { type: 'string', format: 'uuid' } },
        ],
        responses: {
          200: {
            description: 'Notes.',
            content: json({ type: 'array', items: { $ref: '#/components/schemas/Note' } }),
          },
        },
      },
      post: {
        operationId: 'createNote',
        requestBody: { required: true, content: json({ $ref: '#/components/schemas/Note' }) },
        responses: { 201: { description: 'The note.', content: json({ $ref: '#/components/schemas/Note' }) } },
      },
    },
    '/notes/{id}': {
      get: {
        operationId: 'getNote',
        parameters: [id],
        responses: { 200: { description: 'A note.', content: json(NOTE) } },
      },
      delete: { operationId: 'deleteNote', parameters: [id], responses: { 204: { description: 'Deleted.' } } },
    },
  },
  components: {
    schemas: { Note: NOTE },
    securitySchemes: {
      key: { type: 'oauth2', flows: { clientCredentials: { tokenUrl: 'https://notes.example/token', scopes: {} } } },
    },
  },
};
const SOURCE = { value: ROOT, name: 'api.json', resolve: () => undefined };

function imported(edit: (tool: JsonObject) => JsonObject = (same) => same): ImportResult {
  const made = importOpenapi(SOURCE);
  if (made.kind !== 'imported') throw new Error(made.kind);
  const documents = made.documents.map((one) => ({ ...one, value: { ...edit(one.value), from: one.value.from } }));
  return { ...made, documents };
}

const withHttp =
  (name: string, change: (http: Record<string, never>) => object) =>
  (tool: JsonObject): JsonObject =>
    tool['name'] === name ? { ...tool, http: change({ ...Object(tool['http']) }) as JsonObject } : tool;

test('what was imported answers', async () => {
  expect(await rehearse(imported(), SOURCE)).toBe('Rehearsal on a mock of the document: 4 tools, 4 answered\n');
});

test.each<[name: string, edit: (tool: JsonObject) => JsonObject, why: string]>([
  ['get_note', withHttp('get_note', (http) => ({ ...http, request: 'GET /note/{id}' })), 'expected /notes/{id}.'],
  [
    'get_note',
    withHttp('get_note', (http) => ({ ...http, request: 'POST /notes/{id}' })),
    'The request is a POST, expected GET.',
  ],
  [
    'list_notes',
    withHttp('list_notes', ({ query: _none, ...http }) => http),
    'The required query parameter "folder" is not sent.',
  ],
  [
    'list_notes',
    withHttp('list_notes', ({ headers: _none, ...http }) => http),
    'The required header parameter "X-Trace" is not sent.',
  ],
  [
    'create_note',
    withHttp('create_note', (http) => ({ ...http, json: { name: '{title}' } })),
    'The body is not that of the document: data must have required property',
  ],
  ['create_note', withHttp('create_note', ({ json: _none, ...http }) => http), 'The required body is not sent.'],
  [
    'create_note',
    (tool) =>
      tool['name'] === 'create_note'
        ? {
            ...tool,
            parameters: { ...Object(tool['parameters']), title: { type: 'string', pattern: '^x$', minLength: 9 } },
          }
        : tool,
    'No arguments could be made of its schema.',
  ],
])('%s is named with its reason', async (name, edit, why) => {
  const text = await rehearse(imported(edit), SOURCE);
  expect(text).toMatch(/^Rehearsal on a mock of the document: 4 tools, 3 answered, 1 needs you:\n {2}/);
  expect(text).toContain(`  ${name}: `);
  expect(text).toContain(why);
});

test('a document that says nothing of its answers, and one of version 2', () => {
  const request = { method: 'GET', url: new URL('http://127.0.0.1/base/a/x%2Fy'), headers: new Headers(), body: '' };
  const paths = { '/a/{b}': { get: { responses: {} } } };
  for (const version of [{ openapi: '3.1.0' }, { swagger: '2.0' }]) {
    const mock = mockOf({ value: { ...version, info: {}, paths }, name: 'a', resolve: () => undefined });
    expect(mock(request, 'GET /a/{b}')).toEqual({ status: 204, body: '' });
    expect(mock(request, 'GET /c')).toEqual({ problem: 'The document has no operation GET /c.' });
  }
});

test.each([
  ['204', { 'application/json': { schema: { type: 'string' } } }],
  ['205', { 'text/plain': {} }],
  ['2', { 'application/json': {} }],
  ['2000', { 'application/json': {} }],
  ['299', { 'application/json': { schema: { type: 'object' } } }],
  ['200', { 'application/*': { schema: { type: 'string', format: 'binary' } } }],
  ['200', { 'application/x; name=ä\n': {} }],
  ['default', { '*/*': { schema: { type: 'string' } } }],
])('a tool answers whose success is %s with %j', async (status, content) => {
  const responses = { [status]: { description: 'Done.', content } };
  const value = {
    openapi: '3.0.3',
    info: { title: 'Notes', version: '1' },
    servers: [{ url: 'https://notes.example' }],
    paths: { '/notes/{id}': { delete: { operationId: 'deleteNote', parameters: [id], responses } } },
  };
  const source = { value, name: 'api.json', resolve: () => undefined };
  const made = importOpenapi(source);
  if (made.kind !== 'imported') throw new Error(made.kind);
  expect(await rehearse(made, source)).toBe('Rehearsal on a mock of the document: 1 tool, 1 answered\n');
});
