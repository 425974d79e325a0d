/** Streamable HTTP message by message, in both eras. */
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { bundle } from './support/bundle.ts';
import { envelope, JSON_HEADERS, legacy, modern, send, startHttp } from './support/http-client.ts';

/** One for all tests: it keeps nothing between two requests. */
const { url } = await startHttp(await bundle('fixture-server.ts'), ['--http'], {}, afterAll);
const add = { name: 'add_numbers', arguments: { a: 1 } };

describe('up to 2025-11-25', () => {
  test.each([undefined, '2025-03-26', '2025-06-18', '2025-11-25'])(
    'handshake, list and call with %s',
    async (version) => {
      const headers = version === undefined ? {} : { 'MCP-Protocol-Version': version };
      const hello = await legacy(url, 'initialize', { protocolVersion: version ?? '2025-03-26', capabilities: {} });
      expect(hello).toMatchObject({ status: 200, json: { result: { protocolVersion: version ?? '2025-03-26' } } });
      expect(hello.headers).not.toHaveProperty('mcp-session-id');
      const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' });
      expect(await send(url, 'POST', { ...JSON_HEADERS, ...headers }, note)).toMatchObject({ status: 202, text: '' });
      expect(await legacy(url, 'tools/list', {}, headers)).toMatchObject({ status: 200, json: { result: {} } });
      const { json } = await legacy(url, 'tools/call', add, headers);
      expect(json.result).toMatchObject({ structuredContent: { data: { sum: 11 } } });
      expect(json.result).not.toHaveProperty('resultType');
    },
  );

  test.each<[string, object, object]>([
    [
      'unknown methods are errors inside 200',
      { method: 'resources/list' },
      { status: 200, json: { error: { code: -32601 } } },
    ],
    [
      'so are unknown tools',
      { method: 'tools/call', params: { name: 'x' } },
      { status: 200, json: { error: { code: -32602 } } },
    ],
    ['answers are taken in silence', { result: {} }, { status: 202 }],
  ])('%s', async (_name, message, expected) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
    expect(await send(url, 'POST', JSON_HEADERS, body)).toMatchObject(expected);
  });

  test('a proxy may send the whole address', async () => {
    const { hostname, port } = new URL(url);
    const request = httpRequest({ hostname, port, path: url, method: 'POST', headers: JSON_HEADERS });
    request.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: add }));
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(JSON.parse(await text(response))).toMatchObject({ result: { structuredContent: { data: { sum: 11 } } } });
  });

  test('an unknown revision is 400 and told which ones there are', async () => {
    const reply = await legacy(url, 'tools/list', {}, { 'MCP-Protocol-Version': '1999-01-01' });
    expect(reply).toMatchObject({ status: 400, json: { id: 1, error: { code: -32022 } } });
  });
});

describe('2026-07-28', () => {
  test('discovers, lists and calls', async () => {
    expect(await modern(url, 'server/discover')).toMatchObject({
      status: 200,
      json: { result: { resultType: 'complete', supportedVersions: ['2026-07-28'] } },
    });
    expect(await modern(url, 'tools/list')).toMatchObject({ status: 200, json: { result: { ttlMs: 300_000 } } });
    expect(await modern(url, 'tools/call', add)).toMatchObject({
      status: 200,
      json: { result: { resultType: 'complete', structuredContent: { data: { sum: 11 } } } },
    });
  });

  test.each<[string, object, number, number]>([
    ['no version', { 'MCP-Protocol-Version': undefined }, 400, -32020],
    ['another version', { 'MCP-Protocol-Version': '2025-11-25' }, 400, -32020],
    ['no method', { 'Mcp-Method': undefined }, 400, -32020],
    ['another method', { 'Mcp-Method': 'tools/list' }, 400, -32020],
    ['a method in other letters', { 'Mcp-Method': 'Tools/Call' }, 400, -32020],
    ['no name', { 'Mcp-Name': undefined }, 400, -32020],
    ['another name', { 'Mcp-Name': 'crash_inside' }, 400, -32020],
    ['another name in base64', { 'Mcp-Name': `=?base64?${btoa('crash_inside')}?=` }, 400, -32020],
    ['broken base64', { 'Mcp-Name': '=?base64?%%%?=' }, 400, -32020],
  ])('a call whose headers have %s', async (_name, headers, status, code) => {
    expect(await modern(url, 'tools/call', add, headers)).toMatchObject({ status, json: { id: 1, error: { code } } });
  });

  test.each([
    [`=?base64?${btoa('add_numbers')}?=`, 'add_numbers', 200],
    [`=?base64?${Buffer.from('zähle').toString('base64')}?=`, 'zähle', 200],
  ])('the name %s is %s', async (header, name, status) => {
    expect(await modern(url, 'tools/call', { ...add, name }, { 'Mcp-Name': header })).toMatchObject({ status });
  });

  test.each<[string, string, object, object, number, number]>([
    ['ping', 'ping', {}, {}, 404, -32601],
    ['initialize', 'initialize', {}, {}, 404, -32601],
    ['an unknown tool', 'tools/call', { name: 'x' }, {}, 200, -32602],
    [
      'a version from the future',
      'tools/list',
      { _meta: envelope('2099-01-01') },
      { 'MCP-Protocol-Version': '2099-01-01' },
      400,
      -32022,
    ],
    ['a version that is no text', 'tools/list', { _meta: envelope(5) }, {}, 400, -32602],
  ])('%s is an error', async (_name, method, params, headers, status, code) => {
    expect(await modern(url, method, params, headers)).toMatchObject({ status, json: { error: { code } } });
  });

  test('a version in the header alone is not enough', async () => {
    const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/list' };
    expect(await legacy(url, 'tools/list', {}, headers)).toMatchObject({
      status: 400,
      json: { error: { code: -32602 } },
    });
  });
});
