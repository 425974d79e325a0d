/** Streamable HTTP as a web-standard `fetch` handler, for platforms without `node:http`. */
import type { Assembled, HandlerTable } from '../server/assemble.ts';
import { assemble } from '../server/assemble.ts';
import { readCapped } from '../behaviors/shared/read-capped.ts';
import type { Behavior, ServerDescriptor } from '../descriptor/descriptor.ts';
import type { ProcessVariables } from '../server/environment.ts';
import { MOST_BYTES } from '../language/json.ts';
import * as modules from '../modules.ts';
import { combine } from '../optional-modules.ts';
import { withSecrets } from '../redaction/placed-secrets.ts';
import type { StartModules } from '../server/start.ts';
import { createRateLimiters } from './rate-limiters.ts';
import type { Header, PlainReply } from './http-guard.ts';
import { answerMethod, createRequestGuard, isPlainReply, sameText, shareHeaders, tooLarge } from './http-guard.ts';
import { mirroredArguments } from './header-check.ts';
import { answerPost } from './post.ts';
import { openEvents, unwanted } from './fetch-events.ts';
import { requireStrong } from './token.ts';

/** What the platform provides. */
export interface FetchOptions {
  /** The environment, from which only declared variables and `HAFT_LOG` are read. Nothing is set where absent. */
  readonly env?: ProcessVariables;
  /** The bearer token that requests must carry, at least 16 characters. Without it, every request is accepted. */
  readonly token?: string;
  /** Takes the lines of the log; they are dropped where absent. */
  readonly log?: (line: string) => void;
  /** Names the client of a request, to which `limits.calls_per_minute` applies; all are one where absent. */
  readonly clientOf?: (request: Request) => string;
}

/** What a behavior does that only Node can. */
const NEEDS_NODE: Readonly<Record<Behavior['kind'], string | undefined>> = {
  http: undefined,
  command: 'run programs',
  file: 'read files',
  mcp: undefined,
  handler: undefined,
};

/**
 * Makes the handler of a server's MCP endpoint. It looks at no path: the platform routes. A request that is aborted
 * cancels its call. Never rejects. It needs what web standards name and nothing else: no `process`, no `node:` modules.
 * Throws where the token has fewer than 16 characters.
 */
export function createFetchHandler<Table extends HandlerTable<Table>>(
  server: ServerDescriptor,
  handlers: Table,
  { env = {}, token, log = () => {}, clientOf = () => '' }: FetchOptions = {},
): (request: Request) => Promise<Response> {
  const assembled = assemble(withSecrets(server), handlers, env, log, {
    ...combine(Object.values<StartModules>(modules)),
    token,
  });
  for (const { name, behavior } of typeof process === 'undefined' ? server.tools : []) {
    const missing = NEEDS_NODE[behavior.kind];
    if (missing !== undefined)
      assembled.log(`this platform cannot ${missing}: calls of this tool will fail`, 'warn', name);
  }
  if (token !== undefined) requireStrong(token, 'The option "token"');
  const guard = createRequestGuard({ token, local: false }, sameText);
  const respond = createRespond(assembled, clientOf);
  return async (request) => {
    const { headers, method, url } = request;
    const header: Header = (name) => headers.get(name) ?? (name === 'host' ? new URL(url).host : undefined);
    const refused = guard(method, header) ?? answerMethod(method, 'POST', header);
    const response = refused === undefined ? await respond(request, header) : toResponse(refused);
    for (const [name, value] of Object.entries(shareHeaders(header, refused))) response.headers.set(name, value);
    return response;
  };
}

/** Responds to a POST that the guard has let in. */
function createRespond({ server, answer, allow }: Assembled, clientOf: (request: Request) => string) {
  const allowances = createRateLimiters(allow);
  const checkArguments = mirroredArguments(server.tools);
  return async (request: Request, header: Header): Promise<Response> => {
    const bytes = await readCapped(request, MOST_BYTES).catch(() => new Uint8Array());
    if (bytes === undefined) return toResponse(tooLarge);
    const body = new TextDecoder().decode(bytes);
    const takesEvents = header('accept')?.includes('text/event-stream') === true;
    const events = openEvents();
    const asker = { allowance: allowances(clientOf(request)), outlet: takesEvents ? events.outlet : unwanted };
    const reply = answerPost(answer, checkArguments, body, header, asker);
    if (isPlainReply(reply)) return toResponse(reply);
    request.signal.addEventListener('abort', () => reply.abort('disconnected'));
    if (takesEvents && (await Promise.race([events.first, reply.line])) === events) return events.respond(reply);
    return new Response(await reply.line, { status: reply.status, headers: { 'Content-Type': 'application/json' } });
  };
}

function toResponse({ status, text, headers = { 'Content-Type': 'text/plain; charset=utf-8' } }: PlainReply): Response {
  return new Response(text === '' ? null : text, { status, headers });
}
