/** Behavior `http`: services without a response, and responses of every kind. */
import net from 'node:net';
import { describe, expect, test } from 'vitest';
import { callTool, startTool } from './support/call-tool.ts';
import { get, http, listen, raw, recorder, strings } from './support/loopback.ts';

describe('no answer', () => {
  const on_unreachable = { error: 'It does not run.', retry_hint: 'Start it.' };

  async function closedPort(): Promise<string> {
    const server = net.createServer();
    const base = await listen(server);
    server.close();
    return base;
  }

  const head = 'HTTP/1.1 200 OK\r\n';
  const coded = (coding: string): string => `${head}Content-Encoding: ${coding}\r\nContent-Length: 5\r\n\r\nhello`;

  test('rejected: the words of the author, or the question whether it runs', async () => {
    const base = await closedPort();
    const setting = get(base, {}, { connection: { base_url: base, on_unreachable } });
    expect(await callTool(setting)).toMatchObject({ code: 'unreachable', error: 'It does not run.' });
    expect(await callTool(get(base))).toMatchObject({
      code: 'unreachable',
      error: expect.stringContaining('ECONNREFUSED'),
      retry_hint: expect.stringContaining('is running'),
    });
  });

  // The parser of Node 24 does not tell what is wrong.
  const OF_CHUNKS = Number.parseInt(process.versions.node) < 24 ? 'chunks' : 'not valid HTTP';
  test.each<[string, () => Promise<string>, string, string]>([
    ['closed without a byte', () => raw(''), 'connection_lost', 'closed before'],
    [
      'reset',
      () => listen(net.createServer((one) => one.once('data', () => one.resetAndDestroy()))),
      'connection_lost',
      'closed before',
    ],
    ['closed in the middle', () => raw(`${head}Content-Length: 100\r\n\r\n{"a":`), 'connection_lost', 'closed before'],
    [
      'chunks that break off',
      () => raw(`${head}Transfer-Encoding: chunked\r\n\r\n20\r\n{`),
      'connection_lost',
      'closed before',
    ],
    ['broken chunks', () => raw(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}`), 'bad_response', OF_CHUNKS],
    ['too large headers', () => raw(`${head}X: ${'x'.repeat(50_000)}\r\n\r\n{}`), 'bad_response', 'headers'],
    ['broken gzip', () => raw(coded('gzip')), 'bad_response', 'decompressed'],
    ['broken deflate', () => raw(coded('deflate')), 'bad_response', 'decompressed'],
    ['broken Brotli', () => raw(coded('br')), 'bad_response', 'decompressed'],
    ['a coding that nobody knows', () => raw(coded('snappy')), 'bad_response', 'decompressed'],
    ['not HTTP', () => raw('SSH-2.0-OpenSSH\r\n'), 'bad_response', 'not valid HTTP'],
    ['a port that no client may use', async () => 'http://127.0.0.1:1', 'bad_configuration', 'reserved'],
    ['an unknown host', async () => 'http://nowhere.invalid', 'unknown_host', 'cannot be resolved'],
  ])('%s has its own message, without a hint to start the service', async (_name, address, code, words) => {
    const base = await address();
    for (const connection of [{ base_url: base }, { base_url: base, on_unreachable }]) {
      const outcome = await callTool(get(base, {}, { connection }));
      expect(outcome).toMatchObject({ success: false, code, error: expect.stringContaining(words) });
      expect(outcome.error).not.toContain('It does not run.');
      if (!('on_unreachable' in connection)) expect(outcome.retry_hint).toMatch(/^(?!.*is running)./);
    }
  });

  test("the connection's time limit ends the request", async () => {
    let gone: () => void = () => {};
    const disconnected = new Promise<void>((resolve) => (gone = resolve));
    const base = await http((request) => request.on('close', () => gone()));
    const outcome = await callTool(get(base, {}, { connection: { base_url: base, timeout_ms: 50 } }));
    expect(outcome).toMatchObject({ code: 'timeout', error: expect.stringContaining('0.05 s') });
    await disconnected;
  });

  test('a cancelled call ends the request', async () => {
    let arrived: () => void = () => {};
    let gone: () => void = () => {};
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const disconnected = new Promise<void>((resolve) => (gone = resolve));
    const base = await http((request) => {
      request.on('close', () => gone());
      arrived();
    });
    const { running } = startTool(get(base));
    await reached;
    running.open.abort('cancelled');
    await disconnected;
  });
});

describe('answers', () => {
  test('HTTP/1.0 without length, with a strange reason phrase', async () => {
    const base = await raw(
      'HTTP/1.0 200 undefined\r\nContent-Type: application/json\r\nTotal-Results: 2\r\n\r\n{"a":[1,2]}',
    );
    const setting = get(
      base,
      { result: { total: { header: 'Total-Results' }, list: '/a' } },
      {
        returns: { type: 'object', properties: { total: { type: 'integer' }, list: { type: 'array' } } },
      },
    );
    expect(await callTool(setting)).toMatchObject({ success: true, data: { total: 2, list: [1, 2] } });
  });

  test.each([
    ['text', 'hello'],
    ['text', 'ok'],
    ['broken JSON', '{"a":'],
  ])('%s is a bad response', async (_name, body) => {
    const base = await http((_request, response) => response.end(body));
    expect(await callTool(get(base))).toMatchObject({ success: false, code: 'bad_response' });
  });

  test('more than 10 MiB is a bad response, and not read to its end', async () => {
    const base = await http((_request, response) => {
      const block = Buffer.alloc(1024 * 1024, 'x');
      const pump = (): void => {
        while (!response.destroyed && response.write(block));
      };
      response.on('drain', pump).on('error', () => {});
      pump();
    });
    expect(await callTool(get(base))).toMatchObject({ code: 'bad_response', error: expect.stringContaining('10 MiB') });
  });

  test('text is enough where a text is wanted', async () => {
    const base = await http((_request, response) => response.end('123'));
    const setting = get(
      base,
      { result: { text: '', key: { argument: 'key' } } },
      {
        returns: { type: 'object', properties: strings('text', 'key'), required: ['text', 'key'] },
      },
    );
    expect(await callTool(setting, { key: 'k' })).toMatchObject({ data: { text: '123', key: 'k' } });
  });

  test('204 has no body and needs none', async () => {
    const base = await http((_request, response) => response.writeHead(204).end());
    expect(await callTool(get(base))).toMatchObject({ success: true, data: {} });
    const setting = get(base, { method: 'DELETE', result: { deleted: { value: true }, gone: '/gone' } });
    expect(await callTool(setting)).toMatchObject({ success: true, data: { deleted: true } });
  });

  test('a redirect is an error and is not followed', async () => {
    const other = await recorder();
    const base = await http((_request, response) => response.writeHead(302, { Location: other.base }).end());
    expect(await callTool(get(base))).toMatchObject({ code: 'http_error', error: expect.stringContaining('HTTP 302') });
    expect(other.seen).toEqual([]);
  });
});
