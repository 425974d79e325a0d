/** The `fetch` handler: both eras, tokens, progress, limits and cancellation. */
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../runtime/index.ts';
import { createFetchHandler } from '../../runtime/index.ts';
import type { FetchOptions } from '../../runtime/index.ts';
import { descriptorOf } from './support/descriptor.ts';

const server = descriptorOf({
  transports: ['http'],
  env: { KEY: { description: 'A key.', secret: true, optional: true } },
  limits: { calls_per_minute: 3, concurrency: 8, timeout_ms: 10_000 },
});

const handler = (run: Handler, options?: FetchOptions) => createFetchHandler(server, { run }, options);

const JSON_HEADERS = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };

function post(message: object | string, headers: Record<string, string> = {}, more: RequestInit = {}): Request {
  const body = typeof message === 'string' ? message : JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
  const all = { ...JSON_HEADERS, ...headers };
  return new Request('https://tools.example/mcp', { method: 'POST', headers: all, body, ...more });
}

const call = (progressToken?: string): object => {
  const meta = progressToken === undefined ? {} : { _meta: { progressToken } };
  return { method: 'tools/call', params: { name: 'get_x', arguments: {}, ...meta } };
};

const eventsOf = (text: string): { method?: string; result?: object }[] =>
  text
    .split('\n\n')
    .filter(Boolean)
    .map((event) => JSON.parse(event.replace(/^event: message\ndata: /, '')));

describe('the fetch handler', () => {
  test('both eras', async () => {
    const answer = handler(() => ({ done: true }));
    const old = await answer(post({ method: 'initialize', params: { protocolVersion: '2025-11-25' } }));
    expect(await old.json()).toMatchObject({ id: 1, result: { protocolVersion: '2025-11-25' } });
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    const listed = await answer(post({ method: 'tools/list', params: { _meta: meta } }, headers));
    expect(await listed.json()).toMatchObject({ result: { resultType: 'complete', tools: [{ name: 'get_x' }] } });
    const mismatch = await answer(post({ method: 'tools/list', params: { _meta: meta } }));
    expect(mismatch.status).toBe(400);
    expect(await mismatch.json()).toMatchObject({ error: { code: -32020 } });
    const done = await answer(post(call()));
    expect([done.status, done.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await done.json()).toMatchObject({ result: { structuredContent: { data: { done: true } } } });
  });

  test.each<[string, Request, number]>([
    ['GET', new Request('https://tools.example/mcp'), 405],
    ['a form', post('x=1', { 'Content-Type': 'text/plain' }), 415],
    ['no JSON accepted', post({ method: 'ping' }, { Accept: 'text/html' }), 406],
    ['no JSON', post('{'), 400],
    ['a foreign origin', post({ method: 'ping' }, { Origin: 'https://evil.example' }), 403],
    ['a local origin', post({ method: 'ping' }, { Origin: 'http://localhost' }), 403],
    ['its own origin', post({ method: 'ping' }, { Origin: 'https://tools.example' }), 200],
    ['a notification', post(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })), 202],
    ['too much', post(' '.repeat(11 * 1024 * 1024)), 413],
  ])('%s', async (_name, request, status) => {
    expect((await handler(() => ({}))(request)).status).toBe(status);
  });

  test('a token', async () => {
    for (const weak of ['', '   ', 'sesame', `${'x'.repeat(15)} `]) {
      expect(() => handler(() => ({}), { token: weak })).toThrow(/The option "token" must have at least 16 characters/);
    }
    const token = 'open-sesame-open';
    const answer = handler(() => ({}), { token });
    const ask = async (value?: string): Promise<number> =>
      (await answer(post({ method: 'ping' }, value === undefined ? {} : { Authorization: value }))).status;
    expect(await ask()).toBe(401);
    for (const wrong of ['', token.slice(1), `${token.slice(0, -1)}f`, token + token, `o${token}`])
      expect(await ask(`Bearer ${wrong}`)).toBe(401);
    expect(await ask(`Bearer ${token}`)).toBe(200);
  });

  test('progress makes a stream, and its reader may leave', async () => {
    let ended: () => void = () => {};
    const aborted = new Promise<void>((resolve) => (ended = resolve));
    const answer = handler(async (_args, { progress, signal }) => {
      signal.addEventListener('abort', ended);
      progress(1, 2);
      await new Promise((resolve) => setImmediate(resolve));
      progress(2, 2);
      return {};
    });
    const stream = await answer(post(call('p')));
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    const events = eventsOf(await stream.text());
    expect(events.map(({ method = 'answer' }) => method)).toEqual([
      'notifications/progress',
      'notifications/progress',
      'answer',
    ]);
    const plain = await answer(post(call('p'), { Accept: 'application/json' }));
    expect(await plain.json()).toMatchObject({ result: {} });

    const endless = handler((_args, { progress, signal }) => {
      signal.addEventListener('abort', ended);
      progress(1);
      return new Promise(() => {});
    });
    await (await endless(post(call('p')))).body?.cancel();
    await aborted;
  });

  test('a client that does not read has at most 16 MiB waiting, and gets the newest progress and the response', async () => {
    const step = 'x'.repeat(1000);
    const hammer: Handler = async (_args, { progress }) => {
      for (let n = 1; n <= 40_000; n += 1) {
        progress(n, 40_000, step);
        if (n % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      hammered();
      await released;
      return { done: true };
    };
    let hammered: () => void = () => {};
    const over = new Promise<void>((resolve) => (hammered = resolve));
    let release: () => void = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const reader = (await handler(hammer)(post(call('p')))).body?.getReader();
    await over;
    let text = '';
    const decoder = new TextDecoder();
    for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
      text += decoder.decode(part.value);
      if (text.includes('"progress":40000,')) release();
    }
    expect(text.length).toBeLessThan(64 * 1024);
    expect(eventsOf(text).at(-1)).toMatchObject({ result: { structuredContent: { data: { done: true } } } });
  });

  test('a request that is aborted cancels its call', async () => {
    const controller = new AbortController();
    const reached = new Promise<void>((aborted) => {
      const answer = handler((_args, { signal }) => {
        signal.addEventListener('abort', () => aborted());
        queueMicrotask(() => controller.abort());
        return new Promise(() => {});
      });
      void answer(post(call(), {}, { signal: controller.signal }));
    });
    await reached;
  });

  test('the environment, the log and the clients are what the platform says', async () => {
    const lines: string[] = [];
    const run: Handler = (_args, call) => {
      call.log(`key ${call.env['KEY']}`);
      return { other: call.env['OTHER'] === undefined };
    };
    const clientOf = (request: Request): string => request.headers.get('x-client') ?? '';
    const answer = handler(run, { env: { KEY: 'secret', OTHER: 'x' }, log: (line) => lines.push(line), clientOf });
    const ask = async (client: string): Promise<unknown> => {
      const text = await (await answer(post(call(), { 'X-Client': client }))).text();
      return JSON.parse(text).result.structuredContent;
    };
    for (let n = 0; n < 3; n += 1) expect(await ask('a')).toMatchObject({ data: { other: true } });
    expect(await ask('a')).toMatchObject({ code: 'rate_limited' });
    expect(await ask('b')).toMatchObject({ success: true });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', tool: 'get_x', message: 'key [redacted]' });
  });
});
