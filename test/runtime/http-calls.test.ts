/** Calls over HTTP: progress, cancellation, rate limits and shutdown. */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { bundle } from './support/bundle.ts';
import { familyGate } from './support/family-gate.ts';
import type { HttpServerProcess } from './support/http-client.ts';
import { dial, JSON_HEADERS, legacy, modern, send, startHttp } from './support/http-client.ts';
import { smallServer } from './support/small-server.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const file = await bundle('fixture-server.ts');

const start = (...args: string[]): Promise<HttpServerProcess> => startHttp(file, ['--http', ...args]);
const add = { name: 'add_numbers', arguments: { a: 1 } };
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

describe('calls', () => {
  test('progress makes the answer a stream, for clients that take one', async () => {
    const { url } = await start();
    const params = { name: 'report_steps', arguments: {}, _meta: { progressToken: 'p' } };
    const stream = await modern(url, 'tools/call', params);
    expect(stream).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' },
    });
    expect(stream.events.slice(0, 3).map(({ params: { progress } }) => progress)).toEqual([1, 2, 3]);
    expect(stream.events.slice(3)).toMatchObject([{ id: 1, result: { structuredContent: { success: true } } }]);
    const plain = await modern(url, 'tools/call', params, { Accept: 'application/json' });
    expect(plain).toMatchObject({ status: 200, json: { id: 1 }, events: [] });
    expect((await modern(url, 'tools/call', { name: 'report_steps' })).events).toEqual([]);
  });

  test('a client that disconnects cancels its call, and only its own', async () => {
    const { port, url, logged } = await start();
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'wait_forever' } });
    const socket = dial(port);
    socket.write(
      `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    await logged(/waiting/);
    // The same id from another client is another call.
    expect(await legacy(url, 'tools/call', add)).toMatchObject({ status: 200 });
    socket.destroy();
    await logged(/aborted/);
  });

  test('a connection is kept, and requests on it are answered in order', async () => {
    const { port } = await start();
    const one = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${ping.length}\r\n\r\n${ping}`;
    const socket = dial(port);
    socket.setEncoding('utf8').write(one.repeat(50));
    let text = '';
    while (text.split('HTTP/1.1 200').length <= 50) text += (await once(socket, 'data'))[0];
    expect(text.match(/"id":1,"result"/g)?.length).toBeGreaterThan(48);
    socket.destroy();
  });

  test('each client has its own allowance, and limits are reported as failures', async () => {
    const limits = { calls_per_minute: 2, concurrency: 1, timeout_ms: 1000 };
    const { url } = await startHttp(await smallServer({ transports: ['http'], limits }), []);
    const outcomes = [];
    for (let n = 0; n < 3; n += 1) outcomes.push((await legacy(url, 'tools/call', { name: 'get_x' })).json.result);
    expect(outcomes.map(({ isError = false }) => isError)).toEqual([false, false, true]);
    expect(outcomes[2].structuredContent).toMatchObject({ code: 'rate_limited' });
  });
});

describe('endings', () => {
  test.skipIf(ON_WINDOWS)(
    'a signal lets calls finish, also one that is still being sent, and takes no new connections',
    async () => {
      const { port, url, child, end, logged } = await start();
      const params = { name: 'report_steps', arguments: { hold: true }, _meta: { progressToken: 1 } };
      const answer = legacy(url, 'tools/call', params);
      const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'release_steps' } };
      const body = JSON.stringify(call);
      const kept = dial(port);
      kept.write(`POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`);
      kept.write(`Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`);
      await logged(/holding/);
      child.kill('SIGTERM');
      const refused = () => send(url, 'POST', JSON_HEADERS, ping).catch((error) => error.code);
      await expect.poll(refused).toBe('ECONNREFUSED');
      const last = once(kept, 'data');
      kept.write(body.slice(-1));
      expect(String((await last)[0])).toMatch(/^HTTP\/1\.1 200[^]*"released":true/);
      expect((await answer).events.at(-1)).toMatchObject({ result: { structuredContent: { data: { steps: 3 } } } });
      expect((await end()).code).toBe(0);
    },
  );

  test.skipIf(ON_WINDOWS)('a second signal ends it at once, and aborts what is under way', async () => {
    const { url, child, end, logged } = await start();
    const lost = legacy(url, 'tools/call', { name: 'wait_forever' }).catch((error) => error.code);
    await logged(/waiting/);
    child.kill('SIGTERM');
    const refused = () => send(url, 'POST', JSON_HEADERS, ping).catch((error) => error.code);
    await expect.poll(refused).toBe('ECONNREFUSED');
    child.kill('SIGINT');
    expect(await end()).toMatchObject({ code: 0, stderr: expect.stringContaining('aborted') });
    expect(await lost).toBe('ECONNRESET');
  });

  test('the health check needs no token', async () => {
    const { port } = await start();
    const reply = await send(`http://127.0.0.1:${port}/healthz`, 'GET', { Host: 'balancer.example' });
    expect(reply).toMatchObject({ status: 200, text: 'ok' });
  });

  test.skipIf(ON_WINDOWS)('nothing under way: a signal ends it at once, whatever connections are idle', async () => {
    const { port, child, end } = await start();
    const idle = dial(port);
    await once(idle, 'connect');
    child.kill('SIGTERM');
    expect((await end()).code).toBe(0);
  });

  test.skipIf(ON_WINDOWS).each(['--http', '--sse'])('no program outlives a server over %s', async (flag) => {
    const { port, url, child, end } = await startHttp(file, [flag]);
    const family = await familyGate();
    const params = { name: 'start_family', arguments: { port: family.port } };
    if (flag === '--http') void legacy(url, 'tools/call', params).catch(() => {});
    else {
      const stream = dial(port).setEncoding('utf8');
      stream.write('GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n');
      let text = '';
      while (!text.includes('session=')) text += (await once(stream, 'data'))[0];
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
      const place = /\/messages\S+/.exec(text)?.[0] ?? '';
      expect(await send(`http://127.0.0.1:${port}${place}`, 'POST', JSON_HEADERS, body)).toMatchObject({
        status: 202,
      });
    }
    await family.arrived;
    child.kill('SIGTERM');
    child.kill('SIGINT');
    expect((await end()).code).toBe(0);
    await family.gone;
  });
});
