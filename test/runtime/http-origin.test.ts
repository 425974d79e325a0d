/** What `OPTIONS` allows is what a later request of the same origin gets, and the reverse: over `node:http` and `fetch`. */
import { describe, expect, test } from 'vitest';
import { createFetchHandler } from '../../runtime/index.ts';
import { bundle } from './support/bundle.ts';
import { JSON_HEADERS, send, startHttp } from './support/http-client.ts';
import { descriptorOf } from './support/descriptor.ts';

const file = await bundle('fixture-server.ts');

const TOKEN = '0123456789abcdef';
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

/** Host, origin, and whether a page of that origin may ask. */
const LOCAL: readonly [string, string, boolean][] = [
  ['127.0.0.1:8000', 'http://localhost:3000', true],
  ['127.0.0.1:8000', 'HTTP://LocalHost:3000', true],
  ['127.0.0.1:8000', 'https://127.0.0.1', true],
  ['127.0.0.1:8000', 'http://127.9.9.9:1', true],
  ['[::1]:8000', 'http://[::1]:3000', true],
  ['localhost', 'http://[::1]', true],
  ['127.0.0.1:8000', 'null', false],
  ['127.0.0.1:8000', '', false],
  ['127.0.0.1:8000', 'file://', false],
  ['127.0.0.1:8000', 'chrome-extension://abc', false],
  ['127.0.0.1:8000', 'https://evil.example', false],
  ['127.0.0.1:8000', 'http://localhost.evil.example', false],
  ['127.0.0.1:8000', 'http://localhost:3000@evil.example', false],
  ['127.0.0.1:8000', 'http://localhost:3000/page', false],
  ['127.0.0.1:8000', 'http://localhost:3000, http://evil.example', false],
  ['127.0.0.1:8000', 'http://localhost:99999999', false],
  ['evil.example', 'http://evil.example', false],
];

const ELSEWHERE: readonly [string, string, boolean][] = [
  ['tools.example', 'https://tools.example', true],
  ['Tools.Example', 'https://tools.EXAMPLE', true],
  ['tools.example:443', 'https://tools.example', true],
  ['tools.example', 'https://tools.example:443', true],
  ['tools.example:80', 'http://tools.example', true],
  ['tools.example:8443', 'https://tools.example:8443', true],
  ['tools.example:8443', 'https://tools.example', false],
  ['tools.example', 'https://tools.example:8443', false],
  ['tools.example:443', 'http://tools.example', false],
  ['tools.example', 'https://evil.example', false],
  ['tools.example', 'https://x.tools.example', false],
  ['tools.example', 'http://localhost', false],
  ['localhost:8000', 'https://evil.example', false],
  ['tools.example', 'null', false],
];

interface Seen {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
}

type Ask = (method: string, headers: Record<string, string>) => Promise<Seen>;

const PREFLIGHT = {
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'authorization,content-type,mcp-protocol-version',
};

async function agree(ask: Ask, Host: string, Origin: string, allowed: boolean): Promise<void> {
  const page = { Host, Origin };
  // A browser sends no token with it.
  const before = await ask('OPTIONS', { ...page, ...PREFLIGHT });
  const after = await ask('POST', { ...page, ...JSON_HEADERS, Authorization: `Bearer ${TOKEN}` });
  expect([before.status, after.status]).toEqual(allowed ? [204, 200] : [403, 403]);
  for (const { header } of [before, after]) {
    expect(header('access-control-allow-origin')).toBe(allowed ? Origin : undefined);
    expect(header('vary')).toBe(allowed ? 'Origin' : undefined);
    expect(header('access-control-allow-credentials')).toBeUndefined();
  }
  expect(before.header('access-control-allow-methods')).toBe(allowed ? 'POST' : undefined);
  expect(before.header('access-control-allow-headers')).toBe(
    allowed ? PREFLIGHT['Access-Control-Request-Headers'] : undefined,
  );
  // What OPTIONS does not allow is not done either, and the page may read why.
  const got = await ask('DELETE', { ...page, Authorization: `Bearer ${TOKEN}` });
  expect([got.status, got.header('access-control-allow-origin')]).toEqual(allowed ? [405, Origin] : [403, undefined]);
  const stranger = await ask('POST', { ...page, ...JSON_HEADERS, Authorization: 'Bearer x' });
  expect(stranger.status).toBe(allowed ? 401 : 403);
}

function overHttp(port: number): Ask {
  return async (method, headers) => {
    const { Accept = '*/*', ...more } = headers;
    const body = method === 'POST' ? ping : undefined;
    const reply = await send(`http://127.0.0.1:${port}/mcp`, method, { Accept, ...more }, body);
    return { status: reply.status, header: (name) => reply.headers[name]?.toString() };
  };
}

function overFetch(): Ask {
  const server = descriptorOf({ transports: ['http'] });
  const answer = createFetchHandler(server, { run: () => ({}) }, { token: TOKEN });
  return async (method, headers) => {
    const body = method === 'POST' ? { body: ping } : {};
    const { status, headers: got } = await answer(new Request('https://x.example/mcp', { method, headers, ...body }));
    return { status, header: (name) => got.get(name) ?? undefined };
  };
}

describe('OPTIONS and a later request agree', () => {
  test('on the own machine', async () => {
    const { port } = await startHttp(file, ['--http'], { HAFT_TOKEN: TOKEN });
    for (const row of LOCAL) await agree(overHttp(port), ...row);
  });

  test('on another address', async () => {
    const { port } = await startHttp(file, ['--http', '--host', '0.0.0.0'], { HAFT_TOKEN: TOKEN });
    for (const row of ELSEWHERE) await agree(overHttp(port), ...row);
  });

  test('over fetch', async () => {
    for (const row of ELSEWHERE) await agree(overFetch(), ...row);
  });

  test('without an origin nothing is said about origins', async () => {
    const { port } = await startHttp(file);
    const { status, header } = await overHttp(port)('OPTIONS', {});
    expect([status, header('allow')]).toEqual([204, 'POST, OPTIONS']);
    expect([header('vary'), header('access-control-allow-methods')]).toEqual([undefined, undefined]);
  });
});
