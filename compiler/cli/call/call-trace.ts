/** What a call sends and starts, and what comes back: seen on the way, and kept from happening in a dry run. */
import { runProgram } from '@haft/runtime/try';
import type { McpBehavior } from '@haft/runtime';
import type { JsonObject } from '@haft/runtime/language';
import type { ProgramCall, ProgramEnd, Upstreams } from '@haft/runtime/try';

/** A request as it leaves, with the body as text. */
interface SentRequest {
  readonly kind: 'request';
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Whether it asks for an access token (RFC 6749 §4.4 and §6). */
  readonly forToken: boolean;
}

/** A call of a tool of another MCP server. */
interface SentCall {
  readonly kind: 'call';
  readonly upstream: string;
  readonly tool: string;
  readonly args: JsonObject;
}

export type Sent = SentRequest | SentCall | ({ readonly kind: 'program' } & ProgramCall);

export type Returned =
  | ReturnedResponse
  | ReturnedResult
  | { readonly kind: 'end'; readonly end: ProgramEnd; readonly ms: number };

/** A response; that to a request for a token is read whole, so that its secrets are known. */
export interface ReturnedResponse {
  readonly kind: 'response';
  readonly response: Response;
  readonly start: string;
  readonly ms: number;
  readonly forToken: boolean;
}

/** What the other server returned, or its error. */
interface ReturnedResult {
  readonly kind: 'result';
  readonly result: unknown;
  readonly ms: number;
}

export interface CallTracer {
  /** False: it is not sent, and not started. A response is the answer to what is not sent. */
  readonly sent: (sent: Sent) => boolean | Response;
  readonly returned: (returned: Returned) => void;
}

/** Characters of a response that are read: more than are shown, so that no secret is cut in two before it is redacted. */
const READ = 16_000;

export function tracedRun({ sent, returned }: CallTracer): (program: ProgramCall) => Promise<ProgramEnd> {
  return async (program) => {
    if (sent({ kind: 'program', ...program }) !== true) return { kind: 'aborted' };
    const before = performance.now();
    const end = await runProgram(program);
    returned({ kind: 'end', end, ms: performance.now() - before });
    return end;
  };
}

/** In a dry run nothing is connected, and the tool there is the reviewed one. */
export function tracedUpstreams(
  { sent, returned }: CallTracer,
  { tool: reviewed, pin }: Pick<McpBehavior, 'tool' | 'pin'>,
  isDry: boolean,
): (upstreams: Upstreams) => Upstreams {
  return (real) => ({
    ...real,
    async open(name) {
      const known = { pins: () => Promise.resolve(new Map([[reviewed, pin ?? null]])), about: {} };
      const none = {
        tools: () => Promise.resolve([]),
        whyNot: () => undefined,
        request: () => Promise.resolve({}),
        close: () => Promise.resolve(),
      };
      const session = isDry ? { ...none, ...known } : await real.open(name);
      return {
        ...session,
        async call(tool, args, asking) {
          const goes = sent({ kind: 'call', upstream: name, tool, args });
          if (goes !== true || !('call' in session)) return { content: [] };
          const before = performance.now();
          const report = <T>(result: T): T => {
            returned({ kind: 'result', result, ms: performance.now() - before });
            return result;
          };
          return session.call(tool, args, asking).then(report, (error: unknown) => {
            throw report(error);
          });
        },
      };
    },
  });
}

/** Takes the place of the global `fetch`, by which everything in this process sends: also tokens, further pages and tries. */
export function traceFetch({ sent, returned }: CallTracer): () => void {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const body = init?.body === undefined || init.body === null ? undefined : await request.clone().text();
    const { method, url, headers } = request;
    const forToken = method === 'POST' && /^grant_type=(?:client_credentials|refresh_token)(?:&|$)/.test(body ?? '');
    const goes = sent({ kind: 'request', method, url, headers, body, forToken });
    if (goes instanceof Response) return goes;
    if (!goes) throw new TypeError('not sent: this is a dry run');
    const before = performance.now();
    const response = await fetch(input, init);
    const ms = performance.now() - before;
    const copy = response.clone();
    const start = forToken ? await copy.text() : await startOf(copy);
    returned({ kind: 'response', response, start, ms, forToken });
    return response;
  };
  return () => void (globalThis.fetch = fetch);
}

/** Text up to the limit; the rest is not waited for. */
async function startOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > READ) break;
  }
  return text;
}
