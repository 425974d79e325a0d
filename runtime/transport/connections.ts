/** Limits the number of connections: idle ones are closed first, then those that wait for the client. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAt } from './rate-limiters.ts';

/** The connections of a server. */
interface Connections {
  /** Lets a connection in; where there are too many it ends another one or, if all are worked for, the new one. */
  readonly admit: (socket: Socket) => void;
  /** Notes the request that a connection brings. */
  readonly serve: (request: IncomingMessage, response: ServerResponse) => void;
}

interface Connection {
  readonly socket: Socket;
  readonly client: string;
  readonly exchange: readonly [IncomingMessage, ServerResponse] | undefined;
}

/** `most` of all clients together, `mostOfOne` of one address. */
export function createConnections(most: number, mostOfOne: number): Connections {
  /** Ordered by last activity, the latest at the end. */
  const open = new Map<Socket, Connection>();
  const move = (socket: Socket, exchange?: Connection['exchange']): void => {
    const connection = open.get(socket);
    if (open.delete(socket) && connection !== undefined) open.set(socket, { ...connection, exchange });
  };
  return {
    admit(socket) {
      const client = clientAt(socket.remoteAddress);
      const all = [...open.values()];
      const own = all.filter((one) => one.client === client);
      open.set(socket, { socket, client, exchange: undefined });
      socket.once('close', () => open.delete(socket));
      const rivals = own.length >= mostOfOne ? own : all.length >= most ? all : undefined;
      if (rivals === undefined) return;
      const leaving = (rivals.find(isIdle) ?? rivals.find(waitsForClient))?.socket ?? socket;
      // The close event fires a turn later; until then another connection could take its place.
      open.delete(leaving);
      leaving.destroy();
    },
    serve(request, response) {
      const { socket } = request;
      move(socket, [request, response]);
      response.once('close', () => move(socket));
    },
  };
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
