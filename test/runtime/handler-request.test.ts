/** `call.request`: what a handler can send to the connections of its server, and what it gets. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import type { ServiceReply, ServiceRequest } from '../../runtime/server/service.ts';
import { callTool, startTool, variable } from './support/call-tool.ts';
import type { Setting } from './support/call-tool.ts';
import { quickClock } from './support/clock.ts';
import { http, listen, raw, recorder } from './support/loopback.ts';

const run = (handler: Handler, base: string, more: Partial<Setting> = {}): Setting => ({
  behavior: { kind: 'handler', export: 'run' },
  handlers: { run: handler as Handler<never> },
  ...more,
  connection: { base_url: base, ...more.connection },
});

/** A tool that sends one request and shows what came. */
const ask = (base: string, request: ServiceRequest, more: Partial<Setting> = {}): Setting =>
  run(
    async (_args, call) => {
      const reply = await call.request('local', request);
      return 'error' in reply ? reply : (reply.failure ?? shown(reply));
    },
    base,
    { returns: { type: 'object' }, ...more },
  );

const shown = ({ status, text, json }: ServiceReply) => ({ status, text, ...(json !== undefined && { json }) });

describe('the request', () => {
  test('the path is a template over values and variables, everything else is sent as it is', async () => {
    const { base, seen } = await recorder();
    const request: ServiceRequest = {
      method: 'POST',
      path: '/users/{env.USER}/things/{key}',
      values: { key: 'a/b ?' },
      query: { q: '{key}&x=1', n: 3, tag: ['a', 'b'], gone: undefined },
      headers: { 'X-One': '{key}', 'X-Gone': undefined },
      json: [{ text: '{key}' }],
    };
    const connection = { base_url: `${base}/api`, headers: { 'X-Key': '{env.KEY}', 'X-One': 'of the connection' } };
    const setting = { connection, declared: { USER: variable(), KEY: variable() }, source: { USER: '7', KEY: 'k1' } };
    expect(await callTool(ask(base, request, setting))).toMatchObject({
      success: true,
      data: { status: 200, json: { ok: true } },
    });
    expect(seen).toMatchObject([
      {
        method: 'POST',
        url: '/api/users/7/things/a%2Fb%20%3F?q=%7Bkey%7D%26x%3D1&n=3&tag=a&tag=b',
        headers: { 'x-one': '{key}', 'x-key': 'k1', 'content-type': 'application/json' },
        body: '[{"text":"{key}"}]',
      },
    ]);
    expect(seen[0]?.headers).not.toHaveProperty('x-gone');
  });

  test.each([
    ['a value that would climb', { path: '/things/{key}', values: { key: '..' } }, 'invalid_arguments'],
    ['a value that is not there', { path: '/things/{key}' }, 'invalid_arguments'],
    ['a line break in a header', { path: '/', headers: { 'X-One': 'a\r\nX-Two: b' } }, 'internal_error'],
    ['a variable that is not set', { path: '/users/{env.USER}' }, 'user_missing'],
  ])('is not sent with %s', async (_name, request, code) => {
    const { base, seen } = await recorder();
    const on_missing = { error: 'No user.', retry_hint: 'Set USER.', code: 'user_missing' };
    const declared = { USER: variable({ on_missing }) };
    expect(await callTool(ask(base, request, { declared }))).toMatchObject({ success: false, code });
    expect(seen).toEqual([]);
  });

  test('an undeclared connection is an error that only the log explains', async () => {
    const setting = run((_args, call) => call.request('elsewhere', { path: '/' }), 'http://127.0.0.1:9');
    const { code, log } = await callTool(setting);
    expect(code).toBe('internal_error');
    expect(log.join()).toContain('unknown connection "elsewhere"');
  });

  test('it works without its object, and several requests run at once', async () => {
    const { base, seen } = await recorder();
    const setting = run(async (_args, { request }) => {
      const paths = ['/a', '/b', '/c'];
      const replies = await Promise.all(paths.map((path) => request('local', { path })));
      return { n: replies.filter((reply) => !('error' in reply)).length };
    }, base);
    expect(await callTool(setting)).toMatchObject({ data: { n: 3 } });
    expect(seen.map(({ url }) => url).toSorted()).toEqual(['/a', '/b', '/c']);
  });
});

describe('the reply', () => {
  const answering = (status: number, text: string, headers = {}) =>
    http((_request: IncomingMessage, response: ServerResponse) => response.writeHead(status, headers).end(text));

  test('a status is the handler’s to judge; `failure` has the connection’s words, else the runtime’s', async () => {
    const errors = { 403: [{ error: 'Closed today.', retry_hint: 'Come back.', code: 'closed', contains: 'clos' }] };
    const seen: unknown[] = [];
    for (const [status, text] of [
      [403, 'we are closed'],
      [403, 'other'],
      [404, 'nothing'],
      [204, ''],
    ] as const) {
      const base = await answering(status, text);
      const setting = run(
        async (_args, call) => {
          const reply = await call.request('local', { path: '/' });
          if (!('error' in reply)) seen.push([reply.status, reply.failure?.code, reply.json]);
          return {};
        },
        base,
        { connection: { errors } },
      );
      await callTool(setting);
    }
    expect(seen).toEqual([
      [403, 'closed', undefined],
      [403, 'http_error', undefined],
      [404, 'http_error', undefined],
      [204, undefined, undefined],
    ]);
  });

  test('headers and secrets: parts of a response in a message are redacted', async () => {
    const base = await answering(400, 'the key s3cret-key is bad');
    const declared = { KEY: variable({ secret: true }) };
    const { error } = await callTool(ask(base, { path: '/' }, { declared, source: { KEY: 's3cret-key' } }));
    expect(error).toContain('[redacted]');
  });

  test('more than 10 MiB, or no listener, is a failure', async () => {
    const large = await http((_request, response) => response.end(Buffer.alloc(11 * 1024 * 1024, 32)));
    expect(await callTool(ask(large, { path: '/' }))).toMatchObject({ code: 'bad_response' });
    const on_unreachable = { error: 'Not running.', retry_hint: 'Start it.', code: 'not_running' };
    const gone = net.createServer();
    const base = await listen(gone);
    gone.close();
    const nobody = ask(base, { path: '/' }, { connection: { on_unreachable } });
    expect(await callTool(nobody)).toMatchObject({ code: 'not_running' });
  });

  test('redirects stay on the origin', async () => {
    const { base: elsewhere, seen } = await recorder();
    const base = await answering(302, '', { Location: `${elsewhere}/steal` });
    expect(await callTool(ask(base, { path: '/' }))).toMatchObject({ code: 'http_error' });
    expect(seen).toEqual([]);
  });
});

describe('timeouts and cancellation', () => {
  test('reads are tried again, writes are not', async () => {
    for (const [method, tries] of [
      ['GET', 3],
      ['POST', 1],
    ] as const) {
      let count = 0;
      const base = await http((_request, response) => {
        count += 1;
        response.writeHead(503).end();
      });
      const setting = ask(
        base,
        { method, path: '/', ...(method === 'POST' && { json: {} }) },
        { clock: quickClock().clock },
      );
      expect(await callTool(setting)).toMatchObject({ code: 'http_error' });
      expect(count).toBe(tries);
    }
  });

  test('a pause that the service asked for holds for the next request of the same call', async () => {
    const base = await http((_request, response) => response.setHeader('Backoff', '3').end('{}'));
    const { clock, slept } = quickClock();
    const setting = run(
      async (_args, { request }) => {
        await request('local', { path: '/' });
        await request('local', { path: '/' });
        return {};
      },
      base,
      { clock },
    );
    expect(await callTool(setting)).toMatchObject({ success: true });
    expect(slept).toEqual([3000]);
  });

  test('the connection’s limit ends one request, not the call', async () => {
    const silent = await http(() => {});
    const setting = run(
      async (_args, call) => {
        const reply = await call.request('local', { path: '/' });
        return { code: 'error' in reply ? reply.code : '', aborted: call.signal.aborted };
      },
      silent,
      { connection: { timeout_ms: 50 } },
    );
    expect(await callTool(setting)).toMatchObject({ data: { code: 'timeout', aborted: false } });
  });

  test('a cancelled call takes its request with it', async () => {
    let gone = (): void => {};
    let arrived = (): void => {};
    const closed = new Promise<void>((resolve) => (gone = resolve));
    const waiting = new Promise<void>((resolve) => (arrived = resolve));
    const base = await http((request) => {
      request.socket.on('close', gone);
      arrived();
    });
    const { running, outcome } = startTool(ask(base, { path: '/' }));
    await waiting;
    running.open.abort('cancelled');
    await closed;
    expect(await outcome).toMatchObject({ code: 'cancelled' });
  });

  test('an answer that is cut off is a failure', async () => {
    const base = await raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{');
    expect(await callTool(ask(base, { path: '/' }))).toMatchObject({ code: 'connection_lost' });
  });
});
