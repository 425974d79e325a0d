/** More connections than a server can look after: who stays, who goes, and who is one client. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { assemble } from '../../runtime/assemble.ts';
import { handlerTools, secrets } from '../../runtime/modules.ts';
import type { Handler } from '../../runtime/behaviors/run.ts';
import { clientAt } from '../../runtime/transport/rate-limiters.ts';
import { createRequestGuard } from '../../runtime/transport/http-guard.ts';
import { openWeb } from '../../runtime/transport/http.ts';
import { createStreams } from '../../runtime/transport/sse.ts';
import { createRoutes } from '../../runtime/transport/http-routes.ts';
import { bundle } from './support/bundle.ts';
import { dial, JSON_HEADERS, legacy, send, startHttp } from './support/http-client.ts';
import { call, hammerServer, request } from './support/hammer.ts';
import { descriptorOf } from './support/descriptor.ts';

const TIMES = { head: 60_000, request: 60_000, idle: 60_000, silence: 60_000, drain: 60_000 };

const server = descriptorOf({
  transports: ['http', 'sse'],
  limits: { calls_per_minute: 1_000_000, concurrency: 100, timeout_ms: 60_000 },
});

/** A server in this process, and connections to it from any address of the loopback interface. */
async function open(most: number, mostOfOne: number, run: Handler = () => ({})) {
  const guard = createRequestGuard({ token: undefined, local: true }, () => true);
  const routes = createRoutes(
    assemble(server, { run }, {}, () => {}, { ...handlerTools, ...secrets }),
    guard,
    createStreams,
  );
  const { web } = await openWeb(routes, server, TIMES, () => {}, { most, mostOfOne });
  onTestFinished(() => {
    web.close();
    web.closeAllConnections();
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  /** Comes back when the server has seen the connection. */
  const from = async (localAddress: string): Promise<Socket> => {
    const accepted = once(web, 'connection');
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await accepted;
    return socket;
  };
  return { from };
}

/** Comes back also where the connection ended in an error. */
function ended(socket: Socket): Promise<void> {
  return new Promise((resolve) => void socket.once('close', () => resolve()));
}

/** Whether the server answers on a connection. */
async function isServed(socket: Socket): Promise<boolean> {
  socket.write(request('x', 1));
  const answered = new Promise((resolve) => void socket.once('data', () => resolve(true)));
  return (await Promise.race([answered, ended(socket)])) === true;
}

// Only Linux has all of 127.0.0.0/8 on its loopback interface.
describe.skipIf(process.platform !== 'linux')('the connection that is closed', () => {
  test('the oldest idle one of the same address', async () => {
    const { from } = await open(100, 3);
    const other = await from('127.0.0.2');
    const [first, second, third] = [await from('127.0.0.1'), await from('127.0.0.1'), await from('127.0.0.1')];
    // Who was served last is not the oldest any more.
    expect(await isServed(first)).toBe(true);
    const fourth = await from('127.0.0.1');
    await ended(second);
    for (const socket of [first, third, fourth, other]) expect(await isServed(socket)).toBe(true);
  });

  test('the oldest idle one of all, where all together are too many', async () => {
    const { from } = await open(2, 2);
    const first = await from('127.0.0.2');
    const second = await from('127.0.0.3');
    const third = await from('127.0.0.4');
    await ended(first);
    for (const socket of [second, third]) expect(await isServed(socket)).toBe(true);
  });

  test('one that has sent half a request, or does not read its answer, rather than the new one', async () => {
    const { from } = await open(100, 1, () => ({ text: 'x'.repeat(20_000_000) }));
    const half = await from('127.0.0.1');
    half.write(request('x', 1).slice(0, -1));
    const deaf = await from('127.0.0.1');
    await ended(half);
    deaf.pause().write(request('x', 1));
    await once(deaf, 'readable');
    expect(await isServed(await from('127.0.0.1'))).toBe(true);
  });

  test('the new one, where every other one is worked for', async () => {
    let begun: () => void = () => {};
    const running = new Promise<void>((resolve) => (begun = resolve));
    let finish: () => void = () => {};
    const run: Handler = () => {
      begun();
      return new Promise((resolve) => (finish = () => resolve({})));
    };
    const { from } = await open(100, 1, run);
    const working = await from('127.0.0.1');
    working.write(request('x', 1));
    await running;
    await ended(await from('127.0.0.1'));
    finish();
    expect(String((await once(working, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
  });
});

describe('a server as it is started', () => {
  let fixture = '';
  let hammer = '';
  beforeAll(async () => {
    [fixture, hammer] = await Promise.all([bundle('fixture-server.ts'), hammerServer()]);
  });

  test.each<[string, string]>([
    ['silent', ''],
    ['half a head', 'POST /mcp HTTP/1.1\r\nHost: localhost\r\n'],
    ['half a body', request('x', 1).slice(0, -1)],
    ['streams of old clients', 'GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n'],
  ])('a new client is served while 1,000 connections are open: %s', async (_name, sent) => {
    const { port, url } = await startHttp(fixture, ['--http']);
    const sockets = Array.from({ length: 1000 }, () => dial(port));
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    if (sent !== '') for (const socket of sockets) socket.write(sent);
    expect(await legacy(url, 'ping')).toMatchObject({ status: 200 });
  });

  test('a new client is served while others do not read 1 MB each', async () => {
    const { port, url, logged } = await startHttp(hammer, ['--http']);
    const sockets = Array.from({ length: 150 }, () => dial(port).pause());
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    for (const socket of sockets) socket.write(request('answer', 1));
    await logged(/runs: /);
    expect(await send(url, 'POST', JSON_HEADERS, call('x', 2))).toMatchObject({ status: 200 });
  });
});

describe('one client', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1', true],
    ['192.0.2.1', '::ffff:192.0.2.1', true],
    ['192.0.2.1', '192.0.2.2', false],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8::ffff:0:0:1', true],
    ['2001:db8::1', '2001:db8:0:0:5:6:7:8', true],
    ['2001:db8::1:0:0:0:1', '2001:db8:0:1::1', true],
    ['::1', '::2', true],
    ['fe80::1%eth0', 'fe80::2%eth1', true],
    ['::1', '127.0.0.1', false],
  ])('%s and %s: %s', (one, other, same) => {
    expect(clientAt(one) === clientAt(other)).toBe(same);
  });
});
