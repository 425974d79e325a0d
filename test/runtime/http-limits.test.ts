/** Limits of HTTP connections: slow clients, malformed requests and the time of a shutdown. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { assemble } from '../../runtime/assemble.ts';
import { handlerTools, secrets } from '../../runtime/modules.ts';
import type { Handler } from '../../runtime/behaviors/run.ts';
import { createRequestGuard } from '../../runtime/transport/http-guard.ts';
import { openWeb } from '../../runtime/transport/http.ts';
import { createStreams } from '../../runtime/transport/sse.ts';
import { createRoutes } from '../../runtime/transport/http-routes.ts';
import { dial } from './support/http-client.ts';
import { descriptorOf } from './support/descriptor.ts';

const server = descriptorOf({
  transports: ['http', 'sse'],
  limits: { calls_per_minute: 1_000_000, concurrency: 1000, timeout_ms: 100 },
});

const SLOW = { head: 60_000, request: 60_000, idle: 60_000, silence: 60_000, drain: 60_000 };

/** A server in this process whose times are short. */
async function open(times: Partial<typeof SLOW>, run: Handler = () => ({})) {
  const assembled = assemble(server, { run }, {}, () => {}, { ...handlerTools, ...secrets });
  const routes = createRoutes(
    assembled,
    createRequestGuard({ token: undefined, local: true }, () => true),
    createStreams,
  );
  let exit: () => void = () => {};
  const exited = new Promise<void>((resolve) => (exit = resolve));
  const { web, end } = await openWeb(routes, server, { ...SLOW, ...times }, exit);
  onTestFinished(() => {
    web.close();
    web.closeAllConnections();
  });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const { port } = web.address() as AddressInfo;
  return { web, end, exited, port };
}

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
    const { port } = await open(times);
    const socket = dial(port);
    socket.write(sent);
    socket.resume();
    await once(socket, 'close');
  });

  test('a client that does not read its answer', async () => {
    // The call is over after 100 ms at most; nothing moves for longer than that and the silence.
    const { port, web } = await open({ silence: 50 }, () => ({ text: 'x'.repeat(20_000_000) }));
    const socket = dial(port);
    socket.write(REQUEST);
    socket.pause();
    const [accepted] = await once(web, 'connection');
    await once(accepted, 'close');
  });
});

test('malformed requests are 400 or closed, and the server lives', async () => {
  const { port } = await open({});
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
  test('comes at once where nothing is under way', async () => {
    const { end, exited, port } = await open({});
    const idle = dial(port);
    idle.write(REQUEST);
    await once(idle, 'data');
    end();
    await exited;
  });

  test('waits for answers, and for those only so long', async () => {
    let aborted = false;
    let begun: () => void = () => {};
    const running = new Promise<void>((resolve) => (begun = resolve));
    const { end, exited, port } = await open({ drain: 30 }, (_args, { signal }) => {
      signal.addEventListener('abort', () => (aborted = true));
      begun();
      return new Promise(() => {});
    });
    dial(port).write(REQUEST);
    await running;
    end();
    await exited;
    expect(aborted).toBe(true);
  });
});
