/** Reads one HTTP request from a raw connection, so that the answer can be written to the byte. */
import type { Socket } from 'node:net';

import { integer, splitTarget } from './wire.ts';
import type { WireRequest } from './wire.ts';

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
export function readRequest(socket: Socket, ready: (request: WireRequest) => void): void {
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
