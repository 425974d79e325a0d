/**
 * Another MCP server over Streamable HTTP: the server of the official SDK with sessions, at `/sse` and `/json`, with stored events
 * at `/stored`, and of MCP 2026-07-28 alone at `/modern`. `/forget` ends all
 * sessions; the other paths do what servers and proxies should not: reject, redirect, send too much, end in the middle.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  fromJsonSchema,
} from '@modelcontextprotocol/server';

const sessions = new Map();
const seen = { authorization: [], deleted: 0, begun: 0, cancelled: 0 };
/** Requests for `/when`, answered once a count is reached. */
const waiting = new Set();

function count(what) {
  seen[what] += 1;
  for (const answer of waiting) answer();
}

function create() {
  const mcp = new McpServer({ name: 'upstream', version: '3.2.1' }, { instructions: 'Adds.' });
  const inputSchema = fromJsonSchema({ type: 'object', properties: { a: { type: 'number' } }, required: ['a'] });
  mcp.registerTool('double', { description: 'Doubles.', inputSchema }, async ({ a }, { mcpReq }) => {
    const { progressToken } = mcpReq._meta ?? {};
    if (progressToken !== undefined)
      await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress: 1, total: 2 } });
    return {
      content: [{ type: 'text', text: String(a * 2) }],
      structuredContent: { sum: a * 2 },
      _meta: { 'x/y': [1] },
    };
  });
  mcp.registerTool('wait', { inputSchema: fromJsonSchema({ type: 'object' }) }, async (_args, { mcpReq }) => {
    count('begun');
    const { signal } = mcpReq;
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    count('cancelled');
    return { content: [] };
  });
  return mcp;
}

/** With a store, each stream begins with an event that has an id and no data. */
function eventStore() {
  const events = [];
  return {
    async storeEvent(stream, message) {
      events.push([stream, message]);
      return String(events.length);
    },
    async replayEventsAfter(last, { send }) {
      const [stream] = events[Number(last) - 1];
      for (const [at, [of, message]] of events.entries())
        if (at >= Number(last) && of === stream) await send(String(at + 1), message);
      return stream;
    },
  };
}

const modern = createMcpHandler(create, { legacy: 'reject' });

async function session(id, path) {
  const enableJsonResponse = path === '/json';
  if (id !== undefined) return sessions.get(id);
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse,
    ...(path === '/stored' && { eventStore: eventStore() }),
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (made) => void sessions.set(made, transport),
    onsessionclosed: () => void (seen.deleted += 1),
  });
  await create().connect(transport);
  return transport;
}

const OTHER = {
  '/login': (response) => response.writeHead(401).end('who are you?'),
  '/forbidden': (response) => response.writeHead(403).end('no'),
  '/nowhere': (response) => response.writeHead(404).end('<h1>Not found</h1>'),
  '/broken': (response) => response.writeHead(500).end('a stack'),
  '/garbage': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":'),
  '/redirect': (response) => response.writeHead(307, { location: 'http://127.0.0.1:1/mcp' }).end(),
  '/cut': (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"jsonrpc"');
    setImmediate(() => response.destroy());
  },
  '/huge': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"jsonrpc":"2.0","id":1,"result":{"text":"${'x'.repeat(11 * 1024 * 1024)}"}}`);
  },
  '/html': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>'),
  '/forget': (response) => {
    sessions.clear();
    response.end('forgotten');
  },
  '/seen': (response) => response.end(JSON.stringify(seen)),
  /** `/when?cancelled=2` is answered as soon as two calls were cancelled. */
  '/when': (response, [[what, number]]) => {
    const answer = () => {
      if (seen[what] < Number(number)) return;
      waiting.delete(answer);
      response.end(JSON.stringify(seen));
    };
    waiting.add(answer);
    answer();
  },
};

const web = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, 'http://x');
  if (OTHER[pathname]) return void OTHER[pathname](response, [...searchParams]);
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  seen.authorization.push(request.headers.authorization);
  const transport = pathname === '/modern' ? undefined : await session(request.headers['mcp-session-id'], pathname);
  if (!transport && pathname !== '/modern') return void response.writeHead(404).end();
  const headers = Object.entries(request.headers).filter(([name]) => name !== 'connection');
  const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {};
  const url = `http://${request.headers.host}${request.url}`;
  const left = new AbortController();
  response.on('close', () => left.abort());
  const asked = new Request(url, { method: request.method, headers, ...body, signal: left.signal });
  const answer = await (transport ? transport.handleRequest(asked) : modern.fetch(asked));
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  for await (const chunk of answer.body ?? []) response.write(chunk);
  response.end();
});
web.listen(0, '127.0.0.1', () => console.log(web.address().port));
