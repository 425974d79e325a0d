import { GROUP, SERVER_ID, USER } from '../constants.ts';
import { empty, integer, text } from '../../wire.ts';
import type { Reply, WireRequest } from '../../wire.ts';
import { answer } from './answer.ts';
import type { LocalApp, LocalCall } from './context.ts';
import type { Handler } from './raw-server.ts';
import { findRoute, routesOf } from './routes.ts';
import type { Route } from './routes.ts';
import { authorize, refusal, wrongServer } from './write-gate.ts';
import { write } from './writes.ts';

const PARAMETERS: ReadonlySet<string> = new Set([
  'q',
  'qmode',
  'itemType',
  'tag',
  'itemKey',
  'includeTrashed',
  'since',
  'sort',
  'direction',
  'start',
  'limit',
  'format',
  'include',
  'style',
  'locale',
  'linkwrap',
  'v',
  'key',
  'itemQ',
  'itemQMode',
  'itemTag',
]);

/** Web pages are shut out without a word, unless they know the password everybody knows. */
function fromBrowser({ headers }: WireRequest): boolean {
  if (headers['zotero-allowed-request'] || headers['x-zotero-connector-api-version']) return false;
  return headers['origin'] !== undefined || (headers['user-agent'] ?? '').startsWith('Mozilla/');
}

function badHost({ headers }: WireRequest): boolean {
  return !/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(headers['host'] ?? '');
}

function ping({ journal }: LocalApp, request: WireRequest): Reply {
  if (request.method === 'POST') journal.unknown(request, 'the connector half of /connector/ping');
  return {
    status: 200,
    headers: { 'Content-Type': 'text/html' },
    body: '<!DOCTYPE html><html><body>Zotero is running</body></html>',
  };
}

/** What every endpoint of the API refuses before it looks at its own business. */
function apiRefusal(call: LocalCall): Reply | undefined {
  const { profile, request, params } = call;
  if (!profile.enabled) return text(403, 'Local API is not enabled');
  const version = integer(request.headers['zotero-api-version'] || request.query.get('v') || '3');
  if (version !== 3 && request.path !== '/api/') return text(501, `API version not implemented: ${version ?? 'NaN'}`);
  const { userID, groupID } = params;
  if (userID !== undefined && integer(userID) !== 0 && integer(userID) !== USER.id) {
    return text(400, `Only data for the logged-in user is available locally -- use userID 0 or ${USER.id}`);
  }
  return groupID === undefined || integer(groupID) === GROUP.id ? wrongServer(call) : text(404, 'Not found');
}

async function runWrite(call: LocalCall, route: Route): Promise<Reply> {
  const refused = apiRefusal(call) ?? refusal(call);
  if (refused !== undefined) return refused;
  if (route.template === '/api/local/authorize') return authorize(call);
  return write(call, route.template, call.request.body === '' ? undefined : JSON.parse(call.request.body));
}

/** Adds what every answer of the API carries. A 401 was recorded without it. */
function withApiHeaders({ profile }: LocalApp, reply: Reply): Reply {
  if (reply.status === 401 || reply.status === 500) return reply;
  const headers = { ...reply.headers, 'Zotero-API-Version': 3, 'Zotero-Schema-Version': profile.schemaVersion };
  return { ...reply, headers: profile.canWrite ? { ...headers, 'Zotero-Server-ID': SERVER_ID } : headers };
}

/** Whether the server itself, before any endpoint, turns the method or the body away. */
function methodRefusal({ profile }: LocalApp, route: Route | 'ping', request: WireRequest): Reply | undefined {
  const { method, headers } = request;
  if (method === 'GET') return undefined;
  if (method === 'POST' && !/^\d+$/.test(headers['content-length'] ?? ''))
    return text(400, 'Content-length not provided\n');
  if (route === 'ping') return method === 'POST' ? undefined : text(501, 'Method not implemented\n');
  if (!profile.canWrite) {
    return method === 'POST' ? text(400, 'Endpoint does not support method\n') : text(501, 'Method not implemented\n');
  }
  return route.writes.includes(method) ? undefined : text(405, 'Method not allowed');
}

function badJson({ headers, body }: WireRequest): boolean {
  if (body === '' || !(headers['content-type'] ?? '').startsWith('application/json')) return false;
  try {
    JSON.parse(body);
    return false;
  } catch {
    return true;
  }
}

async function runRoute(
  app: LocalApp,
  request: WireRequest,
  route: Route,
  params: Record<string, string>,
): Promise<Reply> {
  const call: LocalCall = { ...app, ...(params['groupID'] !== undefined && app.group), request, params };
  for (const name of new Set(request.query.keys())) {
    if (!PARAMETERS.has(name)) app.journal.unknown(request, `parameter ${name}`);
  }
  if (request.method !== 'GET') {
    if (badJson(request)) return text(400, 'Invalid JSON provided\n');
    if (request.body !== '' && !(request.headers['content-type'] ?? '').startsWith('application/json')) {
      return text(400, 'Endpoint does not support content-type\n');
    }
    return withApiHeaders(app, await runWrite(call, route));
  }
  const refused = apiRefusal(call);
  if (refused !== undefined) return withApiHeaders(app, refused);
  const outcome = route.read(call);
  return outcome === 'crash' ? empty(500) : withApiHeaders(app, answer(call, outcome));
}

async function dispatch(app: LocalApp, routes: readonly Route[], request: WireRequest): Promise<Reply | 'close'> {
  if (badHost(request)) return text(400, 'Invalid Host header\n');
  const isPing = request.path === '/connector/ping';
  const found = findRoute(routes, request.path);
  if (!isPing && found === undefined) {
    if (request.path.startsWith('/connector/')) app.journal.unknown(request, 'a connector endpoint');
    return text(404, 'No endpoint found\n');
  }
  if (request.method === 'HEAD' || request.method === 'OPTIONS') return empty(200);
  const refused = methodRefusal(app, found?.route ?? 'ping', request);
  if (refused !== undefined) return refused;
  if (fromBrowser(request) && !(isPing && request.headers['sec-fetch-mode'] === 'navigate')) return 'close';
  return found === undefined ? ping(app, request) : runRoute(app, request, found.route, found.params);
}

/** Answers requests in the order of checks the real server has; what throws becomes a bare 500. */
export function localHandler(app: LocalApp): Handler {
  const routes = routesOf(app.profile);
  return async (request) => {
    app.journal.request(request);
    try {
      return await dispatch(app, routes, request);
    } catch (error) {
      app.journal.unknown(request, `the double failed: ${String(error)}`);
      return empty(500);
    }
  };
}
