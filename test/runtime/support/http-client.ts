/** A server process that listens, and requests to it as bytes or as JSON. */
import { request } from 'node:http';
import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import net from 'node:net';
import type { AtEnd, ServerProcess } from './server-process.ts';
import { startServer } from './server-process.ts';

export interface HttpServerProcess extends ServerProcess {
  readonly port: number;
  readonly url: string;
}

/** Starts a server on a free port and waits until it listens. */
export async function startHttp(
  file: string,
  args: readonly string[] = ['--http'],
  env: NodeJS.ProcessEnv = {},
  atEnd?: AtEnd,
): Promise<HttpServerProcess> {
  const server = startServer(file, [...args, '--port', '0'], env, atEnd);
  const [, port] = await server.logged(/listening on http:\/\/\S+?:(\d+)\//);
  return { ...server, port: Number(port), url: `http://127.0.0.1:${port}/mcp` };
}

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The body, or the last event of it. */
  readonly json: ReturnType<typeof JSON.parse>;
  readonly events: readonly ReturnType<typeof JSON.parse>[];
}

/** One request on a connection of its own; headers as they are, which `fetch` would not send. */
export function send(
  url: string,
  method: string,
  headers: OutgoingHttpHeaders,
  body?: string | Buffer,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('error', reject).on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const isStream = response.headers['content-type'] === 'text/event-stream';
        const events = isStream ? text.split('\n\n').filter(Boolean).map(dataOf) : [];
        const isJson = response.headers['content-type'] === 'application/json';
        const json = isJson ? JSON.parse(text) : events.at(-1);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json, events });
      });
    });
    sent.on('error', reject).end(body);
  });
}

function dataOf(event: string): unknown {
  return JSON.parse(/^data: (.*)$/m.exec(event)?.[1] ?? 'null');
}

export const JSON_HEADERS = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
};

const PREFIX = 'io.modelcontextprotocol/';

/** A request of the handshake era. */
export function legacy(url: string, method: string, params: object = {}, headers: object = {}): Promise<Reply> {
  return send(url, 'POST', { ...JSON_HEADERS, ...headers }, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
}

export const envelope = (version: unknown = '2026-07-28'): object => ({
  [`${PREFIX}protocolVersion`]: version,
  [`${PREFIX}clientCapabilities`]: {},
});

/** A request of 2026-07-28 with all its headers; a header that is undefined is left out. */
export function modern(url: string, method: string, params: object = {}, headers: object = {}): Promise<Reply> {
  const named = 'name' in params ? params.name : 'uri' in params ? params.uri : undefined;
  const name = typeof named === 'string' ? { 'Mcp-Name': named } : {};
  const all = { ...JSON_HEADERS, 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': method, ...name, ...headers };
  const sent = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  const meta = { ...envelope(), ...('_meta' in params ? Object(params._meta) : {}) };
  const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } };
  return send(url, 'POST', sent as OutgoingHttpHeaders, JSON.stringify(body));
}

/** A connection on which bytes are written by hand. */
export function dial(port: number): net.Socket {
  return net.connect(port, '127.0.0.1').on('error', () => {});
}
