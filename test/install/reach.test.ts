/** The doctor reaches a server of every revision of MCP as its host would, and says why it cannot. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { reach } from '../../compiler/features/connect/run/doctor/reach.ts';
import { start } from '../../compiler/features/connect/run/doctor/start.ts';
import { runs } from '../support/runs.ts';

const TOOLS = [{ name: 'list_books', inputSchema: { type: 'object' } }];
const RESULTS: Readonly<Record<string, object>> = {
  initialize: { protocolVersion: '2025-11-25', capabilities: {} },
  'tools/list': { tools: TOOLS },
};

interface Manner {
  readonly endpoint: string;
  /** Characters in each piece of the stream. */
  readonly piece: number;
  readonly newline: string;
  /** Before the address for messages. */
  readonly first?: string;
}

/** Writes in pieces of any size. */
function say(stream: ServerResponse, text: string, { piece, newline }: Manner): void {
  const all = text.replaceAll('\n', newline);
  for (let at = 0; at < all.length; at += piece) stream.write(all.slice(at, at + piece));
}

async function listening(manner: Manner): Promise<{ server: Server; url: string; posts: () => number }> {
  let stream: ServerResponse | undefined;
  let posts = 0;
  const server = createServer((request, response) => {
    if (request.method === 'GET' && request.url === '/sse') {
      stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
      say(stream, `${manner.first ?? ''}event: endpoint\ndata: ${manner.endpoint}\n\n`, manner);
      return;
    }
    posts += 1;
    let body = '';
    request.on('data', (data: Buffer) => (body += data.toString()));
    request.on('end', () => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      response.writeHead(202).end();
      const answer = JSON.stringify({ jsonrpc: '2.0', id, result: RESULTS[method] });
      if (id !== undefined && stream) say(stream, `event: message\ndata: ${answer}\n\n`, manner);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { server, url: `http://127.0.0.1:${port}/sse`, posts: () => posts };
}

const PATIENCE = 60_000;

test('however the stream is cut, its tools are listed', { timeout: 600_000 }, async () => {
  const manner = fc.record({
    endpoint: fc.constant('/messages?session=1'),
    piece: fc.integer({ min: 1, max: 200 }),
    newline: fc.constantFrom('\n', '\r\n'),
    first: fc.constantFrom('', ': hi\n\n', 'retry: 3000\n\n', 'event: ping\ndata: 1\n\n', 'data: {"hello":1}\n\n'),
  });
  await fc.assert(
    fc.asyncProperty(manner, async (one) => {
      const { server, url } = await listening(one);
      const started = await reach({ url, headers: {}, isSse: true }, PATIENCE);
      server.closeAllConnections();
      server.close();
      expect(started).toEqual({ kind: 'ready', tools: TOOLS });
    }),
    { numRuns: runs(500) },
  );
});

test.each(['http://127.0.0.1:1/messages', 'https://other.example/messages', 'http://'])(
  'messages and their headers go to no other place: %s',
  async (endpoint) => {
    const { server, url, posts } = await listening({ endpoint, piece: 9, newline: '\n' });
    const started = await reach({ url, headers: { authorization: 'Bearer x' }, isSse: true }, PATIENCE);
    server.closeAllConnections();
    server.close();
    expect(started).toMatchObject({ kind: 'unreached', fault: 'not MCP' });
    expect(posts()).toBe(0);
  },
);

test('another path, and nothing that listens', async () => {
  const { server, url } = await listening({ endpoint: '/m', piece: 9, newline: '\n' });
  server.removeAllListeners('request').on('request', (_, response: ServerResponse) => response.writeHead(404).end());
  expect(await reach({ url, headers: {}, isSse: true }, PATIENCE)).toMatchObject({
    kind: 'unreached',
    fault: 'wrong path',
  });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await reach({ url, headers: {}, isSse: true }, PATIENCE)).toMatchObject({
    kind: 'unreached',
    fault: 'no listener',
  });
});

/** Answers of the official SDK, and of what is no MCP server. */
const ANSWERS: readonly (readonly [path: string, expected: object])[] = [
  ...['/sse', '/json', '/stored', '/modern'].map(
    (path) => [path, { kind: 'ready', tools: [{ name: 'double' }, { name: 'wait' }] }] as const,
  ),
  ['/login', { fault: 'not authorized', how: 'it responds with status 401' }],
  ['/forbidden', { fault: 'not authorized', how: 'it responds with status 403' }],
  ['/nowhere', { fault: 'wrong path', how: 'it responds with status 404' }],
  ['/redirect', { fault: 'wrong path', how: 'it responds with status 307' }],
  ['/broken', { fault: 'service error', how: 'it responds with status 500' }],
  ['/garbage', { fault: 'not MCP', how: 'it sent a message that is not JSON' }],
  ['/html', { fault: 'not MCP', how: 'its response is not one of MCP' }],
  ['/cut', { fault: 'not MCP' }],
];

test('over HTTP: servers with a handshake and without one, and what is wrong with others', async () => {
  const double = spawn(process.execPath, [join(import.meta.dirname, '../doubles/upstream/server.mjs')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void double.kill());
  const [port] = (await once(createInterface({ input: double.stdout }), 'line')) as [string];
  for (const [path, expected] of ANSWERS) {
    const started = await reach({ url: `http://127.0.0.1:${port}${path}`, headers: {}, isSse: false }, PATIENCE);
    expect(started, path).toMatchObject(expected);
  }
});

/** Knows revisions with a handshake, without one, both or none: as its arguments say. */
const PROGRAM = `
const [older, newer] = process.argv.slice(1).map((word) => word === 'true');
const meta = { 'server/discover': { supportedVersions: ['2026-07-28'], capabilities: {} }, 'tools/list': { tools: [{ name: 'list_books', inputSchema: { type: 'object' } }] } };
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const isNewer = params?._meta !== undefined;
  const results = { initialize: { protocolVersion: '2025-11-25', capabilities: {} }, ...meta };
  const fits = isNewer ? newer : older && method !== 'server/discover';
  const answer = fits && method in results ? { result: results[method] } : { error: { code: -32022, message: 'no' } };
  console.log(JSON.stringify({ jsonrpc: '2.0', id, ...answer }));
});`;

test.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])('over stdio: older revisions known %s, newer ones %s', async (older, newer) => {
  const launch = {
    command: 'node',
    program: process.execPath,
    path: '',
    folder: import.meta.dirname,
    isClosed: false,
    args: ['-e', PROGRAM, String(older), String(newer)],
    environment: {},
    unexpanded: [],
    missing: [],
  };
  const { started } = await start(launch, { patience: PATIENCE, call: false, redact: (text) => text });
  if (older || newer) expect(started).toMatchObject({ kind: 'ready', tools: TOOLS });
  else expect(started).toMatchObject({ kind: 'failed', how: 'responds with the error -32022' });
});
