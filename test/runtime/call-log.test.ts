/** `HAFT_LOG=calls`: a line a call, which `haft diff --usage` reads, without the secrets of the environment; other levels log no argument. */
import { array, assert, constant, constantFrom, jsonValue, oneof, property, record, string } from 'fast-check';
import { expect, test } from 'vitest';
import { assemble } from '../../runtime/server/assemble.ts';
import { handlerTools, secrets } from '../../runtime/modules.ts';
import { openSession } from '../../runtime/protocol/session.ts';
import { CAPABILITIES, CLIENT_INFO, MODERN_VERSIONS, VERSION } from '../../runtime/protocol/versions.ts';
import { unwanted } from '../../runtime/transport/serve-fetch.ts';
import type { Behavior } from '../../runtime/descriptor/descriptor.ts';
import { callOnce } from '../../runtime/try.ts';
import { descriptorOf, tool } from './support/descriptor.ts';
import { http } from './support/loopback.ts';
import { runs } from '../support/runs.ts';

const server = descriptorOf({
  env: { KEY: { description: 'A key.', secret: true, optional: true } },
  tools: [
    {
      ...tool,
      name: 'find',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: [] },
      behavior: { kind: 'handler', export: 'find' },
    },
  ],
});

function linesOf(level: string, args: object): Record<string, unknown>[] {
  return linesAfter(level, [callOf({ arguments: args })]);
}

interface Message {
  readonly method: string;
  readonly params: object;
}

/** The log after a client sent these messages on one connection. */
function linesAfter(level: string, messages: readonly Message[]): Record<string, unknown>[] {
  const lines: string[] = [];
  const variables = { HAFT_LOG: level, KEY: 'hunter22' };
  const { answer, allow } = assemble(server, { find: () => ({}) }, variables, (line) => lines.push(line), {
    ...handlerTools,
    ...secrets,
  });
  const session = openSession(answer, { allowance: allow(), outlet: unwanted, lasting: true });
  messages.forEach((message, id) => session.receive(JSON.stringify({ jsonrpc: '2.0', id, ...message })));
  return lines.map((line) => JSON.parse(line));
}

const callOf = (params: object): Message => ({ method: 'tools/call', params: { name: 'find', ...params } });

const helloOf = (clientInfo: unknown): Message => ({
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
});

/** A request of the era without `initialize`. */
const modernCallOf = (clientInfo: unknown): Message => {
  const envelope = { [VERSION]: MODERN_VERSIONS[0], [CAPABILITIES]: {}, [CLIENT_INFO]: clientInfo };
  return callOf({ arguments: {}, _meta: envelope });
};

test('a call is a line with server, tool and arguments, and secrets are redacted', () => {
  expect(linesOf('calls', { text: 'key hunter22, 5 books' })).toEqual([
    {
      time: expect.any(String),
      level: 'info',
      server: 'small',
      tool: 'find',
      message: 'arguments',
      arguments: { text: 'key [redacted], 5 books' },
    },
  ]);
});

test('a call that is too long is left out, and without the setting no call is written', () => {
  expect(linesOf('calls', { text: 'x'.repeat(300_000) })).toEqual([]);
  for (const level of ['debug', 'info', '']) {
    const written = linesOf(level, { text: 'private' });
    expect(JSON.stringify(written)).not.toContain('private');
  }
});

test('a call has the name of the client that said it last, in both eras', () => {
  const info = oneof(record({ name: string({ maxLength: 20 }), version: constant('1') }), jsonValue());
  const step = record({ kind: constantFrom('hello', 'call', 'modern'), info });
  const nameIn = (value: unknown): unknown => {
    const name: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'name') : undefined;
    return name ?? undefined;
  };
  assert(
    property(array(step, { maxLength: 8 }), (steps) => {
      let last: unknown;
      const expected = steps.flatMap(({ kind, info: given }) => {
        if (kind !== 'call') last = nameIn(given) ?? last;
        return kind === 'hello' ? [] : [last];
      });
      const made = { hello: helloOf, call: () => callOf({}), modern: modernCallOf };
      const messages = steps.map(({ kind, info: given }) => made[kind as keyof typeof made](given));
      expect(linesAfter('calls', messages).map(({ client }) => client)).toEqual(expected);
    }),
    { numRuns: runs(10_000) },
  );
});

test('a secret in the name of a client is redacted', () => {
  const [line] = linesAfter('calls', [helloOf({ name: 'agent hunter22' }), callOf({})]);
  expect(line?.['client']).toBe('agent [redacted]');
});

/** A request that has `{text}` in each of its places. */
const step = { kind: 'http', connection: 'local', method: 'GET', path: '/books/{text}' } as const;
const whole = { ...step, query: { q: '{text}' }, headers: { 'X-Text': '{text}' } } as const;
const PLACES: Readonly<Record<string, Behavior>> = {
  request: whole,
  body: { ...whole, method: 'POST', json: { text: '{text}' } },
  check: { ...step, path: '/', before: [whole], verify: [whole] },
  page: { ...whole, paging: { by: 'next', pointer: '/next', items: '/items' } },
  job: { ...whole, method: 'POST', poll: { path: '/jobs/{text}', interval_ms: 1 } },
  'job of the service': { ...whole, method: 'POST', poll: { interval_ms: 1 } },
  handler: { kind: 'handler', export: 'find' },
};

test.each(['debug', 'info'])('no argument is in a line of %s, wherever a request has it', async (level) => {
  const seen = new Set<string>();
  const base = await http(({ method, url = '' }, response) => {
    seen.add(`${method} ${url}`);
    const body = JSON.stringify({ items: [1], ...(!url.includes('page=2') && { next: '/books/unheard?page=2' }) });
    response.writeHead(method === 'POST' ? 202 : 200, { Location: '/jobs/unheard' }).end(body);
  });
  const lines: string[] = [];
  const find = async ({ text }: { readonly text: string }, call: { request: Function }): Promise<object> =>
    (await call.request('local', { path: '/books/{text}', values: { text }, query: { text } })).json;
  for (const [place, behavior] of Object.entries(PLACES)) {
    const properties = { text: { type: 'string' } } as const;
    const own = { ...tool, name: 'find', inputSchema: { type: 'object', properties, required: [] }, behavior } as const;
    const local = descriptorOf({ tools: [own], connections: { local: { base_url: `${base}/` } } });
    const call = { server: local, tool: own, args: { text: 'unheard' }, variables: { HAFT_LOG: level } };
    const { result } = callOnce({ ...call, handlers: { find }, write: (line) => void lines.push(line) });
    expect((await result).success, place).toBe(true);
  }
  expect([...seen].filter((one) => one.includes('unheard')).length).toBeGreaterThan(4);
  expect(lines.filter((line) => line.includes('unheard'))).toEqual([]);
  expect(lines.some((line) => line.includes(`GET ${base}/books/{text}: 200`))).toBe(level === 'debug');
});
