/** A wire that passes everything on, and records what was sent and received. */
import { isSecretHeader, isSecretParameter } from '@haft/runtime/language';
import { type ProgramEnd, type PutForm, runProgram } from '@haft/runtime/try';
import { wordSet } from '../../../base/word-lists.ts';
import { recordingDatabases } from './statements.ts';
import type { RecordedBytes, RecordedEnd, RecordedExchange, RecordedRequest } from '../recording.ts';
import type { CallWire } from '../../../edge/calls/call-over.ts';
import { readJson } from '../../../plan/read-json.ts';

/** Filled while the call is made. */
interface Tape {
  readonly exchanges: RecordedExchange[];
  /** Access tokens that were received, which are secrets. */
  readonly tokens: string[];
  /** Why the call cannot be recorded, where it cannot. */
  problem?: string;
}

/** Bytes of one response. */
const MAX_RESPONSE = 262_144;

/** Of the connection, not of the response. */
const TRANSPORT = wordSet('connection keep-alive transfer-encoding content-encoding content-length date');

export function createRecorder(ask?: PutForm): { readonly wire: CallWire; readonly tape: Readonly<Tape> } {
  const tape: Tape = { exchanges: [], tokens: [] };
  const wire: CallWire = {
    waits: true,
    ask,
    fetch: recordingFetch(tape),
    async runProgram(program) {
      const end = await runProgram(program);
      const { argv, stdin } = program;
      const recorded = recordedEnd(end);
      if ('problem' in recorded) tape.problem = recorded.problem;
      else tape.exchanges.push({ program: { argv, ...(stdin !== undefined && { stdin }) }, end: recorded });
      return end;
    },
    upstreams: recordingUpstreams(tape),
    databases: recordingDatabases((exchanges, problem) => {
      tape.exchanges.push(...exchanges);
      const isLarge = JSON.stringify(exchanges).length > MAX_RESPONSE;
      const large = `The rows are larger than ${MAX_RESPONSE.toLocaleString('en-US')} bytes.`;
      const why = problem ?? (isLarge ? large : undefined);
      if (why !== undefined) tape.problem = why;
    }),
  };
  return { wire, tape };
}

function recordingFetch(tape: Tape): typeof fetch {
  const real = globalThis.fetch;
  return async (input, init) => {
    const request = await recordedRequest(input, init);
    const response = await real(input, init).catch((error: unknown) => {
      const code = codeOf(error);
      if (code === undefined) tape.problem = 'The call was stopped before the service answered.';
      else tape.exchanges.push({ request, unreachable: code });
      throw error;
    });
    const { bytes, isWhole } = await startOf(response.clone(), MAX_RESPONSE);
    if (!isWhole) {
      tape.problem = `A response is larger than ${MAX_RESPONSE.toLocaleString('en-US')} bytes.`;
      return response;
    }
    const body = recordedBytes(bytes);
    tape.tokens.push(...tokensIn(request, body));
    tape.exchanges.push({ request, response: { status: response.status, headers: headersOf(response), body } });
    return response;
  };
}

function recordingUpstreams(tape: Tape): CallWire['upstreams'] {
  return (upstreams) => ({
    ...upstreams,
    async open(name) {
      const failed = (error: unknown): never => {
        tape.problem = `The server "${name}" did not answer.`;
        throw error;
      };
      const session = await upstreams.open(name).catch(failed);
      return {
        ...session,
        async call(tool, args, asking) {
          const returned = await session.call(tool, args, asking).catch(failed);
          tape.exchanges.push({ call: { upstream: name, tool, arguments: args }, returned });
          return returned;
        },
      };
    },
  });
}

/** As it leaves, without its headers: those carry credentials. */
export async function recordedRequest(input: string | URL | Request, init?: RequestInit): Promise<RecordedRequest> {
  const request = new Request(input, init);
  const body = init?.body === undefined || init.body === null ? undefined : await request.text();
  return { method: request.method, url: maskedUrl(request.url), ...(body !== undefined && { body }) };
}

function headersOf({ headers }: Response): Readonly<Record<string, string>> {
  const all = [...headers].filter(([name]) => !isSecretHeader(name) && !TRANSPORT.has(name));
  return Object.fromEntries(all);
}

/** The bytes of a body until there are more than `most`. */
export async function startOf({ body }: Response, most: number) {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const reader = body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    size += read.value.length;
    pieces.push(read.value);
    if (size <= most) continue;
    // It ends only when the call has read the rest, so it is not waited for.
    void reader?.cancel();
    break;
  }
  return { bytes: Buffer.concat(pieces), isWhole: size <= most };
}

/** The code of a connection that failed; none where the call itself was stopped. */
function codeOf(error: unknown): string | undefined {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Fields of a request for a token (RFC 6749, RFC 7523, RFC 8693) that prove nothing; any other may be a secret. */
const HARMLESS = wordSet(
  'grant_type scope audience resource client_id client_assertion_type subject_token_type requested_token_type',
);

/** Whether a body asks for an access token. */
export function asksForToken(body = ''): boolean {
  return /(?:^|&)grant_type=/.test(body);
}

/** The body of a request for a token as it may be shown. */
export function withoutProofs(body: string): string {
  const fields = body.split('&').map((field) => {
    const [name = ''] = field.split('=', 1);
    return HARMLESS.has(name) || name === field ? field : `${name}=[redacted]`;
  });
  return fields.join('&');
}

/** RFC 6749 §5.1, and what proved who asks. */
function tokensIn({ body = '' }: RecordedRequest, response: object): readonly string[] {
  if (!asksForToken(body)) return [];
  const fields = [...new URLSearchParams(body)];
  const proofs = fields.flatMap(([name, value]) => (HARMLESS.has(name) || value === '' ? [] : [value]));
  return [...proofs, ...('json' in response ? issuedIn(Object(response.json)) : [])];
}

/** Of the response to a request for one. */
export function issuedIn(response: object): readonly string[] {
  return Object.entries(response).flatMap(([name, value]) =>
    /^(?:access|refresh|id)_token$/.test(name) && typeof value === 'string' ? [value] : [],
  );
}

/** Why a program did not start is looked up on this machine, so that a replay could tell something else. */
function recordedEnd(end: ProgramEnd): RecordedEnd | { readonly problem: string } {
  if (end.kind === 'aborted') return { problem: 'The program was stopped before it ended.' };
  if (end.kind === 'not_started') return { problem: `The program did not start (${end.code}).` };
  if (end.kind === 'no_output') return { problem: end.failure.error };
  if (end.kind === 'too_large') return end;
  return { ...end, stdout: recordedBytes(end.stdout), stderr: recordedBytes(end.stderr) };
}

/** Parameters that carry credentials by their names are masked. */
export function maskedUrl(url: string): string {
  const [place = '', ...query] = url.split(/[?&]/);
  const pairs = query.map((pair) => {
    const [name = ''] = pair.split('=', 1);
    return isSecretParameter(name) ? `${name}=[redacted]` : pair;
  });
  return pairs.length === 0 ? place : `${place}?${pairs.join('&')}`;
}

export function recordedBytes(bytes: Uint8Array): RecordedBytes {
  const text = Buffer.from(bytes).toString('utf8');
  if (!Buffer.from(text, 'utf8').equals(bytes)) return { base64: Buffer.from(bytes).toString('base64') };
  const read = /^\s*[[{]/.test(text) ? readJson(text) : { problem: '' };
  return 'value' in read && withoutBlanks(text) === JSON.stringify(read.value) ? { json: read.value } : { text };
}

export function replayedBytes(recorded: RecordedBytes): Buffer {
  if ('base64' in recorded) return Buffer.from(recorded.base64, 'base64');
  return Buffer.from('json' in recorded ? JSON.stringify(recorded.json) : recorded.text, 'utf8');
}

/** White space outside of strings says nothing; how a number or a character is written can. */
function withoutBlanks(json: string): string {
  return json.replaceAll(/("[^"\\]*(?:\\.[^"\\]*)*")|\s+/g, '$1');
}
