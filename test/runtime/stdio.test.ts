/** A server on standard input and output: lines, both eras, and calls. */
import { afterAll, describe, expect, test } from 'vitest';
import { bundle } from './support/bundle.ts';
import { startServer } from './support/server-process.ts';
import type { ServerProcess } from './support/server-process.ts';
import { everyNth } from '../support/runs.ts';

const file = await bundle('fixture-server.ts');

/** Of its own, where one for several tests would know what it was asked before. */
const start = (...args: string[]): ServerProcess => startServer(file, args);
const add = (a: number): object => ({ name: 'add_numbers', arguments: { a } });

describe('lines', () => {
  const server = startServer(file, [], {}, afterAll);

  test.each<[string, string, object]>([
    ['garbage', 'garbage', { id: null, error: { code: -32700 } }],
    ['a number', '5', { id: null, error: { code: -32600 } }],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', { id: null, error: { code: -32600 } }],
    ['another protocol', '{"id":7,"method":"ping"}', { id: 7, error: { code: -32600 } }],
    ['no method', '{"jsonrpc":"2.0","id":7}', { id: 7, error: { code: -32600 } }],
    ['a null id', '{"jsonrpc":"2.0","id":null,"method":"ping"}', { id: null, error: { code: -32600 } }],
    ['an id of a wrong type', '{"jsonrpc":"2.0","id":{},"method":"ping"}', { id: null, error: { code: -32600 } }],
    [
      'params of a wrong type',
      '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}',
      { id: 7, error: { code: -32602 } },
    ],
    ['an unknown method', '{"jsonrpc":"2.0","id":"x","method":"resources/list"}', { id: 'x', error: { code: -32601 } }],
  ])('%s is answered with an error, and the server lives', async (_name, line, expected) => {
    server.write(`${line}\n`);
    expect(await server.next()).toMatchObject({ jsonrpc: '2.0', ...expected });
    server.ask('ping');
    expect(await server.next()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  test('blank lines, notifications and answers are ignored', async () => {
    server.write('\n  \r\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    server.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}\n');
    server.write('{"jsonrpc":"2.0","id":3,"result":{}}\n{"jsonrpc":"2.0","method":"x","params":[]}\n');
    server.ask('ping', {}, 0);
    expect(await server.next()).toEqual({ jsonrpc: '2.0', id: 0, result: {} });
  });

  test('a line of more than 10 MiB is rejected, and the next one is read', async () => {
    server.write(Buffer.alloc(11 * 1024 * 1024, 'x'));
    server.write('\n');
    server.ask('ping');
    expect(await server.next()).toMatchObject({ id: null, error: { code: -32600 } });
    expect(await server.next()).toMatchObject({ id: 1, result: {} });
  });

  test('characters and lines may be cut anywhere', async () => {
    const params = { name: 'echo_later', arguments: { text: 'ä😀\u2028' } };
    const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\r\n`);
    for (const byte of bytes) {
      server.write(Uint8Array.of(byte));
      // Let every byte travel on its own.
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await server.next()).toMatchObject({ result: { structuredContent: { data: { text: 'ä😀\u2028' } } } });
  });

  test('many requests at once are all answered, in order', async () => {
    const lines = Array.from({ length: 2000 }, (_, id) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: add(id) }),
    );
    server.write(`${lines.join('\n')}\n`);
    for (let id = 0; id < 2000; id += 1) {
      expect(await server.next()).toMatchObject({ id, result: { structuredContent: { data: { sum: id + 10 } } } });
    }
  });
});

describe('legacy era', () => {
  test.each(
    everyNth(2, [
      ['2024-11-05', '2024-11-05'],
      ['2025-03-26', '2025-03-26'],
      ['2025-06-18', '2025-06-18'],
      ['2025-11-25', '2025-11-25'],
      ['2026-07-28', '2025-11-25'],
      ['1999-01-01', '2025-11-25'],
      [undefined, '2025-11-25'],
    ]),
  )('a client that asks for %s gets %s', async (protocolVersion, agreed) => {
    const server = start();
    server.ask('initialize', { protocolVersion, capabilities: {}, clientInfo: { name: 'x', version: '1' } });
    expect(await server.next()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      result: {
        protocolVersion: agreed,
        capabilities: { tools: { listChanged: false } },
        serverInfo: { name: 'fixture', title: 'Fixture', version: '1.2.3' },
        instructions: 'Use it for tests.',
      },
    });
  });

  test('results carry nothing of the modern era', async () => {
    const server = start();
    server.ask('tools/call', add(1));
    const { result } = await server.next();
    expect(Object.keys(result)).toEqual(['content', 'structuredContent']);
  });
});

describe('modern era', () => {
  const server = startServer(file, [], {}, afterAll);

  const prefix = 'io.modelcontextprotocol/';
  const meta = (version: unknown = '2026-07-28', capabilities: unknown = {}): object => ({
    _meta: { [`${prefix}protocolVersion`]: version, [`${prefix}clientCapabilities`]: capabilities },
  });
  const identity = { [`${prefix}serverInfo`]: { name: 'fixture', title: 'Fixture', version: '1.2.3' } };

  test('discovery', async () => {
    server.ask('server/discover', meta());
    expect((await server.next()).result).toEqual({
      resultType: 'complete',
      _meta: identity,
      ttlMs: 300_000,
      cacheScope: 'public',
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: false } },
      instructions: 'Use it for tests.',
    });
  });

  test('lists and calls', async () => {
    server.ask('tools/list', meta());
    expect((await server.next()).result).toMatchObject({ resultType: 'complete', _meta: identity, ttlMs: 300_000 });
    server.ask('tools/call', { ...meta(), ...add(1) });
    const { result } = await server.next();
    expect(result).toMatchObject({ resultType: 'complete', _meta: identity, structuredContent: { data: { sum: 11 } } });
    expect(result).not.toHaveProperty('ttlMs');
  });

  test.each<[string, string, object, object]>([
    ['discovery without envelope', 'server/discover', {}, { code: -32602 }],
    ['no capabilities', 'tools/list', meta('2026-07-28', null), { code: -32602 }],
    ['a version of a wrong type', 'tools/list', meta(5), { code: -32602 }],
    [
      'an unknown version',
      'tools/list',
      meta('2099-01-01'),
      { code: -32022, data: { supported: ['2026-07-28'], requested: '2099-01-01' } },
    ],
    ['ping', 'ping', meta(), { code: -32601 }],
    ['initialize', 'initialize', meta(), { code: -32601 }],
    ['a cursor', 'tools/list', { ...meta(), cursor: 'x' }, { code: -32602 }],
  ])('%s is an error', async (_name, method, params, error) => {
    server.ask(method, params);
    expect(await server.next()).toMatchObject({ id: 1, error });
  });
});

describe('calls', () => {
  test.each<[string, unknown, RegExp]>([
    ['an unknown tool', { name: 'ad_numbers' }, /Unknown tool: ad_numbers\. Did you mean add_numbers\?/],
    ['a name of a prototype', { name: 'toString' }, /Unknown tool: toString\./],
    ['another', { name: '__proto__' }, /Unknown tool: __proto__\./],
    ['a huge name', { name: 'x'.repeat(100_000) }, /^Unknown tool: x{59}….$/],
    ['no name', {}, /"name"/],
    ['arguments that are no object', { name: 'add_numbers', arguments: [] }, /"arguments"/],
  ])('%s is an error of the protocol', async (_name, params, message) => {
    const server = start();
    server.ask('tools/call', Object(params));
    expect(await server.next()).toMatchObject({ error: { code: -32602, message: expect.stringMatching(message) } });
  });

  test('missing arguments are empty ones, and bad ones a failure of the tool', async () => {
    const server = start();
    server.ask('tools/call', { name: 'add_numbers' });
    const { result } = await server.next();
    expect(result).toMatchObject({ isError: true, structuredContent: { success: false, code: 'invalid_arguments' } });
    expect(JSON.parse(result.content[0].text)).toEqual(result.structuredContent);
  });

  test('a crash stays inside, a missing handler fails alone, stray errors kill nothing', async () => {
    const server = start();
    await server.logged(/no handler \\"nowhere\\"/);
    server.ask('tools/call', { name: 'crash_inside' });
    expect(await server.next()).toMatchObject({ result: { structuredContent: { code: 'internal_error' } } });
    await server.logged(/the inside of the server/);
    server.ask('tools/call', { name: 'miss_handler' });
    expect(await server.next()).toMatchObject({ result: { structuredContent: { code: 'handler_missing' } } });
    server.ask('tools/call', { name: 'survive_stray' });
    expect(await server.next()).toMatchObject({ result: { structuredContent: { data: { alive: true } } } });
    await server.logged(/a stray error[^]*a stray rejection|a stray rejection[^]*a stray error/);
  });

  test('whatever is printed goes to standard error', async () => {
    const server = start();
    server.ask('tools/call', { name: 'print_noise' });
    expect(await server.next()).toMatchObject({ result: { structuredContent: { data: { printed: true } } } });
    for (const noise of [
      'noise while loading',
      'console.log',
      'console.info',
      'console.debug',
      'console.table',
      'stdout.write',
    ]) {
      await server.logged(new RegExp(noise));
    }
  });

  test('progress only where asked for', async () => {
    const server = start();
    server.ask('tools/call', { name: 'report_steps' });
    expect(await server.next()).toMatchObject({ id: 1 });
    server.ask('tools/call', { name: 'report_steps', _meta: { progressToken: 'p' } }, 2);
    for (const progress of [1, 2, 3]) {
      expect(await server.next()).toEqual({
        jsonrpc: '2.0',
        method: 'notifications/progress',
        params: { progressToken: 'p', progress, total: 3, message: `step ${progress}` },
      });
    }
    expect(await server.next()).toMatchObject({ id: 2 });
  });

  test('a cancelled call is aborted and never answered', async () => {
    const server = start();
    server.ask('tools/call', { name: 'wait_forever' }, 'w');
    await server.logged(/waiting/);
    server.ask('tools/call', { name: 'wait_forever' }, 'w');
    expect(await server.next()).toMatchObject({ id: 'w', error: { code: -32600 } });
    server.write('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"w"}}\n');
    await server.logged(/aborted/);
    server.ask('ping', {}, 2);
    expect(await server.next()).toMatchObject({ id: 2 });
    server.child.stdin?.end();
    expect(await server.end()).toMatchObject({ code: 0, rest: [] });
  });
});
