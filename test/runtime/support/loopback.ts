/** Small servers on the loopback interface, closed after each test. */
import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener } from 'node:http';
import net from 'node:net';
import { onTestFinished } from 'vitest';
import type { HttpBehavior } from '../../../runtime/descriptor/descriptor.ts';
import type { Schema } from '../../../runtime/language/schema.ts';
import type { Setting } from './call-tool.ts';

export function listen(server: net.Server): Promise<string> {
  onTestFinished(() => void server.close());
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
    });
  });
}

/** A socket server that answers every request with the same bytes. */
export function raw(answer: string | Buffer): Promise<string> {
  return listen(net.createServer((socket) => socket.on('error', () => {}).once('data', () => socket.end(answer))));
}

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** An HTTP server that answers `{"ok":true}` and tells what it saw. */
export async function recorder(): Promise<{ readonly base: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const base = await http((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
      response.end('{"ok":true}');
    });
  });
  return { base, seen };
}

export function http(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  onTestFinished(() => void server.closeAllConnections());
  return listen(server);
}

/** A service that acts in turn, the last act for ever; and what it was asked. */
export async function inTurn(...acts: readonly RequestListener[]): Promise<{ base: string; seen: string[] }> {
  const seen: string[] = [];
  const base = await http((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    acts[Math.min(seen.length, acts.length) - 1]?.(request, response);
  });
  return { base, seen };
}

/** Schemas of texts. */
export const strings = (...names: string[]): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, { type: 'string' }]));

/** A tool that asks a local server. */
export function get(base: string, behavior: Partial<HttpBehavior> = {}, more: Partial<Setting> = {}): Setting {
  return {
    behavior: { kind: 'http', connection: 'local', method: 'GET', path: '/things', ...behavior },
    parameters: { ...strings('key', 'q'), n: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
    ...more,
    connection: { base_url: base, ...more.connection },
  };
}
