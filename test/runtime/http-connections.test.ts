/** More connections than a server can look after: who stays, who goes, and who is one client. */
// In depth: thousands of connections; http-limits.test.ts has each limit once.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { IS_WHOLE } from '../support/runs.ts';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import { clientAt } from '../../runtime/transport/proxies.ts';
import type { MaxConnections } from '../../runtime/transport/http.ts';
import { bundle } from './support/bundle.ts';
import { dial, JSON_HEADERS, legacy, send, startHttp } from './support/http-client.ts';
import { openInProcess } from './support/open-web.ts';
import { call, hammerServer, request } from './support/hammer.ts';

/** A server in this process, and connections to it from any address of the loopback interface. */
async function open(run?: Handler, options: Parameters<typeof openInProcess>[1] = {}) {
  const { web, port } = await openInProcess(run, options);
  /** Comes back when the server has seen the connection. */
  const from = async (localAddress: string): Promise<Socket> => {
    const accepted = once(web, 'connection');
    const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await accepted;
    return socket;
  };
  const bodies: unknown[] = [];
  let read: () => void = () => {};
  web.on('request', (request) => {
    request.on('end', () => {
      bodies.push(request);
      read();
    });
  });
  /** Waits until so many requests were read. */
  const taken = async (count: number): Promise<void> => {
    while (bodies.length < count) await new Promise<void>((resolve) => (read = resolve));
  };
  return { from, taken };
}

const most = (ofAll: number, ofOne: number): { readonly hard: MaxConnections } => ({ hard: { ofAll, ofOne } });

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
    const { from } = await open(undefined, most(100, 3));
    const other = await from('127.0.0.2');
    const [first, second, third] = [await from('127.0.0.1'), await from('127.0.0.1'), await from('127.0.0.1')];
    // Who was served last is not the oldest any more.
    expect(await isServed(first)).toBe(true);
    const fourth = await from('127.0.0.1');
    await ended(second);
    for (const socket of [first, third, fourth, other]) expect(await isServed(socket)).toBe(true);
  });

  test('the oldest idle one of all, where all together are too many', async () => {
    const { from } = await open(undefined, most(2, 2));
    const first = await from('127.0.0.2');
    const second = await from('127.0.0.3');
    const third = await from('127.0.0.4');
    await ended(first);
    for (const socket of [second, third]) expect(await isServed(socket)).toBe(true);
  });

  test('one that has sent half a request, or does not read its answer, rather than the new one', async () => {
    const { from } = await open(() => ({ text: 'x'.repeat(20_000_000) }), most(100, 1));
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
    const { from } = await open(run, most(100, 1));
    const working = await from('127.0.0.1');
    working.write(request('x', 1));
    await running;
    await ended(await from('127.0.0.1'));
    finish();
    expect(String((await once(working, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
  });
});

/** Asks once, and gives the answer with its headers. */
async function answerOf(socket: Socket, act = 'x'): Promise<string> {
  socket.write(request(act, 1));
  return String((await once(socket, 'data'))[0]);
}

describe.skipIf(process.platform !== 'linux')('connections beyond what one address, or all, should have', () => {
  test.each([
    ['of one address', { soft: { ofAll: 100, ofOne: 2 } }],
    ['of all', { soft: { ofAll: 2, ofOne: 100 } }],
  ])(
    '%s: the oldest idle one is kept until its next answer, which says that it is the last',
    async (_name, options) => {
      const { from } = await open(undefined, options);
      const [first, second, third] = [await from('127.0.0.1'), await from('127.0.0.1'), await from('127.0.0.1')];
      expect(await answerOf(second)).toMatch(/connection: keep-alive/i);
      expect(await answerOf(first)).toMatch(/^HTTP\/1\.1 200[^]*connection: close/i);
      await ended(first);
      for (const socket of [second, third]) expect(await answerOf(socket)).toMatch(/connection: keep-alive/i);
    },
  );

  test('one that is worked for closes after this answer, where all are', async () => {
    let finish: () => void = () => {};
    let begun: () => void = () => {};
    const running = new Promise<void>((resolve) => (begun = resolve));
    const waiting: Handler = () => {
      begun();
      return new Promise((resolve) => (finish = () => resolve({})));
    };
    const { from } = await open(waiting, { soft: { ofAll: 100, ofOne: 1 } });
    const first = await from('127.0.0.1');
    const answer = answerOf(first);
    await running;
    await from('127.0.0.1');
    finish();
    expect(await answer).toMatch(/connection: close/i);
  });

  test('a trusted proxy may have as many as there are', async () => {
    const options = { soft: { ofAll: 100, ofOne: 1 }, hard: { ofAll: 100, ofOne: 2 }, proxies: '127.0.0.1' };
    const { from } = await open(undefined, options);
    const own = [];
    for (let n = 0; n < 10; n += 1) own.push(await from('127.0.0.1'));
    for (const socket of own) expect(await answerOf(socket)).toMatch(/connection: keep-alive/i);
    const [other] = [await from('127.0.0.2'), await from('127.0.0.2')];
    expect(await answerOf(other)).toMatch(/connection: close/i);
  });
});

describe.skipIf(process.platform !== 'linux')('one client with slow calls', () => {
  test('does not make the server busy for another one, which has every other place', async () => {
    const doors: { readonly whose: unknown; readonly open: () => void }[] = [];
    let changed: () => void = () => {};
    const run: Handler = ({ act }) =>
      new Promise((resolve) => {
        doors.push({ whose: act, open: () => resolve({}) });
        changed();
      });
    const { from, taken } = await open(run, { limits: { concurrency: 8 } });
    const started = async (count: number): Promise<void> => {
      while (doors.length < count) await new Promise<void>((resolve) => (changed = resolve));
    };
    for (let n = 0; n < 60; n += 1) (await from('127.0.0.1')).write(request('slow', 1));
    await started(8);
    const others = await Promise.all(Array.from({ length: 10 }, () => from('127.0.0.2')));
    const answers = Promise.all(others.map((socket) => answerOf(socket, 'quick')));
    await taken(70);
    // Each end of a call lets the next one start.
    for (let ended = 0; doors.filter(({ whose }) => whose === 'quick').length < 10; ended += 1) {
      doors[ended]?.open();
      await started(ended + 9);
    }
    // The other client's calls came last, behind 24 that wait, and did not start last.
    expect(doors.length).toBeLessThanOrEqual(8 + 2 * 10);
    for (const one of doors) one.open();
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 200[^]*"success":true/);
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

  test.skipIf(!IS_WHOLE)('a new client is served while others do not read 1 MB each (HAFT_RUNS=1)', async () => {
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
