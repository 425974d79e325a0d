/** Limits the number of connections (those beyond a limit close after their next answer, at a harder one at once), and ends a server. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAt } from './proxies.ts';
import type { ProcessVariables } from '../server/environment.ts';
import { clip } from '../language/describe.ts';
import type { Log } from '../server/log.ts';
import type { Routes } from './http-routes.ts';

/** Where load balancers can be: they notice that a server is not ready only at their next check. */
const DRAIN_MS = 5000;

/** Longer than any service manager waits. */
const MAX_DRAIN_MS = 600_000;

/** The connections of a server. */
interface Connections {
  /** Lets a connection in; where there are too many, another one closes after its next answer, or at once. */
  readonly admit: (socket: Socket) => void;
  /** Notes the request that a connection brings. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
}

/** Of all clients together, and of one address. */
export interface MaxConnections {
  readonly ofAll: number;
  readonly ofOne: number;
}

/** Up to `soft`, connections are kept; beyond `hard`, one is closed at once, whatever is on its way. */
export interface ConnectionLimits {
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
export function createConnections({ soft, hard, isProxy }: ConnectionLimits): Connections {
  /** Ordered by last activity, the latest at the end. */
  const open = new Map<Socket, Connection>();
  const change = (socket: Socket, more: Partial<Connection>, active = true): void => {
    const connection = open.get(socket);
    if (connection === undefined) return;
    if (active) open.delete(socket);
    open.set(socket, { ...connection, ...more });
  };
  return {
    admit(socket) {
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
    serve(request, response) {
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
export function createEnd({ routes, log, times, exit }: Ending) {
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
