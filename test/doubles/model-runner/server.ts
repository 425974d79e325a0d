/** The runner on a raw server that is not listening yet: one answer per connection, written to the byte. */
import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

import type { Journal } from '../journal.ts';
import { readRequest } from '../read-request.ts';
import type { Reply, WireRequest } from '../wire.ts';
import type { Face } from './constants.ts';
import { dispatch } from './dispatch.ts';

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** The bytes of an answer. */
export function serialize({ status, headers, body }: Reply): string {
  const lines = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Unknown'}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** `face` is asked for at every request: a test may change it in between. */
export function createRunner(face: () => Face, journal: Journal): Server {
  return createServer((socket) => {
    socket.on('error', () => socket.destroy());
    readRequest(socket, (request) => {
      journal.request(request);
      respond(socket, request, face(), journal);
    });
  });
}

function respond(socket: Socket, request: WireRequest, face: Face, journal: Journal): void {
  const outcome = dispatch(face, request, journal);
  if (outcome === 'never') {
    socket.on('close', () => journal.closed(request));
    return;
  }
  if (!('breaks' in outcome)) {
    socket.end(serialize(outcome));
    return;
  }
  socket.write(serialize(outcome.breaks).slice(0, -10), () => socket.destroy());
}
