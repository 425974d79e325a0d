import { createServer } from 'node:net';
import type { Server, Socket } from 'node:net';

import { integer, splitTarget } from '../wire.ts';
import type { Reply, WireRequest } from '../wire.ts';

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

function parse(head: string): WireRequest | undefined {
  const [requestLine = '', ...lines] = head.split('\r\n');
  const [, method, target] = /^([A-Z]+) (\S+) HTTP\/\d\.\d$/.exec(requestLine) ?? [];
  if (method === undefined || target === undefined) return undefined;
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).trim().toLowerCase()] = line.slice(colon + 1).trim();
  }
  return { method, target, ...splitTarget(target), headers, body: '' };
}

/** Reads until the head and the announced body are there, then hands the request on once. */
function collect(socket: Socket, ready: (request: WireRequest) => void): void {
  let received = Buffer.alloc(0);
  let done = false;
  socket.on('data', (chunk) => {
    if (done) return;
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const request = parse(received.subarray(0, end).toString('latin1'));
    if (request === undefined) {
      done = true;
      socket.destroy();
      return;
    }
    const body = received.subarray(end + 4);
    const length = integer(request.headers['content-length']) ?? 0;
    if (body.length < length) return;
    done = true;
    request.body = body.subarray(0, length).toString('utf8');
    ready(request);
  });
}

/** A server that speaks like Zotero's: one answer per connection, then the connection is closed. */
export function createRawServer(zoteroVersion: string, handler: Handler): Server {
  return createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('end', () => socket.end());
    collect(socket, (request) => {
      void handler(request).then((reply) => {
        if (reply === 'close') socket.end();
        else socket.end(serialize(reply, zoteroVersion));
        return reply;
      });
    });
  });
}
