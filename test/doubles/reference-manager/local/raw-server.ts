import { createServer } from 'node:net';
import type { Server } from 'node:net';

import { readRequest } from '../../read-request.ts';
import type { Reply, WireRequest } from '../../wire.ts';

/** Reason phrases of Zotero's own table; every other status goes out as `undefined`. */
const REASONS: Record<number, string> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  300: 'Multiple Choices',
  304: 'Not Modified',
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  412: 'Precondition Failed',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Answers one request, or closes the connection without a byte. */
export type Handler = (request: WireRequest) => Promise<Reply | 'close'>;

/** The bytes of an answer: HTTP/1.0, and a Content-Length only when there is no body. */
export function serialize(reply: Reply, zoteroVersion: string): string {
  const lines = [
    `HTTP/1.0 ${reply.status} ${String(REASONS[reply.status])}`,
    `X-Zotero-Version: ${zoteroVersion}`,
    'X-Zotero-Connector-API-Version: 3',
    ...Object.entries(reply.headers).map(([name, value]) => `${name}: ${value}`),
  ];
  if (reply.body === '') lines.push('Content-Length: 0');
  return `${lines.join('\r\n')}\r\n\r\n${reply.body}`;
}

/** A server that speaks like Zotero's: one answer per connection, then the connection is closed. */
export function createRawServer(zoteroVersion: string, handler: Handler): Server {
  return createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
    readRequest(socket, (request) => {
      void handler(request).then((reply) => {
        if (reply === 'close') socket.end();
        else socket.end(serialize(reply, zoteroVersion));
        return reply;
      });
    });
  });
}
