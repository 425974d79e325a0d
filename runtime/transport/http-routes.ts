/** The routes of a server on `node:http`, and its answers. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Assembled } from '../server/assemble.ts';
import type { Log } from '../server/log.ts';
import { traceIn } from '../server/trace.ts';
import type { Asker, RpcReply } from '../protocol/answer.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import { type Proxies, clientName, createRateLimiters } from './proxies.ts';
import { logDropped } from './shutdown.ts';
import {
  type PlainReply,
  type RequestGuard,
  type Visitor,
  answerMethod,
  isPlainReply,
  plainReply,
  shareHeaders,
  tooLarge,
} from './http-guard.ts';
import { type Watch, logCalls, watchCalls } from './watch-calls.ts';
import { answerPost, messageChecks } from './post.ts';
import type { Door } from '../auth/door.ts';
import { STREAM, type Streams, type createStreams, event, keepAlive, openOutlet } from './sse.ts';
import { MAX_BYTES } from '../language/json.ts';
import type { Outlet } from '../protocol/progress.ts';

/** What `node:http` calls for every request, and the steps of its end. */
export interface Routes {
  readonly take: (request: IncomingMessage, response: ServerResponse) => void;
  /** From now on connections close after their answer, and the server is not ready. */
  readonly drain: () => void;
  /** Ends the streams of HTTP+SSE, each once it has no call under way. */
  readonly close: () => void;
  /** Aborts every call under way. */
  readonly abort: () => void;
}

type Take = (request: IncomingMessage, response: ServerResponse, query: string, visitor: Visitor) => void;

interface Route {
  readonly method: 'GET' | 'POST';
  readonly take: Take;
  /** In the place of that of the server. */
  readonly guard?: RequestGuard;
}

export interface FiguresPage {
  readonly read: () => PlainReply;
  readonly guard: RequestGuard;
}

const notFound = plainReply(404, frame`Unknown path or session.`);

/** Whether the process should be left alone, and whether it should get requests; `/healthz` is for checks that know one thing only. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz', '/healthz']);

const OK = plainReply(200, frame`ok`);
const ENDING = plainReply(503, frame`ending`);

function probeReply(path: string, draining: boolean): PlainReply | undefined {
  return PROBES.has(path) ? (draining && path !== '/livez' ? ENDING : OK) : undefined;
}

/** What of a server is on the way of its requests. */
interface RouteParts {
  readonly guard: RequestGuard;
  readonly clientOf: Proxies['clientOf'];
  readonly createStreams?: typeof createStreams | undefined;
  /** For servers with `auth:`, whose streams of HTTP+SSE would go round it. */
  readonly door?: Door | undefined;
  readonly watches?: readonly Watch[];
  /** For `/metrics`, which only tokens of the server's own open. */
  readonly figures?: FiguresPage | undefined;
}

/** `/mcp` where `http` is listed, `/sse` and `/messages` where `sse` is, and those of health checks, which need no token. */
export function createRoutes(
  { server, answer, allow, log }: Assembled,
  { guard, clientOf, createStreams, door, watches = [logCalls(log)], figures }: RouteParts,
): Routes {
  const replies = createReplies();
  const streams = server.transports.includes('sse') && !door ? createStreams?.(answer) : undefined;
  const allowances = createRateLimiters(allow);
  const checkMessage = messageChecks(server.tools, door?.permit);
  const allowanceOf: AllowanceOf = (request, visitor) => allowances(clientName(visitor) ?? clientOf(request));
  let draining = false;

  const mcp: Take = (request, response, _query, visitor) => {
    const asker = openAsker(request, response, watches, { allowance: allowanceOf(request, visitor), ...visitor });
    withBody(request, response, (body) => {
      const reply = answerPost(answer, checkMessage, body, headerOf(request), asker);
      // What the client said in `initialize` comes back with each of its requests: nothing is kept here.
      if (asker.asks && !hasSession(request)) response.setHeader('Mcp-Session-Id', SESSION + crypto.randomUUID());
      replies.send(response, reply);
    });
  };
  const routes = new Map<string, Route>(streams && streamRoutes(streams, allowanceOf));
  if (figures) routes.set('/metrics', figuresRoute(figures));
  // Who types the address where a login begins may end it with a slash.
  const paths = server.transports.includes('http') ? ['/mcp', ...(door ? ['/mcp/'] : [])] : [];
  for (const path of paths) routes.set(path, { method: 'POST', take: mcp });
  const route = guardRoutes(routes, guard, log);
  return {
    take(request, response) {
      if (draining) response.shouldKeepAlive = false;
      // A proxy may send the whole address (RFC 9112 §3.2.2).
      const [path = '', query = ''] = (request.url ?? '').replace(/^\w+:..[^/?]*/, '').split('?');
      const plain = probeReply(path, draining) ?? door?.describe(request.method ?? '', path);
      if (plain) sendPlain(response, plain);
      else route(path, request, response, query);
    },
    drain() {
      draining = true;
    },
    close: () => streams?.drain(),
    abort() {
      logDropped([...replies.abort(), ...(streams?.close() ?? [])], log);
    },
  };
}

/** Rejects before a route takes the request. */
function guardRoutes(
  routes: ReadonlyMap<string, Route>,
  guard: RequestGuard,
  log: Log,
): (path: string, request: IncomingMessage, response: ServerResponse, query: string) => void {
  return (path, request, response, query) => {
    const { method = '' } = request;
    const header = headerOf(request);
    const route = routes.get(path);
    const entered = route ? (route.guard ?? guard)(method, header) : notFound;
    if (entered instanceof Promise) void entered.then(go);
    else go(entered);

    function go(visitor: Visitor | PlainReply): void {
      const rejected = isPlainReply(visitor) ? visitor : route && answerMethod(method, route.method, header);
      const shared = route ? shareHeaders(header, rejected) : {};
      for (const [name, value] of Object.entries(shared)) response.setHeader(name, value);
      // Only a body that will be read is asked for (RFC 9110 §10.1.1).
      const waits = request.headers.expect !== undefined;
      if (rejected === undefined) {
        if (waits) response.writeContinue();
        if (!isPlainReply(visitor)) route?.take(request, response, query, visitor);
        return;
      }
      if (waits) response.shouldKeepAlive = false;
      log(`${method} ${path}: ${rejected.status}`, 'debug');
      sendPlain(response, rejected);
    }
  };
}

function figuresRoute({ read, guard }: FiguresPage): Route {
  return { method: 'GET', take: (_request, response) => sendPlain(response, read()), guard };
}

type AllowanceOf = (request: IncomingMessage, visitor: Visitor) => Asker['allowance'];

function streamRoutes(streams: Streams, allowanceOf: AllowanceOf): readonly (readonly [path: string, Route])[] {
  const open: Take = (request, response, _query, visitor) => streams.open(response, allowanceOf(request, visitor));
  const post: Take = (request, response, query) => {
    const name = new URLSearchParams(query).get('session') ?? '';
    const reply = (isTaken: boolean): void => sendPlain(response, isTaken ? plainReply(202, frame``) : notFound);
    withBody(request, response, (body) => streams.post(name, body, reply));
  };
  return [
    ['/sse', { method: 'GET', take: open }],
    ['/messages', { method: 'POST', take: post }],
  ];
}

function withBody(request: IncomingMessage, response: ServerResponse, act: (body: string) => void): void {
  readBody(request, (body) => (body === undefined ? sendPlain(response, tooLarge) : act(body)));
}

/** Node keeps one or joins duplicate headers (RFC 9110); the headers that are read here are not lists. */
function headerOf({ headers }: IncomingMessage): (name: string) => string | undefined {
  return (name) => headers[name]?.toString();
}

/** Gives the text, or nothing once it is longer than a message may be; never calls back if the client disconnects. */
function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_BYTES) {
      chunks.push(chunk);
      return;
    }
    request.pause().removeAllListeners('data').removeAllListeners('end');
    done(undefined);
  });
  request.on('end', () => done(Buffer.concat(chunks).toString()));
}

/** Sends answers and keeps track of those under way; a client that disconnects cancels its call. */
function createReplies() {
  const running = new Set<RpcReply>();
  const wait = (response: ServerResponse, answer: RpcReply, line: Promise<Redacted>): void => {
    running.add(answer);
    response.on('close', () => {
      // The answer cannot be fetched later: there are no sessions.
      if (running.delete(answer)) answer.abort('disconnected');
    });
    const finish = (text: Redacted): void => {
      if (running.delete(answer)) deliver(response, answer.status, text);
    };
    void line.then(finish);
  };
  return {
    send(response: ServerResponse, reply: RpcReply | PlainReply): void {
      if (isPlainReply(reply)) sendPlain(response, reply);
      else if (typeof reply.line === 'string') deliver(response, reply.status, reply.line);
      else wait(response, reply, reply.line);
    },
    /** Aborts every call without a response, and gives them. */
    abort(): readonly RpcReply[] {
      for (const answer of running) answer.abort('closed');
      return [...running];
    },
  };
}

/** Sends a response other than an MCP message; the rest of the request is not read. */
function sendPlain(response: ServerResponse, { status, text, headers }: PlainReply): void {
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    ...headers,
    ...(status === 413 && { Connection: 'close' }),
  });
  response.end(text);
}

/** Of a client whose user can be asked. */
const SESSION = 'elicitation.';

function hasSession({ headers }: IncomingMessage): boolean {
  return headers['mcp-session-id']?.toString().startsWith(SESSION) === true;
}

function openAsker(
  request: IncomingMessage,
  response: ServerResponse,
  watches: readonly Watch[],
  caller: Omit<Asker, 'outlet' | 'note'>,
): Asker {
  const asks = hasSession(request) && request.headers.accept?.includes('text/event-stream') === true;
  return {
    ...caller,
    ...(asks && { asks }),
    outlet: eventOutlet(request, response),
    ...watchCalls(watches, traceIn(request.headers)),
  };
}

/** The outlet of progress: if the client accepts a stream, the first progress starts one. */
function eventOutlet({ headers }: IncomingMessage, response: ServerResponse): Outlet {
  const isReady = (): boolean => !response.writableNeedDrain;
  const send = (line: Redacted): void => {
    if (headers.accept?.includes('text/event-stream') !== true || response.destroyed) return;
    if (!response.headersSent) {
      response.writeHead(200, STREAM);
      const stop = keepAlive(
        () => isReady() && !response.writableEnded,
        (comment) => response.write(comment),
      );
      response.on('close', stop);
    }
    response.write(event(line));
  };
  return openOutlet(response, send, isReady);
}

function deliver(response: ServerResponse, status: number, line: Redacted): void {
  if (response.headersSent) {
    response.end(event(line));
    return;
  }
  response.statusCode = status;
  response.setHeader('Content-Type', 'application/json');
  response.end(line);
}
