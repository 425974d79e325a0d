/** Streamable HTTP on platforms that have `fetch` and not `node:http`. */
import { type Assembled, assemble } from '../server/assemble.ts';
import { readCapped } from '../behaviors/shared/read-bytes.ts';
import type { Behavior, ServerDescriptor } from '../descriptor/descriptor.ts';
import { type ProcessVariables, readEnvironment } from '../server/environment.ts';
import { MAX_BYTES } from '../language/json.ts';
import { requireModule } from '../language/require-module.ts';
import { redactOf } from '../redaction/redact.ts';
import type { Log } from '../server/log.ts';
import type { StartModules } from '../server/start.ts';
import type { FetchOptions } from './fetch-options.ts';
import type { Handlers } from '../behaviors/shared/run.ts';
import { filterTools } from '../server/tool-filter.ts';
import { traceIn } from '../server/trace.ts';
import { clientName, createRateLimiters } from './proxies.ts';
import type { Door } from '../auth/door.ts';
import {
  type Header,
  type FindVisitor,
  type PlainReply,
  type Visitor,
  answerMethod,
  createRequestGuard,
  isPlainReply,
  requireToken,
  shareHeaders,
  tooLarge,
} from './http-guard.ts';
import { answerPost, messageChecks } from './post.ts';
import { URL_FORM, readOrigins, readUrl, requireStrong } from './token.ts';
import type { RpcReply } from '../protocol/answer.ts';
import type { Outlet } from '../protocol/progress.ts';
import type { Redacted } from '../redaction/redacted.ts';
import { sameText } from '../language/same-text.ts';
import { STREAM, event, keepAlive } from './sse.ts';

/** For clients that take no events. */
export const unwanted: Outlet = { send: () => {}, isReady: () => true, whenReady: () => {} };

/** Bytes of events that wait for their reader, beyond which progress is held back. */
const MAX_UNREAD = 16 * 1024;

/** What a behavior does that only Node can. */
const NEEDS_NODE: Readonly<Record<Behavior['kind'], string | undefined>> = {
  http: undefined,
  command: 'run programs',
  file: 'read files',
  sql: 'connect to databases',
  mcp: undefined,
  handler: undefined,
  via: undefined,
  find: undefined,
};

/** As `createFetchHandler`; `modules` has everything that the server needs. */
export function serveFetch(
  server: ServerDescriptor,
  handlers: Handlers,
  modules: StartModules,
  { env = {}, token, url: publicUrl, log = () => {}, clientOf = () => '' }: FetchOptions,
): (request: Request) => Promise<Response> {
  const own = filterTools(server, { flags: [], variables: env, fitFinders: modules.fitFinders });
  const redact = redactOf(own, env, modules.redactFor, token === undefined ? [] : [token]);
  const assembled = assemble(own, handlers, env, log, { ...modules, redact });
  warnOfNode(own, assembled.log);
  if (token !== undefined) requireStrong(token, 'The option "token"');
  const find: FindVisitor | undefined =
    token === undefined ? undefined : (own) => (sameText(own, token) ? {} : undefined);
  const door = doorOf(assembled, modules, env, readUrl({ HAFT_URL: publicUrl ?? env['HAFT_URL'] }), find);
  const guard = createRequestGuard({
    enter: door?.enter ?? (find && requireToken(find)),
    local: false,
    origins: readOrigins(env),
  });
  const respond = createRespond(assembled, clientOf, door);
  return async (request) => {
    const { headers, method, url } = request;
    const { host, pathname } = new URL(url);
    const described = door?.describe(method, pathname);
    if (described) return toResponse(described);
    if (pathname.startsWith('/.well-known/')) return new Response('Unknown path.', { status: 404 });
    const header: Header = (name) => headers.get(name) ?? (name === 'host' ? host : undefined);
    const visitor = await guard(method, header);
    const refused = isPlainReply(visitor) ? visitor : answerMethod(method, 'POST', header);
    const response = isPlainReply(visitor)
      ? toResponse(visitor)
      : refused
        ? toResponse(refused)
        : await respond(request, header, visitor);
    for (const [name, value] of Object.entries(shareHeaders(header, refused))) response.headers.set(name, value);
    return response;
  };
}

function warnOfNode({ tools }: ServerDescriptor, log: Log): void {
  for (const { name, behavior } of typeof process === 'undefined' ? tools : []) {
    const missing = NEEDS_NODE[behavior.kind];
    if (missing !== undefined) log(`this platform cannot ${missing}: calls of this tool will fail`, 'warn', name);
  }
}

/** Throws where the public URL is not known, or a variable is not set. */
function doorOf(
  assembled: Assembled,
  { openDoor, introspect, noteCaller }: StartModules,
  variables: ProcessVariables,
  url: string,
  find: FindVisitor | undefined,
): Door | undefined {
  const { server } = assembled;
  if (server.auth === undefined) return undefined;
  if (url === '') throw new Error(`A server with \`auth\` requires the option "url" or HAFT_URL, ${URL_FORM}.`);
  const env = readEnvironment(server.env, variables);
  return requireModule(openDoor, 'auth')(server.auth, {
    ...assembled,
    env,
    find,
    introspect,
    noteCaller,
    url: () => url,
  });
}

/** Responds to a POST that the guard has let in. */
function createRespond({ server, answer, allow }: Assembled, clientOf: (request: Request) => string, door?: Door) {
  const allowances = createRateLimiters(allow);
  const checks = messageChecks(server.tools, door?.permit);
  return async (request: Request, header: Header, visitor: Visitor): Promise<Response> => {
    const bytes = await readCapped(request, MAX_BYTES).catch(() => new Uint8Array());
    if (bytes === undefined) return toResponse(tooLarge);
    const body = new TextDecoder().decode(bytes);
    const takesEvents = header('accept')?.includes('text/event-stream') === true;
    const events = openEvents();
    const allowance = allowances(clientName(visitor) ?? clientOf(request));
    const outlet = takesEvents ? events.outlet : unwanted;
    const asker = {
      allowance,
      outlet,
      trace: traceIn({ traceparent: header('traceparent'), tracestate: header('tracestate') }),
      ...visitor,
    };
    const reply = answerPost(answer, checks, body, header, asker);
    if (isPlainReply(reply)) return toResponse(reply);
    request.signal.addEventListener('abort', () => reply.abort('disconnected'));
    if (takesEvents && (await Promise.race([events.first, reply.line])) === events) return events.respond(reply);
    return new Response(await reply.line, { status: reply.status, headers: { 'Content-Type': 'application/json' } });
  };
}

function toResponse({ status, text, headers = { 'Content-Type': 'text/plain; charset=utf-8' } }: PlainReply): Response {
  return new Response(text === '' ? null : text, { status, headers });
}

/** Progress of one call: the first of it turns the response into a stream. */
interface Events {
  readonly outlet: Outlet;
  /** Becomes these events themselves once there is one. */
  readonly first: Promise<Events>;
  readonly respond: (answer: RpcReply) => Response;
}

/** Opens the events of a call, even if none follows. */
function openEvents(): Events {
  const encoder = new TextEncoder();
  const actions: (() => void)[] = [];
  const run = (): void => {
    for (const act of actions.splice(0)) act();
  };
  let begin: (events: Events) => void = () => {};
  let leave: () => void = () => {};
  const first = new Promise<Events>((resolve) => (begin = resolve));
  // The stream is read only once it is a response: until then what waits counts as unread.
  const { stream, write, close, room } = openStream(run, () => leave());
  const send = (line: Redacted): void => write(encoder.encode(event(line)));
  const events: Events = {
    outlet: {
      send(line) {
        send(line);
        begin(events);
      },
      isReady: () => room() > 0,
      whenReady: (action) => void actions.push(action),
    },
    first,
    respond(answer) {
      const stop = keepAlive(events.outlet.isReady, (comment) => write(encoder.encode(comment)));
      leave = () => {
        stop();
        answer.abort('disconnected');
      };
      const finish = (line: Redacted): void => {
        stop();
        send(line);
        close();
      };
      void Promise.resolve(answer.line).then(finish);
      return new Response(stream, { headers: STREAM });
    },
  };
  return events;
}

/** A stream with callbacks for reads and for cancellation; after that nothing is written. */
function openStream(read: () => void, onEnd: () => void) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const stream = new ReadableStream<Uint8Array>(
    {
      start: (own) => void (controller = own),
      pull: read,
      cancel() {
        controller = undefined;
        onEnd();
      },
    },
    { highWaterMark: MAX_UNREAD, size: ({ byteLength }) => byteLength },
  );
  return {
    stream,
    write: (bytes: Uint8Array) => controller?.enqueue(bytes),
    close: () => controller?.close(),
    room: () => controller?.desiredSize ?? 0,
  };
}
