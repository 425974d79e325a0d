/** The HTTP transports: listening, authorization, limits, and a graceful shutdown. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Assembled } from '../server/assemble.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import type { ProcessVariables } from '../server/environment.ts';
import type { Log } from '../server/log.ts';
import { createRequestGuard, isLoopback } from './http-guard.ts';
import { chosenAddress } from './address.ts';
import { type ConnectionLimits, createConnections, createEnd, readDrain } from './connections.ts';
import { readProxies } from './proxies.ts';
import { endProcess, untilSignal } from './shutdown.ts';
import type { Routes } from './http-routes.ts';
import { createRoutes } from './http-routes.ts';
import type { CreateStreams } from './sse.ts';
import { readToken, requireStrong } from './token.ts';

interface Web {
  readonly web: Server;
  /** First signal: the end begins, in which answers under way may finish. Second one, or too long: the end. */
  readonly end: () => void;
}

/** A server that does not listen yet; `exit` is called when its end is complete. */
interface WebOptions {
  readonly routes: Routes;
  readonly server: ServerDescriptor;
  /** Milliseconds: for the head of a request, for all of it, between two requests, beyond the longest call, to listen on at the end. */
  readonly times: typeof TIMES & { readonly drain: number };
  readonly connections: ConnectionLimits;
  readonly log: Log;
  readonly exit: () => void;
}

const TIMES = { head: 10_000, request: 30_000, idle: 60_000, silence: 30_000 };

const CONNECTIONS = { soft: { ofAll: 1000, ofOne: 100 }, hard: { ofAll: 1500, ofOne: 500 } };

/** Bytes that a connection may leave unread before it is sent no more progress. */
const MAX_UNREAD = 16 * 1024;

/** Serves until a signal. Throws with a message for the operator if it cannot or must not listen. */
export async function serveHttp(
  assembled: Assembled,
  flags: readonly string[],
  variables: ProcessVariables,
  createStreams?: CreateStreams,
): Promise<void> {
  const { log, server } = assembled;
  const { host, port } = chosenAddress(flags);
  const name = host.includes(':') ? `[${host}]` : host;
  const local = isLoopback(name);
  const token = await tokenFor(host, local, variables);
  const { timingSafeEqual } = await import('node:crypto');
  const same = (given: string, secret: string): boolean => {
    const [left, right] = [Buffer.from(given), Buffer.from(secret)];
    return left.length === right.length && timingSafeEqual(left, right);
  };
  const { clientOf, include: isProxy } = await readProxies(variables);
  const { web, end } = await openWeb({
    routes: createRoutes(assembled, createRequestGuard({ token, local }, same), clientOf, createStreams),
    server,
    times: { ...TIMES, drain: readDrain(variables, local) },
    connections: { ...CONNECTIONS, isProxy },
    log,
    exit: () => assembled.close(endProcess),
  });
  untilSignal(end, log);
  await listen(web, host, port);
  const address = web.address();
  const shown = typeof address === 'object' ? address?.port : port;
  log(`listening on http://${name}:${shown}${server.transports.includes('http') ? '/mcp' : '/sse'}`);
}

/** Throws where others can reach the server without a token, or with one that they could guess. */
async function tokenFor(host: string, local: boolean, variables: ProcessVariables): Promise<string | undefined> {
  const token = await readToken(variables);
  if (local) return token;
  if (token === undefined) throw new Error(`Listening on ${host} requires a token. Set HAFT_TOKEN or HAFT_TOKEN_FILE.`);
  requireStrong(token, variables['HAFT_TOKEN'] ? 'HAFT_TOKEN' : 'HAFT_TOKEN_FILE');
  return token;
}

/** Makes the server. */
export async function openWeb({ routes, server, times, connections, log, exit }: WebOptions): Promise<Web> {
  const { createServer } = await import('node:http');
  const { limits, tools } = server;
  // Only a dead connection is silent for longer than the longest call.
  const silence = Math.max(limits.timeout_ms, ...tools.map(({ timeout_ms = 0 }) => timeout_ms)) + times.silence;
  const { admit, serve } = createConnections(connections);
  const { track, end } = createEnd({ routes, log, times: { drain: times.drain, finish: silence }, exit });
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    track(response);
    serve(request, response);
    routes.take(request, response);
  };
  const web = createServer({
    headersTimeout: times.head,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.head / 2,
    keepAlive: true,
    highWaterMark: MAX_UNREAD,
  });
  // `checkContinue` is that of a client which asks before it sends a body.
  for (const event of ['request', 'checkContinue'] as const) {
    web.on(event, (request, response) => {
      // A request that was sent before the last response was read: a client that does not read is not served either.
      if (response.socket === null) response.once('socket', () => take(request, response));
      else take(request, response);
    });
  }
  web.on('connection', admit);
  web.timeout = silence;
  return { web, end: () => end(web) };
}

function listen(web: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    web.once('error', (error) => reject(new Error(`Cannot listen on ${host}:${port}: ${error.message}`)));
    web.listen(port, host, resolve);
  });
}
