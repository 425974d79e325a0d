/** Retries, redirects and network errors of `http` tools. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../runtime/server/clock.ts';
import type { HttpBehavior } from '../../runtime/descriptor/descriptor.ts';
import { callTool, openTool, startTool } from './support/call-tool.ts';
import { quickClock } from './support/clock.ts';
import { get, inTurn, listen, recorder } from './support/loopback.ts';

const ok: RequestListener = (_request, response) => response.end('{"ok":true}');
const status =
  (code: number, headers = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(code, headers).end('no');
const to = (place: string, code = 302): RequestListener => status(code, { Location: place });

describe('retries', () => {
  test.each([429, 502, 503, 504])('a read is tried twice more on %i', async (code) => {
    const { base, seen } = await inTurn(status(code), status(code), ok);
    const { clock, slept } = quickClock();
    expect(await callTool(get(base, {}, { clock }))).toMatchObject({ success: true });
    expect(seen).toHaveLength(3);
    expect(slept).toEqual([500, 1000]);
  });

  test('and no more than twice', async () => {
    const { base, seen } = await inTurn(status(503));
    expect(await callTool(get(base, {}, { clock: quickClock().clock }))).toMatchObject({ code: 'http_error' });
    expect(seen).toHaveLength(3);
  });

  test.each([400, 404, 500, 501])('not on %i', async (code) => {
    const { base, seen } = await inTurn(status(code), ok);
    expect(await callTool(get(base, {}, { clock: quickClock().clock }))).toMatchObject({ code: 'http_error' });
    expect(seen).toHaveLength(1);
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('%s is never repeated', async (method) => {
    for (const act of [
      status(503),
      status(429, { 'Retry-After': '1' }),
      (({ socket }) => socket.destroy()) as RequestListener,
    ]) {
      const { base, seen } = await inTurn(act, ok);
      expect(await callTool(get(base, { method }, { clock: quickClock().clock }))).toMatchObject({ success: false });
      expect(seen).toHaveLength(1);
    }
  });

  test('the time that the service names is waited for', async () => {
    const { base } = await inTurn(status(429, { 'Retry-After': '3' }), ok);
    const { clock, slept } = quickClock();
    expect(await callTool(get(base, {}, { clock }))).toMatchObject({ success: true });
    expect(slept).toEqual([3000]);
  });

  test('but not beyond the deadline: then the model is reported', async () => {
    const { base, seen } = await inTurn(status(429, { 'Retry-After': '30' }), ok);
    const { clock, slept } = quickClock();
    const outcome = await callTool(get(base, {}, { clock, timeout_ms: 5000 }));
    expect(outcome).toMatchObject({ code: 'http_error', retry_hint: expect.stringContaining('Wait 30 s,') });
    expect([seen.length, slept.length]).toEqual([1, 0]);
  });

  test('a cancelled call stops waiting', async () => {
    const { base, seen } = await inTurn(status(503), ok);
    let slept: () => void = () => {};
    const sleeping = new Promise<void>((resolve) => (slept = resolve));
    const clock = {
      now: systemClock.now,
      sleep: (_time: number, signal: AbortSignal) => (slept(), systemClock.sleep(1e6, signal)),
    };
    const { running, outcome } = startTool(get(base, {}, { clock }));
    await sleeping;
    running.open.abort('cancelled');
    expect(await outcome).toMatchObject({ success: false });
    expect(seen).toHaveLength(1);
  });

  test('a connection is kept for the next calls', async () => {
    const sockets = new Set<net.Socket>();
    const { base } = await inTurn((request, response) => {
      sockets.add(request.socket);
      ok(request, response);
    });
    const call = openTool(get(base));
    for (let n = 0; n < 20; n += 1) expect(await call().outcome).toMatchObject({ success: true });
    // A call that follows at once may find the connection not yet free.
    expect(sockets.size).toBeLessThanOrEqual(2);
  });

  test('a read is repeated when the connection was closed before the first byte', async () => {
    const { base, seen } = await inTurn(
      ok,
      ({ socket }) => socket.destroy(),
      ({ socket }) => socket.destroy(),
      ok,
    );
    const call = openTool(get(base));
    expect(await call().outcome).toMatchObject({ success: true });
    expect(await call().outcome).toMatchObject({ success: true });
    expect(seen).toHaveLength(4);
  });

  test('a body that breaks off is not asked for again', async () => {
    const { base, seen } = await inTurn((_request, response) => {
      response.writeHead(200, { 'Content-Length': 100 });
      response.write('{"a":', () => response.destroy());
    }, ok);
    expect(await callTool(get(base))).toMatchObject({ code: 'connection_lost' });
    expect(seen).toHaveLength(1);
  });

  test('Backoff is honored by the next call on the connection', async () => {
    const { base, seen } = await inTurn(
      (_request, response) => response.setHeader('Backoff', '4').end('{"ok":true}'),
      ok,
    );
    const { clock, slept, pass } = quickClock();
    const call = openTool(get(base, {}, { clock }));
    expect(await call().outcome).toMatchObject({ success: true });
    pass(1000);
    expect(await call().outcome).toMatchObject({ success: true });
    expect(slept).toEqual([3000]);
    expect(await call().outcome).toMatchObject({ success: true });
    expect([seen.length, slept.length]).toEqual([3, 1]);
  });

  test('a pause that is longer than the deadline is reported, and the service left alone', async () => {
    const { base, seen } = await inTurn((_request, response) => response.setHeader('Backoff', '60').end('{"ok":true}'));
    const call = openTool(get(base, { method: 'POST' }, { clock: quickClock().clock, timeout_ms: 5000 }));
    expect(await call().outcome).toMatchObject({ success: true });
    expect(await call().outcome).toMatchObject({ code: 'rate_limited', retry_hint: 'Wait 60 s, then retry.' });
    expect(seen).toHaveLength(1);
  });
});

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i of a read is followed on the origin', async (code) => {
    const { base, seen } = await inTurn(to('/other?x=1', code), ok);
    expect(await callTool(get(base))).toMatchObject({ success: true });
    expect(seen).toEqual(['GET /things', 'GET /other?x=1']);
  });

  test('three times at most', async () => {
    const { base, seen } = await inTurn(to('/a'));
    expect(await callTool(get(base))).toMatchObject({ code: 'http_error', error: expect.stringContaining('302') });
    expect(seen).toHaveLength(4);
  });

  test('never to another origin, whatever the notation', async () => {
    const other = await recorder();
    const { host, port } = new URL(other.base);
    for (const place of [
      other.base,
      `//${host}/x`,
      `http:${host}`,
      `HTTP://LOCALHOST:${port}/`,
      'file:///etc/passwd',
      'http://[',
    ])
      expect(await callTool(get((await inTurn(to(place))).base))).toMatchObject({ success: false, code: 'http_error' });
    expect(other.seen).toEqual([]);
  });

  test.each(['POST', 'DELETE'] as const)('%s is not redirected', async (method) => {
    const { base, seen } = await inTurn(to('/other', 307), ok);
    expect(await callTool(get(base, { method }))).toMatchObject({ code: 'http_error' });
    expect(seen).toHaveLength(1);
  });

  test('a redirect to nowhere is an answer like another', async () => {
    const { base } = await inTurn(status(304), ok);
    expect(await callTool(get(base))).toMatchObject({ code: 'http_error', error: expect.stringContaining('304') });
  });
});

describe('network errors by name', () => {
  const post: Partial<HttpBehavior> = { method: 'POST' };

  test('a change whose answer was lost may have been made', async () => {
    const { base } = await inTurn(({ socket }) => socket.destroy());
    const annotations = { readOnlyHint: false, destructiveHint: false, idempotentHint: false };
    expect(await callTool(get(base, post, { annotations }))).toMatchObject({
      code: 'connection_lost',
      error: expect.stringMatching(/\((?:UND_ERR_SOCKET|ECONNRESET)\)/),
      retry_hint: expect.stringContaining('may have taken effect'),
    });
  });

  test('a rejected one was not', async () => {
    const server = net.createServer();
    const base = await listen(server);
    server.close();
    expect(await callTool(get(base, post))).toMatchObject({
      error: expect.stringContaining('(ECONNREFUSED)'),
      retry_hint: expect.stringContaining('is running'),
    });
  });

  const on_unreachable = { error: 'It does not run.', retry_hint: 'Start it.' };

  test('no TLS where TLS is wanted', async () => {
    const { base } = await inTurn(ok);
    const secure = base.replace('http:', 'https:');
    const outcome = await callTool(get(secure, {}, { connection: { base_url: secure, on_unreachable } }));
    expect(outcome).toMatchObject({ code: 'tls_error', error: expect.stringContaining('ERR_SSL') });
  });

  test('a certificate without a trusted issuer', async (context) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'haft-tls-'));
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const subject = ['-nodes', '-subj', '/CN=localhost', '-days', '1', '-keyout', key, '-out', cert];
    const made = spawnSync('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      ...subject,
    ]);
    if (made.status !== 0) context.skip('needs openssl');
    const server = https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, ok);
    rmSync(folder, { recursive: true });
    const base = (await listen(server)).replace('http:', 'https:');
    const outcome = await callTool(get(base, {}, { connection: { base_url: base, on_unreachable } }));
    expect(outcome).toMatchObject({ code: 'tls_error', error: expect.stringContaining('SELF_SIGNED_CERT') });
  });
});
