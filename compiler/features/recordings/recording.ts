/** The form of a recording: calls of one tool, each with what was sent, what was received, and its result; without what is secret. */
import type { Json, JsonObject } from '@haft/runtime/language';
import { canonicalJson, isObject, sameJson, findPointer, parsePointer } from '@haft/runtime/language';
import { FILE_FORMATS, type FormatProblem, formatProblem, numberOf } from '../../base/file-formats.ts';
import type { ValueForm } from '../../spec/shape/form.ts';
import { anything, either, flag, list, map, mapOf, number, oneOf, text } from '../../spec/shape/form.ts';

export type Recording = {
  /** `server/tool`. */
  readonly tool: string;
  readonly calls: readonly RecordedCall[];
};

export type RecordedCall = {
  readonly arguments: JsonObject;
  /** Declared variables that the tool uses; the value of a secret one is replaced. */
  readonly variables: Readonly<Record<string, string>>;
  /** In the order in which they were sent. */
  readonly exchanges: readonly RecordedExchange[];
  /** The envelope (EXT §2.4); with `results: raw`, and with content blocks, the result of MCP. */
  readonly result: JsonObject;
};

/** What was sent, and what was received for it. */
export type RecordedExchange =
  | { readonly request: RecordedRequest; readonly response: RecordedResponse }
  | { readonly request: RecordedRequest; readonly unreachable: string }
  | { readonly program: RecordedProgram; readonly end: RecordedEnd }
  | { readonly call: UpstreamCall; readonly returned: JsonObject }
  | { readonly statement: RecordedStatement; readonly rows: RecordedRows }
  | { readonly statement: RecordedStatement; readonly failed: RecordedFailure };

/** What leaves the server. */
export type RecordedSent =
  | { readonly request: RecordedRequest }
  | { readonly program: RecordedProgram }
  | { readonly call: UpstreamCall }
  | { readonly statement: RecordedStatement };

export type RecordedRequest = {
  readonly method: string;
  readonly url: string;
  readonly body?: string;
};

type RecordedResponse = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RecordedBytes;
};

type RecordedProgram = {
  readonly argv: readonly string[];
  readonly stdin?: string;
};

export type RecordedEnd =
  | {
      readonly kind: 'ended';
      readonly exit: string;
      readonly stdout: RecordedBytes;
      readonly stderr: RecordedBytes;
      readonly truncated?: boolean;
    }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'not_started'; readonly code: string };

/** A call of a tool of another MCP server. */
type UpstreamCall = {
  readonly upstream: string;
  readonly tool: string;
  readonly arguments: JsonObject;
};

/** A statement of a transaction, as its database gets it. */
export type RecordedStatement = {
  readonly database: string;
  readonly text: string;
  readonly values: readonly Json[];
  /** Rows that are fetched at most. */
  readonly fetch: number;
};

type RecordedRows = {
  readonly rows: readonly JsonObject[];
  readonly more: boolean;
  readonly affected: number;
};

/** How the transaction ended, with its statement or with the commit after it. */
type RecordedFailure =
  | {
      readonly kind: 'failed';
      readonly state: string;
      readonly sqlstate?: string;
      readonly text: string;
      readonly json: JsonObject;
    }
  | { readonly kind: 'unreachable'; readonly reason: string };

/** JSON where that gives the same bytes but for white space, so that a person can read it. */
export type RecordedBytes = { readonly json: Json } | { readonly text: string } | { readonly base64: string };

const bytes = either(map({ json: anything }), map({ text }), map({ base64: text }));
const request = map({ method: text, url: text }, { body: text });
const response = map({ status: number, headers: mapOf(text), body: bytes });
const ended = map({ kind: oneOf('ended'), exit: text, stdout: bytes, stderr: bytes }, { truncated: flag });
const end = either(map({ kind: oneOf('too_large') }), map({ kind: oneOf('not_started'), code: text }), ended);
const statement = map({ database: text, text, values: list(anything), fetch: number });
const rows = map({ rows: list(mapOf(anything)), more: flag, affected: number });
const failed = either(
  map({ kind: oneOf('failed'), state: text, text, json: mapOf(anything) }, { sqlstate: text }),
  map({ kind: oneOf('unreachable'), reason: text }),
);
/** By the member that no other exchange has. */
const EXCHANGES: Readonly<Record<string, ValueForm>> = {
  response: map({ request, response }),
  unreachable: map({ request, unreachable: text }),
  program: map({ program: map({ argv: list(text) }, { stdin: text }), end }),
  call: map({ call: map({ upstream: text, tool: text, arguments: mapOf(anything) }), returned: mapOf(anything) }),
  rows: map({ statement, rows }),
  failed: map({ statement, failed }),
};
const exchange: ValueForm = (value, at) => {
  const own = Object.entries(EXCHANGES).find(([key]) => isObject(value) && Object.hasOwn(value, key));
  return own ? own[1](value, at) : `${at} has none of ${Object.keys(EXCHANGES).join(', ')}`;
};
const call = map({
  arguments: mapOf(anything),
  variables: mapOf(text),
  exchanges: list(exchange),
  result: mapOf(anything),
});

/** What is wrong with a file, and where: a path in it. */
export interface RecordingProblem extends FormatProblem {
  readonly path: readonly (string | number)[];
}

/** The recording in a parsed file, or the first thing that is wrong with it. */
export function readRecording(value: unknown): { readonly recording: Recording } | RecordingProblem {
  const unread = formatProblem(isObject(value) ? value : {}, FILE_FORMATS.recordings);
  if (unread) return { ...unread, path: [] };
  const problem = map({ tool: text, calls: list(anything) })(value, '');
  if (problem !== undefined) return { problem, path: [] };
  const recording = value as Recording;
  for (const [index, one] of recording.calls.entries()) {
    const wrong = call(one, 'the call');
    if (wrong !== undefined) return { problem: wrong, path: ['calls', index] };
  }
  return { recording };
}

/** As it is written: calls by their arguments, so that the order of recording does not matter. */
export function recordingText({ tool, calls }: Recording): string {
  const sorted = calls.toSorted((a, b) => (canonicalJson(a.arguments) < canonicalJson(b.arguments) ? -1 : 1));
  const file = { recordingVersion: numberOf(FILE_FORMATS.recordings), tool, calls: sorted };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** The call with these arguments takes the place of an earlier one with the same. */
export function withCall({ tool, calls }: Recording, next: RecordedCall): Recording {
  return { tool, calls: [...calls.filter((one) => !sameJson(one.arguments, next.arguments)), next] };
}

export function callWith({ calls }: Recording, args: JsonObject): RecordedCall | undefined {
  return calls.find((one) => sameJson(one.arguments, args));
}

/** Whether a service, program or server would receive the same. */
export function isSameSent(left: RecordedSent, right: RecordedSent): boolean {
  return sameJson(sentPart(left), sentPart(right));
}

/** `GET https://…`, or the command line. */
export function describeSent(sent: RecordedSent): string {
  if ('request' in sent) return `${sent.request.method} ${sent.request.url}`;
  if ('program' in sent) return sent.program.argv.join(' ');
  return 'call' in sent ? `${sent.call.tool} of ${sent.call.upstream}` : sent.statement.text;
}

function sentPart(sent: RecordedSent): unknown {
  if ('request' in sent) return sent.request;
  if ('program' in sent) return sent.program;
  return 'call' in sent ? sent.call : sent.statement;
}

const STRUCK = '[struck out]';

/** The value without what is at the pointers, and the pointers that lead nowhere. */
export function struckOut(
  value: Json,
  pointers: readonly string[],
): { readonly value: Json; readonly unknown: readonly string[] } {
  const unknown = pointers.filter((pointer) => pointer === '' || findPointer(value, pointer) === undefined);
  const present = pointers.filter((pointer) => !unknown.includes(pointer));
  return { value: present.reduce((all, pointer) => without(all, parsePointer(pointer) ?? []), value), unknown };
}

function without(value: Json, [token, ...rest]: readonly string[]): Json {
  if (token === undefined) return emptyValues(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map((one, index) => (String(index) === token ? without(one, rest) : one));
  const entries = Object.entries(value).map(([key, one]) => [key, key === token ? without(one, rest) : one] as const);
  return Object.fromEntries(entries);
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function emptyValues(value: Json): Json {
  if (typeof value === 'string') return STRUCK;
  if (typeof value === 'number') return 0;
  if (typeof value === 'boolean') return false;
  if (value === null) return null;
  return isList(value) ? [] : {};
}
