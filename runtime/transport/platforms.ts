/** What `worker.mjs` and `lambda.mjs` export: a server for platforms that call a function with each request. */
import { fromBase64 } from '../language/encoding.ts';
import { thrownMessage } from '../language/describe.ts';
import type { Handlers } from '../behaviors/shared/run.ts';
import type { PrintedServer, ServerDescriptor } from '../descriptor/descriptor.ts';
import { combine, loadHandlers } from '../optional-modules.ts';
import type { LoadHandlers } from '../server/origins.ts';
import { RPC, readMessage } from '../protocol/message.ts';
import { isModern } from '../protocol/modern.ts';
import { resultTooLarge } from '../server/call-failures.ts';
import { repeatOf } from '../server/failure.ts';
import { joinSentences } from '../server/message-text.ts';
import { readPrintedServer } from '../server/printed.ts';
import type { StartModules } from '../server/start.ts';
import { serveFetch } from './serve-fetch.ts';

type Serve = (request: Request) => Promise<Response>;

/** As Workers, Bun and Deno import it. */
interface Worker {
  /** `bindings` are the variables where there is no process; only texts of them are read. */
  readonly fetch: (request: Request, bindings?: unknown) => Promise<Response>;
}

/** Whether the server can answer calls. */
const READY = /^\/(?:readyz|healthz)$/;
const ENDPOINTS = /^\/(?:mcp\/?|\.well-known\/.*)$/;

/** Nothing is made before the first request: platforms give no variables and no random numbers before. */
export function worker(
  printed: ServerDescriptor | PrintedServer,
  handlers: Handlers | LoadHandlers,
  optional: readonly StartModules[],
): Worker {
  let serve: Promise<Serve> | undefined;
  let loaded: Promise<Handlers> | undefined;
  const load = async (): Promise<Handlers> => loadHandlers(handlers, combine(optional));
  return {
    async fetch(request, bindings) {
      const { pathname } = new URL(request.url);
      if (pathname === '/livez') return new Response('ok');
      const isProbe = READY.test(pathname);
      if (!isProbe && !ENDPOINTS.test(pathname)) return new Response('Unknown path.', { status: 404 });
      try {
        await (loaded ??= load());
      } catch (thrown) {
        loaded = undefined;
        return unavailable(thrown, 'The handlers of the server could not be loaded; its log says why.');
      }
      serve ??= open(printed, await loaded, optional, variablesIn(bindings));
      try {
        const answer = await serve;
        return isProbe ? new Response('ok') : await answer(request);
      } catch (thrown) {
        serve = undefined;
        return unavailable(thrown, 'The server is not configured; its log says why.');
      }
    },
  };
}

function unavailable(thrown: unknown, text: string): Response {
  // oxlint-disable-next-line no-console -- The only log that these platforms have.
  console.error(thrownMessage(thrown));
  return new Response(text, { status: 503 });
}

function variablesIn(bindings: unknown): Record<string, string | undefined> {
  const texts = Object.entries(Object(bindings) as object).filter((entry): entry is [string, string] => {
    return typeof entry[1] === 'string';
  });
  return { ...(typeof process === 'undefined' ? {} : process.env), ...Object.fromEntries(texts) };
}

async function open(
  printed: ServerDescriptor | PrintedServer,
  handlers: Handlers,
  optional: readonly StartModules[],
  env: Record<string, string | undefined>,
): Promise<Serve> {
  const modules = combine(optional);
  const server = readPrintedServer(printed);
  const token = env['HAFT_TOKEN']?.trim();
  // These platforms are on the internet from the first moment.
  if (!token && !server.auth) throw new Error('HAFT_TOKEN is not set. It is required without `auth`.');
  // oxlint-disable-next-line no-console -- The only log that these platforms have.
  const log = (line: string): void => console.error(line.trimEnd());
  return serveFetch(server, handlers, modules, { env, log, ...(token && { token }) });
}

/** An event of an AWS Lambda function URL, payload 2.0. */
interface LambdaEvent {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  readonly requestContext: { readonly domainName: string; readonly http: { readonly method: string } };
}

interface LambdaResult {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Progress arrives with the result: such a function returns once. */
export function lambda(...server: Parameters<typeof worker>): (event: LambdaEvent) => Promise<LambdaResult> {
  const { fetch } = worker(...server);
  return async ({ rawPath, rawQueryString, headers, body = '', isBase64Encoded, requestContext }) => {
    const { domainName, http } = requestContext;
    const { method } = http;
    const url = `https://${domainName}${rawPath}${rawQueryString && `?${rawQueryString}`}`;
    const bytes = isBase64Encoded ? fromBase64(body) : body;
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const response = await fetch(new Request(url, { method, headers, ...(hasBody && { body: bytes }) }));
    const result = {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
    const size = new TextEncoder().encode(JSON.stringify(result)).length;
    return size > MAX_RESPONSE ? tooLarge(size, bytes, readPrintedServer(server[0])) : result;
  };
}

/** Bytes of a synchronous response, as JSON (AWS, Lambda quotas: 6 MB). */
const MAX_RESPONSE = 6 * 1024 * 1024;

/** Lambda would drop the response: a call has its failure as the result, any other request an error. */
function tooLarge(size: number, bytes: string | Uint8Array, { tools }: ServerDescriptor): LambdaResult {
  const message = readMessage(typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes));
  const request = message.kind === 'request' ? message : undefined;
  const { name, uri = null } = Object(request?.params);
  const isCall = request?.method === 'tools/call';
  const tool = isCall ? tools.find((one) => one.name === name) : undefined;
  const repeat = isCall ? repeatOf(tool ?? {}) : 'harmless';
  const { smaller_by } = tool?.limits ?? {};
  const { error, code, retry_hint } = resultTooLarge({ bytes: size, most: MAX_RESPONSE }, smaller_by, repeat);
  const envelope = { success: false, error, code, retry_hint };
  const isRaw = tool?.results === 'raw';
  const content = [{ type: 'text', text: isRaw ? joinSentences(error, retry_hint) : JSON.stringify(envelope) }];
  const reply = isCall
    ? {
        result: {
          ...(isModern(request) && { resultType: 'complete' }),
          content,
          ...(!isRaw && { structuredContent: envelope }),
          isError: true,
        },
      }
    : { error: { code: RPC.internal, message: error, data: { uri, code } } };
  const body = JSON.stringify({ jsonrpc: '2.0', id: request?.id ?? null, ...reply });
  return { statusCode: 200, headers: { 'content-type': 'application/json' }, body };
}
