/** The HTTP transports: listening, authorization, limits of connections, and a graceful shutdown. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Assembled } from '../server/assemble.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { type ProcessVariables, readEnvironment } from '../server/environment.ts';
import type { Log } from '../server/log.ts';
import { URL_FORM, chosenAddress, readClients, readOrigins, readToken, readUrl, requireStrong } from './token.ts';
import { createObservers } from './observers.ts';
import { type FindVisitor, createRequestGuard, isLoopback, requireToken } from './http-guard.ts';
import type { openDoor } from '../auth/door.ts';
import type { noteCaller } from '../auth/callers.ts';
import type { createIntrospection } from '../auth/introspection.ts';
import { requireModule } from '../language/require-module.ts';
import { clientAt, readProxies } from './proxies.ts';
import { endProcess, untilSignal } from './shutdown.ts';
import { type Routes, createRoutes } from './http-routes.ts';
import type { createStreams } from './sse.ts';
import type { Socket } from 'node:net';
import { clip } from '../language/describe.ts';

/** Where load balancers can be: they notice that a server is not ready only at their next check. */
const DRAIN_MS = 5000;

/** Longer than any service manager waits. */
const MAX_DRAIN_MS = 600_000;

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

/** What a server carries only where its spec needs it. */
export interface HttpModules {
  /** For servers that list `sse`. */
  readonly createStreams?: typeof createStreams;
  /** For servers with `auth`. */
  readonly openDoor?: typeof openDoor;
  readonly introspect?: typeof createIntrospection;
  /** For servers that send on headers of their callers, or exchange their tokens. */
  readonly noteCaller?: typeof noteCaller;
}

/** Serves until a signal. Throws with a message for the operator if it cannot or must not listen. */
export async function serveHttp(
  assembled: Assembled,
  flags: readonly string[],
  variables: ProcessVariables,
  { createStreams, openDoor: open, introspect, noteCaller }: HttpModules = {},
): Promise<void> {
  const { log, server } = assembled;
  const { host, port } = chosenAddress(flags, variables);
  const name = host.includes(':') ? `[${host}]` : host;
  const local = isLoopback(name);
  const { auth } = server;
  const find = await clientsFor(host, { local, guarded: auth !== undefined }, variables, log);
  let url = readUrl(variables);
  if (auth && !url && !local) throw new Error(`Listening on ${host} with \`auth\` requires HAFT_URL, ${URL_FORM}.`);
  const env = readEnvironment(server.env, variables);
  const parts = { ...assembled, env, find, introspect, noteCaller };
  const door = auth && requireModule(open, 'auth')(auth, { ...parts, url: () => url });
  const enter = door?.enter ?? (find && requireToken(find));
  const { clientOf, include: isProxy } = await readProxies(variables);
  const guard = createRequestGuard({ enter, local, publicUrl: url, origins: readOrigins(variables) });
  const observers = createObservers(assembled, variables, { find, local });
  const { watches, figures } = observers;
  const { web, end } = await openWeb({
    routes: createRoutes(assembled, { guard, clientOf, createStreams, door, watches, figures }),
    server,
    times: { ...TIMES, drain: readDrain(variables, local) },
    connections: { ...CONNECTIONS, isProxy },
    log,
    exit: () => assembled.close(() => void observers.flush().then(() => endProcess())),
  });
  untilSignal(end, log);
  await listen(web, host, port);
  const address = web.address();
  const actual = typeof address === 'object' ? address?.port : port;
  const own = `http://${name}:${actual}${server.transports.includes('http') ? '/mcp' : '/sse'}`;
  url ||= own;
  log(`listening on ${own}`);
}

/** Throws where others can reach the server without a token, or with one that they could guess. */
async function clientsFor(
  host: string,
  { local, guarded }: { readonly local: boolean; readonly guarded: boolean },
  variables: ProcessVariables,
  log: Log,
): Promise<FindVisitor | undefined> {
  const find = await readClients(variables, log);
  if (local) return find;
  if (find === undefined && !guarded)
    throw new Error(`Listening on ${host} requires a token. Set HAFT_TOKEN, HAFT_TOKEN_FILE or HAFT_TOKENS_FILE.`);
  const token = await readToken(variables);
  if (token !== undefined) requireStrong(token, variables['HAFT_TOKEN'] ? 'HAFT_TOKEN' : 'HAFT_TOKEN_FILE');
  return find;
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

/** Of all clients together, and of one address. */
export interface MaxConnections {
  readonly ofAll: number;
  readonly ofOne: number;
}

/** Up to `soft`, connections are kept; beyond `hard`, one is closed at once, whatever is on its way. */
interface ConnectionLimits {
  readonly soft: MaxConnections;
  readonly hard: MaxConnections;
  /** Many clients share the address of a proxy, which only the limit of all applies to. */
  readonly isProxy: (address: string | undefined) => boolean;
}

interface Connection {
  readonly socket: Socket;
  /** Absent for a proxy. */
  readonly client: string | undefined;
  readonly exchange: readonly [IncomingMessage, ServerResponse] | undefined;
  /** Its next answer is the last one. */
  readonly leaving: boolean;
}

/** Idle connections go first, then those that wait for the client; the oldest before the newer ones. */
function createConnections({ soft, hard, isProxy }: ConnectionLimits) {
  /** Ordered by last activity, the latest at the end. */
  const open = new Map<Socket, Connection>();
  const change = (socket: Socket, more: Partial<Connection>, active = true): void => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    if (active) open.delete(socket);
    open.set(socket, { ...connection, ...more });
  };
  return {
    /** Lets a connection in; where there are too many, another one closes after its next answer, or at once. */
    admit(socket: Socket): void {
      const { remoteAddress } = socket;
      const client = isProxy(remoteAddress) ? undefined : clientAt(remoteAddress);
      const all = [...open.values()];
      const own = all.filter((one) => client !== undefined && one.client === client);
      const rivals = ({ ofAll, ofOne }: MaxConnections): readonly Connection[] =>
        own.length >= ofOne ? own : all.length >= ofAll ? all : [];
      open.set(socket, { socket, client, exchange: undefined, leaving: false });
      socket.once('close', () => open.delete(socket));
      const staying = rivals(soft).filter(({ leaving }) => !leaving);
      const last = staying.find(isIdle) ?? staying[0];
      if (last !== undefined) {
        change(last.socket, { leaving: true }, false);
        closeAfter(last.exchange?.[1]);
      }
      const crowd = rivals(hard);
      if (crowd.length === 0) return;
      const closed = (crowd.find(isIdle) ?? crowd.find(waitsForClient))?.socket ?? socket;
      // The close event fires a turn later; until then another connection could take its place.
      open.delete(closed);
      closed.destroy();
    },
    /** Notes the request that a connection brings. */
    serve(request: IncomingMessage, response: ServerResponse): void {
      const { socket } = request;
      if (open.get(socket)?.leaving === true) closeAfter(response);
      change(socket, { exchange: [request, response] });
      response.once('close', () => change(socket, { exchange: undefined }));
    },
  };
}

/** A client that is told so sends its next request on another connection; one that is cut off loses the request on its way. */
function closeAfter(response: ServerResponse | undefined): void {
  if (response?.headersSent === false) response.shouldKeepAlive = false;
}

function isIdle({ exchange }: Connection): boolean {
  return exchange === undefined;
}

/** For the rest of its request, for its reading of the answer, or for its next message (a stream of HTTP+SSE). */
function waitsForClient({ exchange }: Connection): boolean {
  if (exchange === undefined) return true;
  const [{ complete, method }, { writableEnded }] = exchange;
  return !complete || writableEnded || method === 'GET';
}

/** Milliseconds for which a server that ends goes on listening: `HAFT_DRAIN_MS`, else 0 on the own machine. Throws for anything else. */
export function readDrain({ HAFT_DRAIN_MS: text = '' }: ProcessVariables, local: boolean): number {
  if (text.trim() === '') return local ? 0 : DRAIN_MS;
  const drain = /^\s*\d+\s*$/.test(text) ? Number(text) : Infinity;
  if (drain > MAX_DRAIN_MS)
    throw new Error(`HAFT_DRAIN_MS must be an integer from 0 to ${MAX_DRAIN_MS}, got "${clip(text)}".`);
  return drain;
}

interface Ending {
  readonly routes: Routes;
  readonly log: Log;
  /** Milliseconds: to go on listening, and the longest that an answer may then take. */
  readonly times: { readonly drain: number; readonly finish: number };
  readonly exit: () => void;
}

/** The first signal begins the end, a second one is the end. */
function createEnd({ routes, log, times, exit }: Ending) {
  let open = 0;
  let ending = false;
  let closed = false;
  const stop = (): void => {
    routes.abort();
    exit();
  };
  const stopIfDone = (): void => {
    if (closed && open === 0) stop();
  };
  const close = (web: Server): void => {
    closed = true;
    routes.close();
    web.close();
    setTimeout(stop, times.finish);
    stopIfDone();
  };
  return {
    /** Counts the answers under way. */
    track(response: ServerResponse): void {
      open += 1;
      response.on('close', () => {
        open -= 1;
        stopIfDone();
      });
    },
    end(web: Server): void {
      if (ending) return stop();
      ending = true;
      routes.drain();
      if (times.drain === 0) return close(web);
      log(`ending: listening for ${times.drain / 1000} s more, and not ready; a second signal ends at once`);
      setTimeout(close, times.drain, web);
    },
  };
}
