/** `list: search`: two tools find and call the others, and a call through them is that of the tool itself. */
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServerDescriptor } from '@haft/runtime';
import { createFetchHandler } from '@haft/runtime';
import { indexTools, typedLine } from '@haft/runtime/language';
import type { JsonObject } from '@haft/runtime/language';
import { serverDescriptor } from '../compiler/emit/server/descriptor.ts';
import { toolTable } from '../compiler/emit/server/listed-tools.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { settingsOf } from '../compiler/check/settings.ts';
import { temporaryFolder, writeFiles } from './support/folder.ts';
import { haft } from './support/haft.ts';
import { connect, SOME_MODES } from './support/official-client.ts';
import { runs } from './support/runs.ts';
import { anyUnicode } from './support/random-text.ts';

const THINGS = ['invoice', 'customer', 'shipment', 'harbor', 'berth', 'tide', 'crane', 'pilot', 'tariff', 'permit'];
const VERBS = ['list', 'get', 'update', 'delete'] as const;

const toolOf = (verb: (typeof VERBS)[number], thing: string): string => `
  - name: ${verb}_${thing}
    description: { does: ${verb === 'list' ? 'Lists' : `${verb}s`} a ${thing} of the port., when: the user asks for a ${thing} }
    parameters:
      id: { type: string, maxLength: 5, description: Id of the ${thing}. }
      limit: { type: integer, minimum: 1, maximum: 9, default: 3, description: How many. }
    required: [id]
    returns: { type: object, properties: { id: { type: string }, limit: { type: integer } }, required: [id, limit] }
    effects: ${verb === 'delete' ? 'destroy' : verb === 'update' ? 'write' : 'read'}
    handler: handlers.ts`;

const SPEC = `kind: server
name: port
version: 1.0.0
summary: Invoices, customers and berths of a port.
list: search
limits: { calls_per_minute: 1000000 }
tools:${THINGS.flatMap((thing) => VERBS.map((verb) => toolOf(verb, thing))).join('')}
  - name: list_old_berths
    description: { does: Lists old berths., when: the user asks for old berths }
    effects: read
    deprecated: { since: 2026-01-01, use: list_berth, remove_after: 2026-06-01, reason: It lists too many., listed: false }
    handler: handlers.ts
`;

function served(text: string): ServerDescriptor {
  const { value, diagnostics } = planSpecs([{ path: 'specs/port/server.yaml', text }], { settings: settingsOf({}) });
  const [server] = value?.plan.servers ?? [];
  if (!server) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return { ...serverDescriptor(server, server.tools), tools: toolTable(server) };
}

const SERVER = served(SPEC);

const HANDLERS = Object.fromEntries(
  SERVER.tools.flatMap(({ behavior }) =>
    behavior.kind === 'handler'
      ? [[behavior.export, (args: JsonObject, call: { fail: (...texts: string[]) => never }) => answerTo(args, call)]]
      : [],
  ),
);

function answerTo({ id, limit }: JsonObject, call: { fail: (...texts: string[]) => never }): unknown {
  if (id === 'lost') return call.fail('It is lost.', 'Ask for another one.', 'lost');
  if (id === 'throw') throw new Error('a fault of the author');
  return id === 'odd' ? { id: 7 } : { id, limit };
}

const answer = createFetchHandler(SERVER, HANDLERS as never);

async function ask(method: string, params: JsonObject): Promise<JsonObject> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const response = await answer(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }));
  return (await response.json()) as JsonObject;
}

const call = (name: string, args: unknown): Promise<JsonObject> =>
  ask('tools/call', { name, arguments: args as JsonObject });

/** References of internal errors are random. */
const plainText = (value: unknown): string => JSON.stringify(value).replaceAll(/reference \w+/g, 'reference');

describe('a server with `list: search`', () => {
  test('lists what finds and calls, and what destroys', async () => {
    const { result } = await ask('tools/list', {});
    const names = (result as { tools: { name: string }[] }).tools.map(({ name }) => name);
    expect(names).toEqual(['find_tools', 'call_tool', ...THINGS.map((thing) => `delete_${thing}`).sort()]);
  });

  test('a hidden tool is called by name, through `call_tool` too, with the same result', async () => {
    const args = fc.oneof(
      fc.record({ id: fc.constantFrom('a', 'lost', 'throw', 'odd'), limit: fc.integer({ min: -1, max: 11 }) }),
      fc.record({ id: fc.string({ maxLength: 8 }) }),
      fc
        .anything()
        .filter((value) => JSON.stringify(value) !== undefined)
        .map((value) => ({ id: value })),
      fc.constant({}),
    );
    const names = fc.constantFrom('list_berth', 'get_invoice', 'update_tide', 'list_old_berths');
    await fc.assert(
      fc.asyncProperty(names, args, async (name, given) => {
        const sent = JSON.parse(JSON.stringify(given)) as JsonObject;
        const [own, through] = [await call(name, sent), await call('call_tool', { name, arguments: sent })];
        expect(plainText(through)).toBe(plainText(own));
      }),
      { numRuns: runs(2000, 50) },
    );
  });

  test.each([
    [{ name: 'delete_berth', arguments: { id: 'a' } }, 'delete_berth is a tool of its own.'],
    [{ name: 'find_tools', arguments: { request: 'berth' } }, 'find_tools is a tool of its own.'],
    [{ name: 'call_tool', arguments: {} }, 'call_tool is a tool of its own.'],
    [{ name: 'get_berths' }, 'There is no tool get_berths.'],
    [{ name: '__proto__' }, 'There is no tool __proto__.'],
    [{}, '/name is required'],
    [{ name: 7 }, '/name must be a string'],
    [{ name: 'get_berth', arguments: [1] }, 'an object'],
  ])('`call_tool` refuses %j in words that a model can act on', async (args, says) => {
    const { result } = await call('call_tool', args);
    expect(JSON.stringify(result).replaceAll('\\"', '"')).toContain(says);
    expect(result).toMatchObject({ isError: true });
  });

  test('finds by words, deprecated tools never, and says what to do where nothing is found', async () => {
    const { result } = await call('find_tools', { request: 'show me the berths', limit: 2 });
    expect((result as JsonObject)['structuredContent']).toEqual({
      success: true,
      data: {
        tools: [
          {
            name: 'delete_berth',
            does: 'deletes a berth of the port.',
            arguments: '(id: string, limit?: integer 1-9 = 3)',
          },
          { name: 'get_berth', does: 'gets a berth of the port.', arguments: '(id: string, limit?: integer 1-9 = 3)' },
        ],
        more: 38,
      },
    });
    const whole = await call('find_tools', { request: 'show me the berths', limit: 20, schemas: true });
    expect(JSON.stringify(whole)).not.toContain('list_old_berths');
    expect(JSON.stringify(whole)).toContain('inputSchema'.slice(5).toLowerCase());
    expect(await call('find_tools', { request: 'xyzzy' })).toMatchObject({
      result: { isError: true, structuredContent: { code: 'nothing_found' } },
    });
  });
});

describe('the search', () => {
  const tools = SERVER.tools.filter(({ behavior, listed }) => behavior.kind !== 'find' && listed !== false);

  test('finds every tool by its own name, however it is written', () => {
    const search = indexTools(tools);
    for (const { name } of tools) {
      const words = name.split('_');
      const camel = words.map((word, at) => (at === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join('');
      for (const request of [name, words.join(' '), camel, words.join('-').toUpperCase().toLowerCase()])
        expect(search(request)[0], request).toBe(name);
    }
  });

  test('is total, names each tool once and only those that there are', () => {
    const names = new Set(tools.map(({ name }) => name));
    const search = indexTools(tools);
    fc.assert(
      fc.property(anyUnicode(), (request) => {
        const found = search(request);
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((name) => names.has(name))).toBe(true);
      }),
      { numRuns: runs(2000, 50) },
    );
    expect(indexTools([])('anything')).toEqual([]);
  });

  test('reads texts without blanks between words', () => {
    const search = indexTools([
      { name: 'a', description: '港の船を一覧にする', inputSchema: { type: 'object' } },
      { name: 'b', description: '顧客を検索する', inputSchema: { type: 'object' } },
    ]);
    expect(search('顧客はどこ')).toEqual(['b']);
  });
});

test.each([
  [{}, 'f()'],
  [{ properties: { a: { type: 'string', enum: ['x', 'y'] } }, required: ['a'] }, 'f(a: "x" | "y")'],
  [{ properties: { a: { type: ['integer', 'null'], minimum: 1 } } }, 'f(a?: integer 1- | null)'],
  [{ properties: { 'a b': { type: 'array', items: { enum: [1, 2] } } } }, 'f("a b"?: (1 | 2)[])'],
  [
    {
      properties: {
        o: {
          type: 'object',
          properties: { p: { type: 'object', properties: { q: { type: 'object', properties: {} } } } },
        },
      },
    },
    'f(o?: { p?: { q?: object } })',
  ],
  [
    { properties: { x: { anyOf: [{ type: 'string' }, { type: 'number' }] }, y: {} } },
    'f(x?: string | number, y?: any)',
  ],
] as const)('a line of types: %j', (schema, line) => {
  expect(typedLine('f', schema)).toBe(line);
});

test('the compiled server is found in and called by the official client, in every era', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { 'specs/port/server.yaml': COMPILED });
  expect(haft(folder, 'compile')).toMatchObject({ code: 0 });
  for (const [, mode] of SOME_MODES) {
    const client = await connect(mode, join(folder, 'generated/servers/port/server.mjs'));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'find_tools',
      'call_tool',
      'delete_tide',
    ]);
    const found = await client.callTool({ name: 'find_tools', arguments: { request: 'lists a berth', limit: 1 } });
    expect(found.structuredContent).toMatchObject({ data: { tools: [{ name: 'list_berth' }] } });
    const called = await client.callTool({
      name: 'call_tool',
      arguments: { name: 'list_berth', arguments: { id: 'b1' } },
    });
    expect(called).toEqual(await client.callTool({ name: 'list_berth', arguments: { id: 'b1' } }));
    expect(called.structuredContent).toEqual({ success: true, data: { text: 'b1' } });
  }
});

const COMPILED = `${SPEC.split('\ntools:')[0]}
tools:${[toolOf('list', 'berth'), toolOf('get', 'invoice'), toolOf('delete', 'tide')].join('')}
`
  .replaceAll(/ +returns: .*\n/g, '')
  .replaceAll(
    'handler: handlers.ts',
    'command: { argv: [echo, "{id}", "{limit}"], stdout: text, result: { text: "" } }',
  )
  .replaceAll(', "{limit}"', '')
  .replaceAll(/ +limit: .*\n/g, '');
