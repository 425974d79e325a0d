/** The HTTP transports: listening, authorization, limits, and a graceful shutdown. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Assembled } from '../assemble.ts';
import type { ServerDescriptor } from '../descriptor.ts';
import type { Variables } from '../environment.ts';
import { createRequestGuard, isLoopback } from './http-guard.ts';
import { chosenAddress } from './address.ts';
import { createConnections } from './connections.ts';
import { endProcess, untilSignal } from './shutdown.ts';
import type { Routes } from './http-routes.ts';
import { createRoutes } from './http-routes.ts';
import type { CreateStreams } from './sse.ts';
import { readToken, requireStrong } from './token.ts';

interface Web {
  readonly web: Server;
  /** First signal: no new connection, and answers under way may finish. Second one, or too long: the end. */
  readonly end: () => void;
}

/** Milliseconds: for the head of a request, for all of it, between two requests, beyond the longest call, for the end. */
const TIMES = { head: 10_000, request: 30_000, idle: 60_000, silence: 30_000, drain: 10_000 };

/** Maximum number of connections of all clients together, and of one address. */
const CONNECTIONS = { most: 1000, mostOfOne: 100 };

/** Bytes that a connection may leave unread before it is sent no more progress. */
const MOST_UNREAD = 16 * 1024;

/** Serves until a signal. Throws with a message for the operator if it cannot or must not listen. */
export async function serveHttp(
  assembled: Assembled,
  flags: readonly string[],
  variables: Variables,
  createStreams?: CreateStreams,
): Promise<void> {
  const { log, server } = assembled;
  const { host, port } = chosenAddress(flags);
  const token = await readToken(variables);
  const name = host.includes(':') ? `[${host}]` : host;
  const local = isLoopback(name);
  if (!local && token === undefined) {
    throw new Error(`Listening on ${host} requires a token. Set HAFT_TOKEN or HAFT_TOKEN_FILE.`);
  }
  if (!local && token !== undefined) requireStrong(token, variables['HAFT_TOKEN'] ? 'HAFT_TOKEN' : 'HAFT_TOKEN_FILE');
  const { timingSafeEqual } = await import('node:crypto');
  const same = (given: string, secret: string): boolean => {
    const [left, right] = [Buffer.from(given), Buffer.from(secret)];
    return left.length === right.length && timingSafeEqual(left, right);
  };
  const routes = createRoutes(assembled, createRequestGuard({ token, local }, same), createStreams);
  const { web, end } = await openWeb(routes, server, TIMES, () => assembled.close(endProcess));
  untilSignal(end, log);
  await listen(web, host, port);
  const address = web.address();
  const shown = typeof address === 'object' ? address?.port : port;
  log(`listening on http://${name}:${shown}${server.transports.includes('http') ? '/mcp' : '/sse'}`);
}

/** Makes the server, which does not listen yet; `exit` is called when its end is complete. */
export async function openWeb(
  routes: Routes,
  { limits, tools }: ServerDescriptor,
  times: typeof TIMES,
  exit: () => void,
  { most, mostOfOne } = CONNECTIONS,
): Promise<Web> {
  const { createServer } = await import('node:http');
  const connections = createConnections(most, mostOfOne);
  const { track, end } = countOpen(routes, exit);
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    track(response);
    connections.serve(request, response);
    routes.take(request, response);
  };
  const options = {
    headersTimeout: times.head,
    requestTimeout: times.request,
    keepAliveTimeout: times.idle,
    connectionsCheckingInterval: times.head / 2,
    keepAlive: true,
    highWaterMark: MOST_UNREAD,
  };
  const web = createServer(options);
  // `checkContinue` is that of a client which asks before it sends a body.
  for (const event of ['request', 'checkContinue'] as const) {
    web.on(event, (request, response) => {
      // A request that was sent before the last response was read: a client that does not read is not served either.
      if (response.socket === null) response.once('socket', () => take(request, response));
      else take(request, response);
    });
  }
  web.on('connection', connections.admit);
  // Only a dead connection is silent for longer than the longest call.
  web.timeout = Math.max(limits.timeout_ms, ...tools.map(({ timeout_ms = 0 }) => timeout_ms)) + times.silence;
  return { web, end: () => end(web, times.drain) };
}

/** Counts the answers under way: a server that ends waits for them, but no longer than `most` milliseconds. */
function countOpen(routes: Routes, exit: () => void) {
  let open = 0;
  let ending = false;
  const stop = (): void => {
    routes.abort();
    exit();
  };
  const left = (): void => {
    open -= 1;
    if (ending && open === 0) stop();
  };
  return {
    track(response: ServerResponse): void {
      open += 1;
      response.on('close', left);
    },
    end(web: Server, most: number): void {
      if (ending || open === 0) stop();
      ending = true;
      routes.drain();
      web.close();
      setTimeout(stop, most);
    },
  };
}

function listen(web: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    web.once('error', (error) => reject(new Error(`Cannot listen on ${host}:${port}: ${error.message}`)));
    web.listen(port, host, resolve);
  });
}
