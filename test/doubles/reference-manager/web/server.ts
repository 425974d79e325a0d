import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';

import { GROUP, USER } from '../constants.ts';
import type { Voice } from '../response-json.ts';
import { createGroupStore, createStore } from '../store.ts';
import { empty, splitTarget } from '../../wire.ts';
import type { Reply, WireRequest } from '../../wire.ts';
import { checkAccess, rateRefusal } from './access.ts';
import { isWrite, refuse } from './context.ts';
import type { WebApp, WebOptions } from './context.ts';
import { strangers } from './parameters.ts';
import { route } from './routes.ts';

const SCHEMA_VERSION = 41;
const METHODS: ReadonlySet<string> = new Set(['HEAD', 'OPTIONS', 'GET', 'PUT', 'POST', 'DELETE', 'PATCH']);

async function readRequest(message: IncomingMessage): Promise<WireRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(Buffer.from(chunk));
  const { method = 'GET', url = '/' } = message;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(message.headers)) headers[name] = String(value);
  return { method, target: url, ...splitTarget(url), headers, body: Buffer.concat(chunks).toString('utf8') };
}

/** The one place where versions are negotiated: 3 or nothing, as far as the double goes. */
function versionRefusal({ options }: WebApp, request: WireRequest): Reply | undefined {
  const asked = request.headers['zotero-api-version'] || request.query.get('v') || '3';
  if (asked === '3') return undefined;
  if (asked === '1' || asked === '2') options.journal.unknown(request, 'an old API version');
  return refuse(400, `Invalid API version '${asked}'`);
}

function answer(app: WebApp, request: WireRequest): Reply {
  const { method, headers, body } = request;
  if (!METHODS.has(method)) return refuse(501, 'Method is not implemented');
  if (headers['expect']) return refuse(417, 'Expect header is not supported');
  if (method === 'OPTIONS') return empty(200);
  if (isWrite(request) && method !== 'DELETE' && body === '') return refuse(400, `${method} data not provided`);
  const access = checkAccess(app, request);
  if (typeof access === 'object') return access;
  const refused = rateRefusal(app) ?? versionRefusal(app, request);
  if (refused !== undefined) return refused;
  for (const name of strangers(request.query)) app.options.journal.unknown(request, `parameter ${name}`);
  const reply = route({ ...app, request, access, parts: [] });
  return { ...reply, headers: { 'Zotero-API-Version': 3, 'Zotero-Schema-Version': SCHEMA_VERSION, ...reply.headers } };
}

function safeAnswer(app: WebApp, request: WireRequest): Reply {
  try {
    return answer(app, request);
  } catch (error) {
    app.options.journal.unknown(request, `the double failed: ${String(error)}`);
    return refuse(500, 'An error occurred');
  }
}

function send({ options }: WebApp, reply: Reply, request: WireRequest, response: ServerResponse): void {
  const body = Buffer.from(reply.body, 'utf8');
  for (const [name, value] of Object.entries(reply.headers)) response.setHeader(name, value);
  if (options.backoff !== undefined) response.setHeader('Backoff', options.backoff);
  if (reply.status !== 204 && reply.status !== 304) response.setHeader('Content-Length', body.length);
  response.writeHead(reply.status);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** The web server on a port of its own, not listening yet. */
export function createWebServer(options: WebOptions): Server {
  const voice: Voice = { base: '', libraryName: USER.name, emptyFields: true };
  const app: WebApp = {
    options,
    voice,
    store: { ...createStore('web'), ...(options.rival && { rival: options.rival }) },
    group: {
      store: createGroupStore('web'),
      voice: { base: '', libraryName: GROUP.name, emptyFields: true, library: 'group' },
    },
    badKeys: [],
    usedTokens: new Set(),
  };
  const handle = async (message: IncomingMessage, response: ServerResponse) => {
    // An Expect header is refused before the body is sent, so do not wait for one.
    const request = message.headers.expect === undefined ? await readRequest(message) : readHead(message);
    options.journal.request(request);
    const reply = safeAnswer(app, request);
    if (isWrite(request) && options.lost > 0) {
      options.lost -= 1;
      message.socket.destroy();
    } else send(app, reply, request, response);
  };
  const server = createServer((message, response) => void handle(message, response));
  server.on('checkContinue', (message, response) => void handle(message, response));
  server.on('checkExpectation', (message, response) => void handle(message, response));
  server.on('listening', () => {
    const address = server.address();
    // The real links say https://api.zotero.org/; here they must lead back to the double.
    if (typeof address === 'object' && address !== null) {
      voice.base = `http://127.0.0.1:${address.port}/`;
      app.group.voice.base = voice.base;
    }
  });
  return server;
}

function readHead(message: IncomingMessage): WireRequest {
  const { method = 'GET', url = '/', headers } = message;
  const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  message.resume();
  return { method, target: url, ...splitTarget(url), headers: flat, body: '' };
}
