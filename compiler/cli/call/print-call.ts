/** Requests, programs, their results and the steps of a trace as text for a person, without secrets. */
import { type ProgramCall, type ProgramEnd, type TransactionEnd, type Upstreams, runProgram } from '@haft/runtime/try';
import { type Json, type JsonObject, isSecretHeader } from '@haft/runtime/language';
import { cut, escapeUnsafe, shellWord } from '../../base/text/escape.ts';
import { asksForToken, issuedIn, maskedUrl, startOf, withoutProofs } from '../../features/recordings/run/recorder.ts';
import { sessionAsReviewed } from '../../edge/calls/call-over.ts';
import { readJsonMap } from '../../plan/read-json.ts';
import type { McpBehavior } from '@haft/runtime';

/** Bytes of a response that are read: more than are shown, so that no secret is cut in two before it is redacted. */
const READ = 16_000;

/** Cuts the secrets of a server out of a text. */
type Redact = (text: string) => string;

const SHOWN = 2000;

export function sentText(sent: OutgoingMessage, redact: Redact): string {
  if (sent.kind === 'request') {
    const head = [`${sent.method} ${redact(maskedUrl(sent.url))}`, ...headerLines(sent.headers, redact)];
    return lines(
      [...head, ...(sent.body === undefined ? [] : ['', sent.forToken ? withoutProofs(sent.body) : sent.body])],
      redact,
    );
  }
  if (sent.kind === 'call')
    return lines([`tools/call ${sent.tool} of upstream ${sent.upstream}`, JSON.stringify(sent.args)], redact);
  if (sent.kind === 'statement') return lines(statementLines(sent.shown), redact);
  const { argv, cwd, env, stdin } = sent;
  return lines(
    [
      argv.map(shellWord).join(' '),
      `argv: ${JSON.stringify(argv)}`,
      `cwd: ${cwd ?? process.cwd()}`,
      `env: ${Object.keys(env).toSorted().join(', ')}`,
      ...(stdin === undefined ? [] : [`stdin: ${cut(stdin, SHOWN)}`]),
    ],
    redact,
  );
}

export function returnedText(returned: Returned, redact: Redact): string {
  const ms = `${Math.round(returned.ms)} ms`;
  if (returned.kind === 'response') {
    const { response } = returned;
    const head = [`${response.status} ${response.statusText} in ${ms}`, ...headerLines(response.headers, redact)];
    const body = bodyText(returned);
    return lines([...head, ...(body === '' ? [] : ['', body])], redact);
  }
  if (returned.kind === 'result') {
    const { result } = returned;
    return lines([`result in ${ms}`, result instanceof Error ? result.message : JSON.stringify(result)], redact);
  }
  if (returned.kind === 'transaction') return lines([transactionText(returned.of, ms)], redact);
  return lines(endLines(returned.end, ms), redact);
}

function transactionText(end: TransactionEnd, ms: string): string {
  if (end.kind === 'done') return `done in ${ms}\n${end.done.map((rows) => JSON.stringify(rows)).join('\n')}`;
  if (end.kind === 'failed') return `failed in ${ms}: ${end.state} ${end.text}`;
  return 'reason' in end ? `${end.kind}: ${end.reason}` : `${end.kind} after ${ms}`;
}

/** What the response to a request for a token says is a secret, and bytes are no text. */
function bodyText({ forToken, start, response }: ReturnedResponse): string {
  if (forToken && response.ok) return '(access token, not shown)';
  if (start.includes('\0')) return `(${response.headers.get('content-type') ?? 'bytes'}, not shown)`;
  return start;
}

/** The tokens in a response to a request for one. */
export function tokensIn({ forToken, start }: ReturnedResponse): readonly string[] {
  return forToken ? issuedIn(readJsonMap(start) ?? {}) : [];
}

function endLines(end: ProgramEnd, ms: string): string[] {
  if (end.kind === 'not_started') return [`not started: ${end.code}`];
  if (end.kind === 'no_output') return [`exit 0 in ${ms}`, end.failure.error];
  if (end.kind !== 'ended') return [`${end.kind} after ${ms}`];
  const part = (name: string, bytes: Uint8Array): string[] => {
    const text = new TextDecoder().decode(bytes.subarray(0, 4 * SHOWN));
    return text === '' ? [] : [`${name}: ${text.trimEnd()}`];
  };
  return [`exit ${end.exit} in ${ms}`, ...part('stdout', end.stdout), ...part('stderr', end.stderr)];
}

function headerLines(headers: Headers, redact: Redact): string[] {
  return [...headers].map(([name, value]) => `${name}: ${isSecretHeader(name) ? '[redacted]' : redact(value)}`);
}

/** Redacted before anything is cut: half a secret would not be found. */
function lines(all: readonly string[], redact: Redact): string {
  return `${all.map((line) => escapeUnsafe(cut(redact(line), SHOWN).replaceAll('\r\n', '\n'))).join('\n')}\n`;
}

/** A request as it leaves, with the body as text. */
interface SentRequest {
  readonly kind: 'request';
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  /** Whether it asks for an access token. */
  readonly forToken: boolean;
}

/** A call of a tool of another MCP server. */
interface SentCall {
  readonly kind: 'call';
  readonly upstream: string;
  readonly tool: string;
  readonly args: JsonObject;
}

/** A statement with its values, and the transaction that it would run in; variables of the environment are not filled in. */
interface SentStatement {
  readonly kind: 'statement';
  readonly shown: {
    readonly database: string;
    readonly transaction: readonly string[];
    readonly statements: readonly { readonly text: string; readonly values: readonly Json[] }[];
  };
}

export type OutgoingMessage = SentRequest | SentCall | SentStatement | ({ readonly kind: 'program' } & ProgramCall);

type Returned =
  | ReturnedResponse
  /** What the other server returned, or its error. */
  | { readonly kind: 'result'; readonly result: unknown; readonly ms: number }
  | { readonly kind: 'end'; readonly end: ProgramEnd; readonly ms: number }
  | { readonly kind: 'transaction'; readonly of: TransactionEnd; readonly ms: number };

/** A response; that to a request for a token is read whole, so that its secrets are known. */
interface ReturnedResponse {
  readonly kind: 'response';
  readonly response: Response;
  readonly start: string;
  readonly ms: number;
  readonly forToken: boolean;
}

export interface CallTracer {
  /** False: it is not sent, and not started. A response is the answer to what is not sent. */
  readonly sent: (sent: OutgoingMessage) => boolean | Response;
  readonly returned: (returned: Returned) => void;
}

function statementLines({ database, transaction, statements }: SentStatement['shown']): string[] {
  const each = statements.flatMap(({ text, values }) => [
    text,
    ...values.map((value, at) => `$${at + 1} = ${JSON.stringify(value)}`),
  ]);
  return [`database ${database}: ${transaction.join('; ')}`, ...each];
}

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
  behavior: McpBehavior,
  isDry: boolean,
): (upstreams: Upstreams) => Upstreams {
  return (real) => ({
    ...real,
    async open(name) {
      const session = isDry ? sessionAsReviewed(behavior) : await real.open(name);
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
    const forToken = method === 'POST' && asksForToken(body);
    const goes = sent({ kind: 'request', method, url, headers, body, forToken });
    if (goes instanceof Response) return goes;
    if (!goes) throw new TypeError('not sent: this is a dry run');
    const before = performance.now();
    const response = await fetch(input, init);
    const ms = performance.now() - before;
    const copy = response.clone();
    const start = forToken ? await copy.text() : (await startOf(copy, READ)).bytes.toString();
    returned({ kind: 'response', response, start, ms, forToken });
    return response;
  };
  return () => void (globalThis.fetch = fetch);
}
