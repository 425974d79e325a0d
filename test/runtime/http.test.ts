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

  test.each<[string, () => Promise<string>]>([
    ['refused', closedPort],
    ['closed without a byte', () => raw('')],
    ['closed in the middle', () => raw('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"a":')],
    ['not HTTP', () => raw('SSH-2.0-OpenSSH\r\n')],
    ['a port that no client may use', async () => 'http://127.0.0.1:1'],
    ['an unknown host', async () => 'http://nowhere.invalid'],
  ])('%s', async (_name, address) => {
    const base = await address();
    expect(await callTool(get(base, {}, { connection: { base_url: base, on_unreachable } }))).toMatchObject({
      success: false,
      code: 'unreachable',
      error: 'It does not run.',
      retry_hint: 'Start it.',
    });
    const outcome = await callTool(get(base));
    expect(outcome).toMatchObject({ code: 'unreachable', retry_hint: expect.stringMatching(/./) });
    expect(outcome.log[0]).toContain('no answer from');
  });

  test("the connection's time limit ends the request", async () => {
    let gone: () => void = () => {};
    const disconnected = new Promise<void>((resolve) => (gone = resolve));
    const base = await http((request) => request.on('close', () => gone()));
    const outcome = await callTool(get(base, {}, { connection: { base_url: base, timeout_ms: 50 } }));
    expect(outcome).toMatchObject({ code: 'timeout', error: expect.stringContaining('0.05 seconds') });
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
    running.abort('cancelled');
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
    ['nothing', ''],
    ['broken JSON', '{"a":'],
    ['a list where an object is promised', '[1]'],
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
