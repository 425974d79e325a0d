/** Sessions with another server over HTTP that it no longer knows, and addresses that have none. */
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { listen } from './runtime/support/loopback.ts';
import { frontOf } from './support/front-of.ts';

interface Received {
  readonly id?: number;
  readonly method?: string;
  readonly params?: { readonly name?: string };
}

/** A server with sessions, of which `forget` ends all; `reject` responds to calls in a session that lives. */
async function sessions(status: number, reject?: (id: unknown) => object) {
  const seen: string[] = [];
  let known = 0;
  let held: (() => void) | undefined;
  let begin = (): void => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const url = await listen(
    createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { id, method, params = {} } = JSON.parse(body === '' ? '{}' : body) as Received;
      const json = (code: number, value: object, headers = {}): unknown =>
        response
          .writeHead(code, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify({ jsonrpc: '2.0', id, ...value }));
      if (method === 'server/discover') return json(400, { error: { code: -32601, message: 'no' } });
      if (method === 'initialize') {
        known += 1;
        const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'x', version: '1' } };
        return json(200, { result }, { 'mcp-session-id': String(known) });
      }
      if (id === undefined) return response.writeHead(202).end();
      if (request.headers['mcp-session-id'] !== String(known)) {
        seen.push('lost');
        return json(status, { error: { code: -32000, message: 'Bad Request: No valid session ID provided' } });
      }
      if (method === 'ping') return json(200, { result: {} });
      seen.push(params.name ?? '');
      if (params.name === 'held') {
        await new Promise<void>((resolve) => {
          held = resolve;
          begin();
        });
        return json(200, { result: { content: [] } });
      }
      return reject ? json(400, reject(id)) : json(200, { result: { content: [] } });
    }),
  );
  return { url: `${url}/mcp`, seen, forget: () => (known += 1), begun, release: () => held?.() };
}

describe('a session', () => {
  test.each([400, 404])(
    'that is rejected with status %i is opened again, and the call is made once',
    async (status) => {
      const { url, seen, forget } = await sessions(status);
      const { call, log } = frontOf({ url });
      await call('a');
      forget();
      expect(await call('b')).toMatchObject({ members: { content: [] } });
      expect(await call('c')).toMatchObject({ members: { content: [] } });
      expect(seen.filter((one) => one !== 'lost')).toEqual(['a', 'b', 'c']);
      expect(log).toEqual([`upstream it: its session has expired (status ${status})`]);
    },
  );

  test('that lives stays, and the error is the result', async () => {
    const { url, seen } = await sessions(400, () => ({ error: { code: -32000, message: 'Not today' } }));
    const { call, log } = frontOf({ url });
    expect(await call('a')).toMatchObject({ error: expect.stringContaining('Not today') });
    expect(seen).toEqual(['a']);
    expect(log.join()).not.toContain('expired');
  });

  test('that is rejected at once in its place is not opened for ever', async () => {
    const { url, seen, forget } = await sessions(400);
    const { call, upstreams } = frontOf({ url });
    upstreams.listen({ onOpen: forget, onNotification: () => {} });
    expect(await call('a')).toMatchObject({ error: expect.stringContaining('No valid session ID provided') });
    expect(seen.filter((one) => one !== 'lost')).toEqual([]);
  });

  test('that is lost leaves other calls, which may be under way, alone', async () => {
    const { url, seen, begun, forget, release } = await sessions(400);
    const { call } = frontOf({ url });
    await call('a');
    const held = call('held');
    await begun;
    forget();
    await call('b');
    release();
    expect(await held).toMatchObject({ members: { content: [] } });
    expect(seen.filter((one) => one === 'held')).toHaveLength(1);
  });
});

test.each([
  ['text/event-stream', /its address is one of HTTP\+SSE \(MCP 2024-11-05\)/],
  ['text/html', /there is no MCP endpoint of Streamable HTTP at its address \(status 405\)/],
])('an address that rejects POST and answers GET with %s', async (type, error) => {
  const url = await listen(
    createServer((request, response) => {
      if (request.method === 'POST') return void response.writeHead(405).end();
      response.writeHead(200, { 'content-type': type }).write('event: endpoint\ndata: /messages\n\n');
      return void (type === 'text/html' && response.end());
    }),
  );
  expect(await frontOf({ url: `${url}/sse` }).call('a')).toMatchObject({ error: expect.stringMatching(error) });
});
