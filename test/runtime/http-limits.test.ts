/** Limits of HTTP connections: slow clients, malformed requests and the time of a shutdown. */
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { readDrain } from '../../runtime/transport/http.ts';
import { dial, legacy, send } from './support/http-client.ts';
import { openInProcess } from './support/open-web.ts';

const HEAD = 'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
const body = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_x"}}';
const REQUEST = `${HEAD}Content-Length: ${body.length}\r\n\r\n${body}`;

describe('connections that stall are closed', () => {
  test.each<[string, object, string]>([
    ['before the first byte', { head: 50, request: 50 }, ''],
    ['in the middle of the head', { head: 50, request: 100 }, HEAD],
    ['in the middle of the body', { head: 50, request: 100 }, REQUEST.slice(0, -1)],
    ['between two requests', { head: 50, idle: 50 }, REQUEST],
  ])('%s', async (_name, times, sent) => {
    const { port } = await openInProcess(undefined, { times });
    const socket = dial(port);
    socket.write(sent);
    socket.resume();
    await once(socket, 'close');
  });

  test('a client that does not read its answer', async () => {
    // The call is over after 100 ms at most; nothing moves for longer than that and the silence.
    const run = (): object => ({ text: 'x'.repeat(20_000_000) });
    const options = { times: { silence: 50 }, limits: { timeout_ms: 100 } };
    const { port, web } = await openInProcess(run, options);
    const socket = dial(port);
    socket.write(REQUEST);
    socket.pause();
    const [accepted] = await once(web, 'connection');
    await once(accepted, 'close');
  });
});

test('malformed requests are 400 or closed, and the server lives', async () => {
  const { port } = await openInProcess();
  const attempts = [
    '\0\0\0\0\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
    `${HEAD}Content-Length: x\r\n\r\n`,
    `${HEAD}Content-Length: 5\r\nContent-Length: 6\r\n\r\n12345`,
    `${HEAD}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n`,
    `${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
    'POST /mcp HTTP/1.1\r\n\r\n',
    'CONNECT mcp:443 HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ];
  for (const attempt of attempts) {
    const socket = dial(port);
    let text = '';
    socket.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    socket.write(attempt);
    await once(socket, 'close');
    expect(text).toMatch(/^(?:HTTP\/1\.1 4\d\d|$)/);
  }
  const socket = dial(port);
  socket.write(REQUEST);
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
});

describe('the end', () => {
  const PROBE = 'GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n';

  test('comes at once where nothing is under way', async () => {
    const { end, exited, port } = await openInProcess();
    const idle = dial(port);
    idle.write(REQUEST);
    await once(idle, 'data');
    end();
    await exited;
  });

  /** A call that waits to be let go. */
  function door() {
    let begun: () => void = () => {};
    let finish: () => void = () => {};
    const running = new Promise<void>((resolve) => (begun = resolve));
    const run = (): Promise<object> => {
      begun();
      return new Promise((resolve) => (finish = () => resolve({})));
    };
    return { run, running, finish: () => finish() };
  }

  test('waits for calls under way, and closes the listener', async () => {
    const { run, running, finish } = door();
    const { end, exited, port, web } = await openInProcess(run);
    const socket = dial(port);
    socket.write(REQUEST);
    await running;
    end();
    expect(web.listening).toBe(false);
    finish();
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200/);
    await exited;
  });

  test('waits for them no longer than the longest call may take', async () => {
    const options = { limits: { timeout_ms: 20 }, times: { silence: 20 } };
    const { end, exited, port } = await openInProcess(() => new Promise(() => {}), options);
    const socket = dial(port).pause();
    socket.write(REQUEST);
    await once(socket, 'readable');
    dial(port).write(REQUEST);
    end();
    await exited;
  });

  test('a second signal is the end, and a dropped call leaves a line', async () => {
    const { run, running } = door();
    const { end, exited, port, lines } = await openInProcess(run);
    dial(port).write(REQUEST);
    await running;
    end();
    end();
    await exited;
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', tool: 'get_x', message: 'call without a result: the server ended' },
    ]);
  });

  test('while a server drains, it serves, is not ready, and closes each connection after its answer', async () => {
    const { end, exited, port, web } = await openInProcess(undefined, { times: { drain: 600_000 } });
    const origin = `http://127.0.0.1:${port}`;
    const probes = async (): Promise<number[]> => {
      const paths = ['livez', 'readyz', 'healthz'];
      return (await Promise.all(paths.map((path) => send(`${origin}/${path}`, 'GET', {})))).map(({ status }) => status);
    };
    expect(await probes()).toEqual([200, 200, 200]);
    const idle = dial(port);
    idle.write(PROBE);
    expect(String((await once(idle, 'data'))[0])).toMatch(/connection: keep-alive/i);
    end();
    expect(web.listening).toBe(true);
    expect(await probes()).toEqual([200, 503, 503]);
    idle.write(REQUEST);
    expect(String((await once(idle, 'data'))[0])).toMatch(/^HTTP\/1\.1 200[^]*connection: close/i);
    expect(await legacy(`${origin}/mcp`, 'tools/call', { name: 'get_x' })).toMatchObject({ status: 200 });
    end();
    await exited;
  });

  test('ends a stream of HTTP+SSE once it has no call under way', async () => {
    const { run, running, finish } = door();
    const { end, exited, port } = await openInProcess(run);
    const socket = dial(port);
    socket.setEncoding('utf8').write('GET /sse HTTP/1.1\r\nHost: localhost\r\n\r\n');
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    while (!text.includes('/messages')) await once(socket, 'data');
    const path = /data: (\S+)/.exec(text)?.[1] ?? '';
    await send(`http://127.0.0.1:${port}${path}`, 'POST', { 'Content-Type': 'application/json' }, body);
    await running;
    end();
    finish();
    while (!text.includes('"success":true')) await once(socket, 'data');
    await exited;
  });
});

describe('the time for which a server that ends goes on listening', () => {
  test.each([
    ['nothing', undefined, 0, 5000],
    ['empty text', ' ', 0, 5000],
    ['0', '0', 0, 0],
    ['a number', '250', 250, 250],
  ])('%s', (_name, text, here, elsewhere) => {
    const variables = { HAFT_DRAIN_MS: text };
    expect([readDrain(variables, true), readDrain(variables, false)]).toEqual([here, elsewhere]);
  });

  test.each(['5s', '-1', '1e3', '600001', '1.5', 'Infinity'])('a server with %j does not start', (text) => {
    expect(() => readDrain({ HAFT_DRAIN_MS: text }, true)).toThrow(
      `HAFT_DRAIN_MS must be an integer from 0 to 600000, got "${text}".`,
    );
  });
});
