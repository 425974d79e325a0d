/** Streamable HTTP as a web-standard `fetch` handler, for platforms without `node:http`. */
import type { HandlerTable, Variables } from '../assemble.ts';
import { assemble } from '../assemble.ts';
import { readCapped } from '../behaviours/read-capped.ts';
import type { ServerDescriptor } from '../descriptor.ts';
import { requestSender } from '../behaviours/handler-request.ts';
import { compileImported } from '../language/imported.ts';
import { MOST_BYTES } from '../language/json.ts';
import type { Answer } from '../protocol/answer.ts';
import { extendBySkills } from '../protocol/skills.ts';
import type { Redacted } from '../redacted.ts';
import { createAllowances } from './allowances.ts';
import type { Header, Refusal } from './door.ts';
import { createDoor, isRefusal, sameText, tooLarge, wrongMethod } from './door.ts';
import { mirroredArguments } from './mirrored.ts';
import { answerPost } from './post.ts';
import { event, STREAM } from './sse.ts';

/** What the platform knows and the server does not. */
export interface FetchOptions {
  /** The environment, from which only declared variables and `HAFT_LOG` are read. Nothing is set where absent. */
  readonly env?: Variables;
  /** The bearer token that requests must carry. Where absent, whoever reaches the platform may call. */
  readonly token?: string;
  /** Takes the lines of the log; they are dropped where absent. */
  readonly log?: (line: string) => void;
  /** Names the client of a request, to which `limits.calls_per_minute` applies; all are one where absent. */
  readonly clientOf?: (request: Request) => string;
}

/**
 * Makes the handler of a server's MCP endpoint. It looks at no path: the platform routes. A request that is aborted
 * cancels its call. Never rejects.
 */
export function createFetchHandler<Table extends HandlerTable<Table>>(
  server: ServerDescriptor,
  handlers: Table,
  { env = {}, token, log = () => {}, clientOf = () => '' }: FetchOptions = {},
): (request: Request) => Promise<Response> {
  const { answer, allow } = assemble(server, handlers, env, log, {
    compile: compileImported,
    extendBySkills,
    requestSender,
    token,
  });
  const door = createDoor({ token, local: false }, sameText);
  const allowances = createAllowances(allow);
  const checkArguments = mirroredArguments(server.tools);
  return async (request) => {
    const header: Header = (name) =>
      request.headers.get(name) ?? (name === 'host' ? new URL(request.url).host : undefined);
    const refused = door(request.method, header) ?? wrongMethod(request.method, 'POST');
    if (refused !== undefined) return toResponse(refused);
    const bytes = await readCapped(request, MOST_BYTES).catch(() => new Uint8Array());
    if (bytes === undefined) return toResponse(tooLarge);
    const body = new TextDecoder().decode(bytes);
    const told = openEvents();
    const asker = { allowance: allowances(clientOf(request)), notify: told.send };
    const reply = answerPost(answer, checkArguments, body, header, asker);
    if (isRefusal(reply)) return toResponse(reply);
    request.signal.addEventListener('abort', () => reply.abort('disconnected'));
    const takesEvents = header('accept')?.includes('text/event-stream') === true;
    if (takesEvents && (await Promise.race([told.first, reply.line])) === told) return told.respond(reply);
    return new Response(await reply.line, { status: reply.status, headers: { 'Content-Type': 'application/json' } });
  };
}

function toResponse({ status, text, headers = { 'Content-Type': 'text/plain; charset=utf-8' } }: Refusal): Response {
  return new Response(text === '' ? null : text, { status, headers });
}

/** Notifications of one call: they make the answer a stream, which begins with the first of them. */
interface Events {
  readonly send: (line: Redacted) => void;
  /** Becomes these events themselves once there is one. */
  readonly first: Promise<Events>;
  readonly respond: (answer: Answer) => Response;
}

function openEvents(): Events {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const encoder = new TextEncoder();
  let begin: (events: Events) => void = () => {};
  const write = (line: Redacted): void => void writer.write(encoder.encode(event(line))).catch(() => {});
  const events: Events = {
    send(line) {
      write(line);
      begin(events);
    },
    first: new Promise((resolve) => (begin = resolve)),
    respond(answer) {
      writer.closed.catch(() => answer.abort('disconnected'));
      const finish = (line: Redacted): void => {
        write(line);
        void writer.close().catch(() => {});
      };
      void Promise.resolve(answer.line).then(finish);
      return new Response(readable, { headers: STREAM });
    },
  };
  return events;
}
