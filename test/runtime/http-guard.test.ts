/** Which HTTP requests are accepted: hosts, origins, tokens and sizes. */
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundle } from './support/bundle.ts';
import type { HttpServerProcess } from './support/http-client.ts';
import { dial, JSON_HEADERS, send, startHttp } from './support/http-client.ts';
import { startServer } from './support/server-process.ts';
import { smallServer } from './support/small-server.ts';
import { everyNth } from '../support/runs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'haft-http-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = await bundle('fixture-server.ts');

const start = (...args: string[]): Promise<HttpServerProcess> => startHttp(file, ['--http', ...args]);
const TOKEN = '0123456789abcdef';
const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

describe('authorization', () => {
  let server: HttpServerProcess;
  let end = (): void => {};
  beforeAll(async () => {
    server = await startHttp(file, ['--http'], {}, (kill) => (end = kill));
  });
  afterAll(() => end());

  test.each<[string, string, string, object, string | undefined, number]>([
    ['another path', '', 'POST', {}, ping, 404],
    ['the path of a prototype', '__proto__', 'POST', {}, ping, 404],
    ['GET', 'mcp', 'GET', {}, undefined, 405],
    ['DELETE', 'mcp', 'DELETE', {}, undefined, 405],
    ['OPTIONS', 'mcp', 'OPTIONS', {}, undefined, 204],
    ['OPTIONS of another path', 'x', 'OPTIONS', {}, undefined, 404],
    ['a form', 'mcp', 'POST', { 'Content-Type': 'text/plain' }, ping, 415],
    ['no type', 'mcp', 'POST', { 'Content-Type': undefined }, ping, 415],
    ['a similar type', 'mcp', 'POST', { 'Content-Type': 'application/jsonp' }, ping, 415],
    ['a type with a charset', 'mcp', 'POST', { 'Content-Type': 'application/json; charset=utf-8' }, ping, 200],
    ['no JSON accepted', 'mcp', 'POST', { Accept: 'text/html' }, ping, 406],
    ['anything accepted', 'mcp', 'POST', { Accept: '*/*' }, ping, 200],
    ['nothing said about it', 'mcp', 'POST', { Accept: undefined }, ping, 200],
    ['a foreign host', 'mcp', 'POST', { Host: 'evil.example' }, ping, 403],
    ['a host that looks local', 'mcp', 'POST', { Host: 'localhost.evil.example' }, ping, 403],
    ['another that does', 'mcp', 'POST', { Host: '127.0.0.1.evil.example' }, ping, 403],
    ['localhost', 'mcp', 'POST', { Host: 'localhost:99' }, ping, 200],
    ['::1', 'mcp', 'POST', { Host: '[::1]:99' }, ping, 200],
    ['a foreign origin', 'mcp', 'POST', { Origin: 'https://evil.example' }, ping, 403],
    ['a null origin', 'mcp', 'POST', { Origin: 'null' }, ping, 403],
    ['an empty origin', 'mcp', 'POST', { Origin: '' }, ping, 403],
    ['a local origin', 'mcp', 'POST', { Origin: 'http://localhost:3000' }, ping, 200],
    ['an origin that looks local', 'mcp', 'POST', { Origin: 'http://localhost:3000@evil.example' }, ping, 403],
    ['no JSON', 'mcp', 'POST', {}, '{', 400],
    ['a batch', 'mcp', 'POST', {}, `[${ping}]`, 400],
    ['nothing', 'mcp', 'POST', {}, '', 400],
  ])('%s', async (_name, place, method, headers, body, status) => {
    const all = Object.entries({ ...JSON_HEADERS, ...headers }).filter(([, value]) => value !== undefined);
    const reply = await send(`http://127.0.0.1:${server.port}/${place}`, method, Object.fromEntries(all), body);
    expect(reply.status).toBe(status);
    if (status === 405 || status === 204) expect(reply.headers.allow).toBe('POST, OPTIONS');
    expect(await send(server.url, 'POST', JSON_HEADERS, ping)).toMatchObject({ status: 200 });
  });

  test('the host of the public URL is one of this machine where a token is required', async () => {
    const env = { HAFT_URL: 'https://tools.example/mcp' };
    const guarded = await startHttp(file, ['--http'], { ...env, HAFT_TOKEN: TOKEN });
    const open = await startHttp(file, ['--http'], env);
    const statusAt = async (server: HttpServerProcess, Host: string, more: object = {}): Promise<number | undefined> =>
      (await send(server.url, 'POST', { ...JSON_HEADERS, Host, ...more }, ping)).status;
    const Authorization = `Bearer ${TOKEN}`;
    expect(await statusAt(guarded, 'tools.example', { Authorization })).toBe(200);
    expect(await statusAt(guarded, 'tools.example')).toBe(401);
    expect(await statusAt(guarded, 'other.example', { Authorization })).toBe(403);
    expect(await statusAt(open, 'tools.example')).toBe(403);
  });

  test('a client that asks before it sends a body is told so only where the body will be read', async () => {
    const { port } = await startHttp(file, ['--http'], { HAFT_TOKEN: TOKEN });
    const first = async (method: string, target: string, headers: object): Promise<readonly [string, boolean]> => {
      const given = {
        Host: 'localhost',
        ...JSON_HEADERS,
        'Content-Length': 5_000_000,
        Expect: '100-continue',
        ...headers,
      };
      const head = Object.entries(given).map(([name, value]) => `${name}: ${value}\r\n`);
      const socket = dial(port);
      socket.write(`${method} ${target} HTTP/1.1\r\n${head.join('')}\r\n`);
      const [line = '', ...rest] = String((await once(socket, 'data'))[0]).split('\r\n');
      socket.destroy();
      return [line, rest.some((one) => /^connection: close$/i.test(one))];
    };
    const Authorization = `Bearer ${TOKEN}`;
    expect(await first('POST', '/mcp', { Authorization })).toEqual(['HTTP/1.1 100 Continue', false]);
    const rejected: readonly (readonly [string, string, object, number])[] = [
      ['POST', '/mcp', {}, 401],
      ['POST', '/mcp', { Authorization: `${Authorization}x` }, 401],
      ['POST', '/other', { Authorization }, 404],
      ['PUT', '/mcp', { Authorization }, 405],
      ['POST', '/mcp', { Authorization, Host: 'evil.example' }, 403],
      ['POST', '/mcp', { Authorization, Origin: 'https://evil.example' }, 403],
      ['POST', '/mcp', { Authorization, 'Content-Type': 'text/plain' }, 415],
      ['POST', '/mcp', { Authorization, 'Content-Length': 50_000_000 }, 413],
    ];
    for (const [method, target, headers, status] of rejected) {
      const [line, closes] = await first(method, target, headers);
      expect([line.slice(0, 12), closes]).toEqual([`HTTP/1.1 ${status}`, true]);
    }
  });

  test('more than 10 MiB, announced or not, is 413', async () => {
    const { url } = server;
    const headers = { ...JSON_HEADERS, 'Content-Length': 11 * 1024 * 1024 };
    expect(await send(url, 'POST', headers).catch((error) => error)).toMatchObject({ status: 413 });
    const chunked = { ...JSON_HEADERS, 'Transfer-Encoding': 'chunked' };
    const long = await send(url, 'POST', chunked, Buffer.alloc(11 * 1024 * 1024, ' ')).catch((error) => error);
    // The server stops reading, and its answer may be lost to a client that goes on writing.
    expect([413, 'EPIPE', 'ECONNRESET']).toContain(long.status ?? long.code);
    expect(await send(url, 'POST', JSON_HEADERS, ping)).toMatchObject({ status: 200 });
  });

  test('a token from the environment or from a file', async () => {
    const tokenFile = path.join(folder, 'token');
    writeFileSync(tokenFile, 'open sesame\n');
    for (const env of [{ HAFT_TOKEN: 'open sesame' }, { HAFT_TOKEN_FILE: tokenFile }]) {
      const { url, port } = await startHttp(file, ['--http'], env);
      const ask = (headers: object) => send(url, 'POST', { ...JSON_HEADERS, ...headers }, ping);
      const refused = await ask({});
      expect(refused).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Bearer' } });
      for (const wrong of ['open sesam', 'open sesame!', 'Open sesame', '']) {
        expect(await ask({ Authorization: `Bearer ${wrong}` })).toMatchObject({ status: 401 });
      }
      expect(await ask({ Authorization: 'Basic open sesame' })).toMatchObject({ status: 401 });
      expect(await ask({ Authorization: 'bearer open sesame' })).toMatchObject({ status: 200 });
      expect(await send(`http://127.0.0.1:${port}/healthz`, 'GET', {})).toMatchObject({ status: 200 });
    }
  });
});

describe('where it listens', () => {
  const failed = async (args: readonly string[], env = {}, entry = file): Promise<string> => {
    const { code, stderr } = await startServer(entry, args, env).end();
    expect(code).toBe(2);
    // Its own end is not reported as that of a handler.
    expect(stderr).not.toContain('process.exit');
    return stderr;
  };

  test('another address only with a token', async () => {
    expect(await failed(['--http', '--host', '0.0.0.0'])).toMatch(
      /Listening on 0\.0\.0\.0 requires a token\. Set HAFT_TOKEN/,
    );
    expect(await failed(['--http', '--host', '::'])).toMatch(/Set HAFT_TOKEN/);
    const { url } = await startHttp(file, ['--http', '--host', '0.0.0.0'], { HAFT_TOKEN: TOKEN });
    const headers = { ...JSON_HEADERS, Authorization: `Bearer ${TOKEN}`, Host: 'tools.example' };
    expect(await send(url, 'POST', headers, ping)).toMatchObject({ status: 200 });
    expect(await send(url, 'POST', { ...headers, Origin: 'https://tools.example' }, ping)).toMatchObject({
      status: 200,
    });
    expect(await send(url, 'POST', { ...headers, Origin: 'https://evil.example' }, ping)).toMatchObject({
      status: 403,
    });
    expect(await send(url, 'POST', { ...headers, Origin: 'http://localhost' }, ping)).toMatchObject({ status: 403 });
  });

  test('a token that could be guessed guards no other address', async () => {
    const elsewhere = ['--http', '--host', '0.0.0.0'];
    const guessable = [
      ['padded', `${' '.repeat(20)}${TOKEN.slice(1)}\n`],
      ['short', TOKEN.slice(1)],
      ['astral', '😀'.repeat(15)],
    ] as const;
    for (const [name, text] of everyNth(3, guessable)) {
      const HAFT_TOKEN_FILE = path.join(folder, name);
      writeFileSync(HAFT_TOKEN_FILE, text);
      const error = /must have at least 16 characters, got 15\. Use a random token/;
      expect(await failed(elsewhere, { HAFT_TOKEN_FILE })).toMatch(error);
      expect(await failed(elsewhere, { HAFT_TOKEN: text })).toMatch(error);
    }
    expect(await failed(elsewhere, { HAFT_TOKEN: '' })).toMatch(/Set HAFT_TOKEN/);
    for (const args of [elsewhere, ['--http']]) {
      expect(await failed(args, { HAFT_TOKEN: ' \t\n ' })).toMatch(/HAFT_TOKEN is blank\. Use a random token/);
    }
    // On the own machine it is the user's choice; what surrounds it could not be sent.
    const { url } = await startHttp(file, ['--http'], { HAFT_TOKEN: ' short ' });
    expect(await send(url, 'POST', { ...JSON_HEADERS, Authorization: 'Bearer short' }, ping)).toMatchObject({
      status: 200,
    });
  });

  test('invalid settings are reported', async () => {
    const { port } = await start();
    expect(await failed(['--http', '--port', String(port)])).toMatch(/Cannot listen on 127\.0\.0\.1.*EADDRINUSE/);
    expect(await failed(['--http', '--port', 'x'])).toMatch(/--port must be an integer from 0 to 65535, got \\"x\\"/);
    expect(await failed(['--http'], { HAFT_TOKEN_FILE: path.join(folder, 'none') })).toMatch(/ENOENT/);
    const empty = path.join(folder, 'empty');
    writeFileSync(empty, '\n');
    expect(await failed(['--http'], { HAFT_TOKEN_FILE: empty })).toMatch(/file named by HAFT_TOKEN_FILE is empty/);
  });

  test('a transport that the spec does not list', async () => {
    const entry = await smallServer({ transports: ['http'] });
    expect(await failed(['--sse'], {}, entry)).toMatch(
      /server small does not have the transport sse\. Known transports: http\./,
    );
    expect(await failed(['--stdio'], {}, entry)).toMatch(/does not have the transport stdio/);
    // Without a flag the first one starts.
    const { port } = await startHttp(entry, []);
    expect(await send(`http://127.0.0.1:${port}/sse`, 'GET', {})).toMatchObject({ status: 404 });
  });
});
