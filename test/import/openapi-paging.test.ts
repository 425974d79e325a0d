/** Pages that a document describes: which become `paging:`, which are left to the author, and calls that read them. */
import { expect, test } from 'vitest';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import type { JsonObject } from '../../runtime/language/json.ts';
import { compileImport } from '../judges/imported.ts';
import { callTool } from '../runtime/support/call-tool.ts';
import { http } from '../runtime/support/loopback.ts';

const text = { type: 'string' };
const number = { type: 'integer' };
const books = { type: 'array', items: { type: 'object', properties: { id: number, title: text } } };
const map = (properties: object): object => ({ type: 'object', properties });
const page = (name: string, schema: object = number, more: object = {}): object => ({
  name,
  in: 'query',
  schema,
  ...more,
});

interface Listed {
  readonly parameters?: readonly object[];
  readonly schema?: object;
  readonly headers?: object;
}

function imported({ parameters = [], schema = books, headers = {} }: Listed, base = 'https://shop.example') {
  const responses = { 200: { description: 'Books.', headers, content: { 'application/json': { schema } } } };
  const get = { operationId: 'listBooks', summary: 'List books', parameters, responses };
  const document = {
    openapi: '3.1.0',
    info: { title: 'Shop' },
    servers: [{ url: base }],
    paths: { '/books': { get } },
  };
  const made = importOpenapi({ text: JSON.stringify(document), name: 'shop.json' });
  if (made.kind !== 'imported') throw new Error(made.kind);
  const { errors, plan } = compileImport(made.documents);
  expect(errors).toEqual([]);
  const tool = made.documents.find(({ value }) => value['kind'] === 'tool');
  return { tool: Object(tool?.value), notes: tool?.notes ?? [], losses: made.losses, server: plan?.servers[0] };
}

const LINK = { Link: { schema: text, description: 'Links with `rel="next"` and `rel="last"`.' } };
const large = {
  type: 'array',
  items: map(Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at === 0 ? 'id' : `field${at}`, text]))),
};

test.each<readonly [what: string, listed: Listed, http: object]>([
  [
    'a Link header',
    { parameters: [page('page'), page('per_page', { type: 'integer', maximum: 50 })], headers: LINK },
    { query: { per_page: '50' }, paging: { by: 'link', query: 'page', limit: '{per_page}', resume: '{cursor}' } },
  ],
  ['a Link header whose links the document does not tell apart', { headers: LINK }, { paging: { by: 'link' } }],
  [
    'a cursor and the field that has the next one',
    {
      parameters: [page('cursor', text), page('limit')],
      schema: map({ data: books, response_metadata: map({ next_cursor: text }) }),
    },
    {
      paging: {
        by: 'cursor',
        pointer: '/response_metadata/next_cursor',
        query: 'cursor',
        items: '/data',
        limit: '{limit}',
        resume: '{cursor}',
      },
    },
  ],
  [
    'a page token',
    { parameters: [page('pageToken', text)], schema: map({ items: books, nextPageToken: text }) },
    { paging: { by: 'cursor', pointer: '/nextPageToken', query: 'pageToken', items: '/items', resume: '{cursor}' } },
  ],
  [
    'the address of the next page',
    { parameters: [page('offset')], schema: map({ items: books, next: { type: ['string', 'null'], format: 'uri' } }) },
    { paging: { by: 'next', pointer: '/next', query: 'offset', items: '/items', resume: '{cursor}' } },
  ],
  [
    'numbers of pages, a list at the root',
    { parameters: [page('page', { type: 'integer', default: 1 }), page('per_page')] },
    { paging: { by: 'page', query: 'page', limit: '{per_page}', resume: '{cursor}' } },
  ],
  [
    'numbers of pages from 0, and a field that is true when there are more',
    {
      parameters: [page('page', { type: 'integer', minimum: 0 })],
      schema: map({ data: books, has_more: { type: 'boolean' } }),
    },
    { paging: { by: 'page', query: 'page', pointer: '/has_more', first: 0, items: '/data', resume: '{cursor}' } },
  ],
  [
    'items with many fields: the table is that of all pages',
    {
      parameters: [page('cursor', text)],
      schema: map({ data: large, total: number, next_cursor: text }),
    },
    {
      result: {
        data: { each: '/items', fields: expect.objectContaining({ id: '/id' }) },
        total: '/page/total',
        more: '/more',
        next: '/next',
        response: '/response',
      },
    },
  ],
])('%s', (_what, listed, expected) => {
  const { tool, losses } = imported(listed);
  expect(tool.http).toMatchObject(expected);
  expect(losses.map(({ subject }) => subject)).not.toContain('pages');
  if (JSON.stringify(expected).includes('{cursor}')) {
    const selecting = listed.parameters?.map((one) => Object(one)).find(({ name }) => name === tool.http.paging.query);
    const isNumber = selecting.schema.type === 'integer';
    expect(tool.parameters.cursor).toEqual({
      type: 'string',
      default: '',
      description: 'Value of `next` of the last result; empty for the first page.',
      ...(isNumber && { pattern: String.raw`^\d{0,15}(\+\d{1,15})?$` }),
    });
    expect(Object.keys(tool.http.query ?? {})).not.toContain(tool.http.paging.query);
  }
});

test.each<readonly [what: string, listed: Listed]>([
  ['a page whose first number is not said', { parameters: [page('page'), page('per_page')] }],
  ['a cursor without a field', { parameters: [page('cursor', text)], schema: map({ data: books, cursors: books }) }],
  ['an offset', { parameters: [page('offset'), page('limit')] }],
  [
    'a page that every request needs',
    { parameters: [page('page', { type: 'integer', minimum: 1 }, { required: true }), page('limit')] },
  ],
])('%s is left to the author', (_what, listed) => {
  const { tool, losses, notes } = imported(listed);
  expect(tool.http.paging).toBeUndefined();
  expect(losses.filter(({ subject }) => subject === 'pages')).toMatchObject([{ kind: 'todo', from: 'GET /books' }]);
  expect(notes.map((note) => note.text)).toEqual([
    expect.stringMatching(/^TODO Parameter "\w+" seems to select a page/),
  ]);
});

test('without a list or a parameter there are no pages', () => {
  for (const listed of [{}, { parameters: [page('page')], schema: map({ title: text }) }])
    expect(imported(listed).losses.map(({ subject }) => subject)).not.toContain('pages');
});

test.each<readonly [what: string, item: object, expected: object]>([
  ['whole', map({ id: number }), { items: [], more: false }],
  ['as a table', large.items, { data: [], ok: false, more: false }],
])(
  'a response that tells a failure instead of its list is an empty page and shown, %s',
  async (_what, items, expected) => {
    const failure = { ok: false, error: 'expired' };
    const base = await http((_request, response) => response.end(JSON.stringify(failure)));
    const schema = map({ ok: { type: 'boolean' }, data: { type: 'array', items }, next_cursor: text });
    const { data } = await calling(imported({ parameters: [page('cursor', text)], schema }, base))({});
    expect(data).toEqual({ ...expected, response: failure });
  },
);

/** Calls of the tool that was imported. */
function calling({ server }: ReturnType<typeof imported>): (args: JsonObject) => ReturnType<typeof callTool> {
  const tool = server?.tools[0];
  const connection = server?.connections['api'];
  if (!connection || tool?.behavior.kind !== 'http') throw new Error('There is no tool.');
  const behavior = { ...tool.behavior, connection: 'local' };
  return (args) => callTool({ behavior, parameters: tool.inputSchema.properties ?? {}, connection }, args);
}

const ALL = Array.from({ length: 25 }, (_, at) => ({ id: at + 1, title: `Book ${at + 1}` }));

/** A service with pages of up to ten books. */
function service(): Promise<string> {
  return http((request, response) => {
    const url = new URL(request.url ?? '', 'http://shop.example');
    const { page: wanted = '1', per_page: most = '10', after = '0' } = Object.fromEntries(url.searchParams);
    const size = Math.min(10, Number(most));
    const start = url.pathname === '/cursor/books' ? Number(after) : (Number(wanted) - 1) * size;
    const some = ALL.slice(start, start + size);
    const isLast = start + size >= ALL.length;
    if (url.pathname === '/link/books' && !isLast)
      response.setHeader('Link', `<?page=${Number(wanted) + 1}&per_page=${most}>; rel="next"`);
    const cursor = { data: some, paging: { next: isLast ? {} : { after: String(start + size) } } };
    response.end(JSON.stringify(url.pathname === '/cursor/books' ? cursor : some));
  });
}

const SERVICES: readonly (readonly [style: string, listed: Listed])[] = [
  ['link', { parameters: [page('page'), page('per_page')], headers: LINK }],
  ['page', { parameters: [page('page', { type: 'integer', default: 1 }), page('per_page')] }],
  [
    'cursor',
    {
      parameters: [page('after', text), page('per_page')],
      schema: map({ data: books, paging: map({ next: map({ after: text }) }) }),
    },
  ],
];

test.each(SERVICES)(
  'calls of an imported tool read all pages by %s, and go on where the last ended',
  async (style, listed) => {
    const base = await service();
    const call = calling(imported(listed, `${base}/${style}`));
    const whole = await call({});
    expect(whole.data).toEqual({ items: ALL, more: false });
    const start = await call({ per_page: 7 });
    expect(start.data).toEqual({ items: ALL.slice(0, 7), more: true, next: expect.any(String) });
    const rest = await call({ per_page: 20, cursor: String(start.data?.['next']) });
    expect(Object(rest.data?.['items'])[0].id).toBe(8);
  },
);
