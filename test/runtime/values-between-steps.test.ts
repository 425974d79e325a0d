/** `let:`: a value of one request or program in the next, which gets it as it gets what a model writes. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dryRun } from '../../compiler/cli/call/dry-run.ts';
import { sentText } from '../../compiler/cli/call/print-call.ts';
import { descriptorsOf } from '../../compiler/edge/calls/call-over.ts';
import { planSpecs } from '../../compiler/plan/plan-specs.ts';
import type { CommandStep, HttpBehavior, ResultTable } from '../../runtime/descriptor/descriptor.ts';
import { type Json, sameJson } from '../../runtime/language/json.ts';
import { parseExact } from '../../runtime/language/plain.ts';
import { runs } from '../support/runs.ts';
import { type Setting, callTool } from './support/call-tool.ts';
import { get, http, strings } from './support/loopback.ts';
import { anyUnicode } from '../support/random-text.ts';

interface Asked {
  readonly url: string | undefined;
  readonly match: string | string[] | undefined;
}

/** A service that answers a GET with `found`, and tells what else it was asked. */
async function notes(found: object): Promise<{ readonly base: string; readonly asked: Asked[] }> {
  const asked: Asked[] = [];
  const base = await http(({ method, url, headers }, response) => {
    if (method === 'GET') return void response.setHeader('ETag', '"7"').end(JSON.stringify(found));
    asked.push({ url, match: headers['if-match'] });
    response.end('{"ok":true}');
  });
  return { base, asked };
}

const removing = (table: ResultTable, more: Partial<HttpBehavior>): Partial<HttpBehavior> => ({
  method: 'DELETE',
  path: '/notes/{q}',
  before: [{ connection: 'local', method: 'GET', path: '/notes/{q}', let: table }],
  ...more,
});

test('a value of a response, and of a header', async () => {
  const { base, asked } = await notes({ _rev: '2-abc', tags: ['a', 'b'] });
  const table = { rev: '/_rev', tag: { header: 'ETag' }, all: { pointer: '/tags' } };
  const behavior = removing(table, { query: { rev: '{rev}', all: '{all}' }, headers: { 'If-Match': '{tag}' } });
  expect(await callTool(get(base, behavior), { q: '1' })).toMatchObject({ success: true });
  expect(asked).toEqual([{ url: '/notes/1?rev=2-abc&all=a&all=b', match: '"7"' }]);
});

test.each([[{}], [{ _rev: null }], [{ _rev: '' }], [[]], ['text']])(
  'nothing more is sent where %j has no value',
  async (found) => {
    const { base, asked } = await notes(Object(found));
    const setting = get(base, removing({ rev: '/_rev' }, { query: { rev: '{rev}' } }));
    expect(await callTool(setting, { q: '1' })).toMatchObject({
      code: 'bad_response',
      error: 'There is no "rev", which the next step needs.',
    });
    expect(asked).toEqual([]);
  },
);

test('arguments that a later step cannot send are refused before the first', async () => {
  const { base, asked } = await notes({ _rev: '1' });
  const sent = callTool(get(base, removing({ rev: '/_rev' }, { path: '/x/{q}/{rev}' })), { q: '..' });
  expect(await sent).toMatchObject({ code: 'invalid_arguments' });
  expect(asked).toEqual([]);
});

test('through several programs, each with the values of all before it', async () => {
  const prints = (value: string): CommandStep => ({
    argv: [process.execPath, '-e', `console.log(${value})`.replaceAll(/[{}]/g, '$&$&'), '--'],
    stdout: 'lines',
    max_bytes: 1000,
  });
  const second = prints('process.argv[1] + "2"');
  const work = prints('process.argv.slice(1).join("+")');
  const setting: Setting = {
    behavior: {
      kind: 'command',
      before: [
        { ...prints('"one"'), let: { first: '/0' } },
        { ...second, argv: [...second.argv, '{first}'], let: { next: '/-1' } },
      ],
      ...work,
      argv: [...work.argv, '{next}', '{first}', '{q}'],
      result: { said: '/0', first: { argument: 'first' } },
    },
    parameters: strings('q'),
  };
  expect((await callTool(setting, { q: 'x' })).data).toEqual({ said: 'one2+one+x', first: 'one' });
});

const value = fc.oneof(
  anyUnicode(),
  fc.constantFrom('..', '../x', '%2e%2e', '-x', 'a\r\nX: y', '?a=b', '#f', '{env.HOME}', '{q}', '\0', 'é', 'a/b', ' '),
);

test('any value is sent as that of a parameter is, or fails the call', async () => {
  const state = { found: {} };
  const asked: Asked[] = [];
  const base = await http(({ method, url, headers }, response) => {
    if (method === 'GET') return void response.end(JSON.stringify(state.found));
    asked.push({ url, match: headers['if-match'] });
    response.end('{"ok":true}');
  });
  const template = (name: string): Partial<HttpBehavior> => ({
    method: 'DELETE',
    path: `/notes/{${name}}`,
    query: { rev: `{${name}}`, more: `x{${name}}` },
    headers: { 'If-Match': `"{${name}}"` },
  });
  const before = [{ connection: 'local', method: 'GET', path: '/', let: { rev: '/rev' } }] as const;
  await fc.assert(
    fc.asyncProperty(value, async (text) => {
      state.found = { rev: text };
      asked.length = 0;
      const direct = await callTool(get(base, template('q')), { q: text });
      const read = await callTool(get(base, { ...template('rev'), before }), {});
      if (text === '' || !direct.success) expect(read).toMatchObject({ success: false, code: 'bad_response' });
      else expect([read.success, asked[1]], read.error).toEqual([true, asked[0]]);
      expect(asked).toHaveLength(asked[0] === undefined ? 0 : text === '' ? 1 : 2);
    }),
    { numRuns: runs(2000) },
  );
});

/** JSON that a response keeps as it is. */
const json = fc.jsonValue().map((one): Json => JSON.parse(JSON.stringify(one)));

test('JSON of any type is sent as the same argument is', async () => {
  const state: { found: Json; asked: string[] } = { found: {}, asked: [] };
  const base = await http((request, response) => {
    if (request.method === 'GET') return void response.end(JSON.stringify(state.found));
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      state.asked.push(`${request.url} ${request.headers['x-one']} ${body}`);
      response.end('{"ok":true}');
    });
  });
  const template = (name: string): Partial<HttpBehavior>[] => [
    { json: { copy: `{${name}}`, list: { each: `{${name}}`, as: { one: '{item}' } } } },
    { json: `{${name}}` },
    { form: { copy: `{${name}}`, text: `it is {${name}}` }, style: 'brackets' },
    { query: { copy: `{${name}}` }, path: `/notes/{${name}}`, headers: { 'X-One': `"{${name}}"` } },
  ];
  const parameters = { q: { type: 'object', additionalProperties: true } } as const;
  const before = [{ connection: 'local', method: 'GET', path: '/', let: { rev: '/rev' } }] as const;
  await fc.assert(
    fc.asyncProperty(json, fc.nat(3), async (found, at) => {
      fc.pre(found !== null && found !== '' && sameJson(parseExact(JSON.stringify(found)), found));
      state.found = { rev: found };
      state.asked = [];
      const direct = await callTool(get(base, { method: 'POST', ...template('q.v')[at] }, { parameters }), {
        q: { v: found },
      });
      const read = await callTool(get(base, { method: 'POST', ...template('rev')[at], before }, { parameters }));
      expect(read.success, read.error).toBe(direct.success);
      const [first, ...others] = state.asked;
      expect(others).toEqual(direct.success ? [first] : []);
      if (!direct.success) expect(read.error).toContain(direct.error?.replace('"q.v"', '"rev"'));
    }),
    { numRuns: runs(1000) },
  );
});

const planOf = (http: string): ReturnType<typeof planSpecs> =>
  planSpecs([
    {
      path: 'a.yaml',
      text: `kind: server
name: notes
version: 1.0.0
summary: Stores notes.
connections: { notes: { base_url: "https://notes.example" } }
tools:
  - name: delete_note
    description: { does: Deletes a note., when: the user no longer needs it }
    effects: destroy
    parameters: { id: { type: string, description: Id of the note. } }
    required: [id]
    http: { connection: notes, ${http} }
`,
    },
  ]);

test.each<[http: string, message: RegExp | undefined]>([
  [
    'request: "DELETE /n/{id}/{rev}", before: [{ connection: notes, request: "GET /n/{id}", let: { rev: /_rev } }]',
    undefined,
  ],
  [
    'request: "DELETE /n/{id}/{rv}", before: [{ connection: notes, request: "GET /n/{id}", let: { rev: /_rev } }]',
    /"\{rv\}" is not a parameter/,
  ],
  [
    'request: "DELETE /n/{id}", before: [{ connection: notes, request: "GET /n/{rev}", let: { rev: /_rev } }]',
    /"\{rev\}" is not a parameter/,
  ],
  [
    'request: "DELETE /n/{id}", before: [{ connection: notes, request: "GET /n", let: { id: /_id } }]',
    /"id" is already/,
  ],
  [
    'request: "DELETE /n/{id}", before: [{ connection: notes, request: "GET /n", let: { env: /_id } }]',
    /"env" is already/,
  ],
  [
    'request: "DELETE /n/{id}", before: [{ connection: notes, request: "GET /n", let: { a: /a } }, { connection: notes, request: "GET /n/{a}", let: { a: /a } }]',
    /"a" is already/,
  ],
  [
    'request: "DELETE /n/{id}/{rev}", before: [{ connection: notes, request: "GET /n/{id}", response: text, let: { rev: /_rev } }]',
    /so "\/_rev" finds nothing/,
  ],
  ['request: "DELETE /n/{id}", before: [{ connection: notes, request: "GET /n", let: { a: {} } }]', /no source/],
  ['request: "DELETE /n/{id}", let: { rev: /_rev }', /let/],
  ['request: DELETE /n, query: { id: "{id}" }, omit: { id: "" }', undefined],
  ['request: "DELETE /n/{id}", omit: { id: "" }', /"id" is optional, but this value cannot be built/],
  ['request: "DELETE /n/{id}", omit: { ib: "" }', /Unknown parameter "ib"/],
])('%s', (http, message) => {
  const found = planOf(http)
    .diagnostics.filter(({ code }) => /^spec|binding|output-fits/.test(code))
    .map((one) => one.message);
  expect(found).toEqual(message === undefined ? [] : [expect.stringMatching(message)]);
});

test('a dry run shows the name of what only a check could read', async () => {
  const { value } = planOf(
    'request: "DELETE /n/{id}", query: { rev: "{rev}" }, before: [{ connection: notes, request: "GET /n/{id}", let: { rev: /_rev } }]',
  );
  const [server] = value?.plan.servers ?? [];
  const tool = server?.tools[0];
  if (!server || !tool) throw new Error('not planned');
  const found = descriptorsOf({ server, tool });
  const { sent } = await dryRun(found.tool, {
    server: found.server,
    args: { id: '1' },
    variables: {},
    write: () => {},
  });
  expect(sent.map((one) => sentText(one, (text) => text).split('\n')[0])).toEqual([
    'GET https://notes.example/n/1',
    'DELETE https://notes.example/n/1?rev=REV',
  ]);
});

test('a value that a check has read is in the result, and is typed as known', () => {
  const found = (result: string): string[] =>
    planOf(
      `request: "DELETE /notes/{id}", before: [{ connection: notes, request: "GET /notes/{id}", let: { title: /title } }], verify: [{ connection: notes, request: GET /notes, let: { left: /count } }], result: ${result} `,
    ).diagnostics.flatMap(({ severity, message }) => (severity === 'error' ? [message] : []));
  expect(found('{ title: { argument: title }, id: { argument: id } }')).toEqual([]);
  expect(found('{ left: { argument: left } }')).toEqual(['"left" is not a parameter of tool "delete_note".']);
});
