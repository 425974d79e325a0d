/** The doctor reaches a server over SSE as its host would, and says why it cannot. */
import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { reachSse } from '../../compiler/cli/doctor/reach.ts';
import { runs } from '../support/runs.ts';

const TOOLS = [{ name: 'list_books', inputSchema: { type: 'object' } }];
const RESULTS: Readonly<Record<string, object>> = { initialize: { capabilities: {} }, 'tools/list': { tools: TOOLS } };

interface Manner {
  readonly endpoint: string;
  /** Characters in each piece of the stream. */
  readonly piece: number;
  readonly newline: string;
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
      say(stream, `event: endpoint\ndata: ${manner.endpoint}\n\n`, manner);
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
  });
  await fc.assert(
    fc.asyncProperty(manner, async (one) => {
      const { server, url } = await listening(one);
      const started = await reachSse({ url, headers: {} }, PATIENCE);
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
    const started = await reachSse({ url, headers: { authorization: 'Bearer x' } }, PATIENCE);
    server.closeAllConnections();
    server.close();
    expect(started).toMatchObject({ kind: 'unreached', fault: 'not MCP' });
    expect(posts()).toBe(0);
  },
);

test('another path, and nothing that listens', async () => {
  const { server, url } = await listening({ endpoint: '/m', piece: 9, newline: '\n' });
  server.removeAllListeners('request').on('request', (_, response: ServerResponse) => response.writeHead(404).end());
  expect(await reachSse({ url, headers: {} }, PATIENCE)).toMatchObject({ kind: 'unreached', fault: 'wrong path' });
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await reachSse({ url, headers: {} }, PATIENCE)).toMatchObject({ kind: 'unreached', fault: 'no listener' });
});
