/** The form of a recording: calls of one tool, each with what was sent, what was received, and its result. */
import { type JsonObject, canonicalJson, isObject, sameJson } from '@haft/runtime/language';
import { FILE_FORMATS, type FormatProblem, numberOf } from '../../base/file-formats.ts';
import {
  type Matching,
  type ValueForm,
  anything,
  either,
  flag,
  list,
  map,
  mapOf,
  none,
  number,
  oneOf,
  readForm,
  readValue,
  text,
} from '../../spec/shape/form.ts';

/** JSON where that gives the same bytes but for white space, so that a person can read it. */
const bytes = either(map({ json: anything }), map({ text }), map({ base64: text }));

export type RecordedBytes = Matching<typeof bytes>;

const request = map({ method: text, url: text }, { body: text });

export type RecordedRequest = Matching<typeof request>;

const response = map({ status: number, headers: mapOf(text), body: bytes });

const program = map({ argv: list(text) }, { stdin: text });

const ended = map({ kind: oneOf('ended'), exit: text, stdout: bytes, stderr: bytes }, { truncated: flag });

const end = either(map({ kind: oneOf('too_large') }), map({ kind: oneOf('not_started'), code: text }), ended);

export type RecordedEnd = Matching<typeof end>;

/** A call of a tool of another MCP server. */
const upstreamCall = map({ upstream: text, tool: text, arguments: mapOf(anything) });

/** A statement of a transaction, as its database gets it; at most `fetch` rows are fetched. */
const statement = map({ database: text, text, values: list(anything), fetch: number });

export type RecordedStatement = Matching<typeof statement>;

/** What a database gave for a column where the JSON of it is another (runtime/behaviors/sql/bound.ts). */
const exact = either(
  none,
  text,
  number,
  flag,
  map({ integer: text }),
  map({ real: text }),
  map({ base64: text }),
  map({ unordered: text }),
);

const rows = map({ rows: list(mapOf(anything)), more: flag, affected: number }, { exact: mapOf(exact), twice: text });

/** How the transaction ended, with its statement or with the commit after it. */
const failed = either(
  map({ kind: oneOf('failed'), state: text, text, json: mapOf(anything) }, { sqlstate: text }),
  map({ kind: oneOf('unreachable'), reason: text }),
);

/** What was sent, and what was received for it, by the member that no other exchange has. */
const EXCHANGES = {
  response: map({ request, response }),
  unreachable: map({ request, unreachable: text }),
  program: map({ program, end }),
  call: map({ call: upstreamCall, returned: mapOf(anything) }),
  rows: map({ statement, rows }),
  failed: map({ statement, failed }),
};

export type RecordedExchange = Matching<(typeof EXCHANGES)[keyof typeof EXCHANGES]>;

const exchange: ValueForm<RecordedExchange> = (value, at) => {
  const own = Object.entries(EXCHANGES).find(([key]) => isObject(value) && Object.hasOwn(value, key));
  return own ? own[1](value, at) : `${at} has none of ${Object.keys(EXCHANGES).join(', ')}`;
};

/** What leaves the server. */
export type RecordedSent =
  | { readonly request: RecordedRequest }
  | { readonly program: Matching<typeof program> }
  | { readonly call: Matching<typeof upstreamCall> }
  | { readonly statement: RecordedStatement };

const call = map({
  arguments: mapOf(anything),
  /** Declared variables that the tool uses; the value of a secret one is replaced. */
  variables: mapOf(text),
  /** In the order in which they were sent. */
  exchanges: list(exchange),
  /** The envelope (EXT §2.4); with `results: raw`, and with content blocks, the result of MCP. */
  result: mapOf(anything),
});

export type RecordedCall = Matching<typeof call>;

export type Recording = {
  /** `server/tool`. */
  readonly tool: string;
  readonly calls: readonly RecordedCall[];
};

/** What is wrong with a file, and where: a path in it. */
export interface RecordingProblem extends FormatProblem {
  readonly path: readonly (string | number)[];
}

/** The recording in a parsed file, or the first thing that is wrong with it. */
export function readRecording(value: unknown): { readonly recording: Recording } | RecordingProblem {
  const form = map({ tool: text, calls: list(anything) });
  const file = readForm(isObject(value) ? value : {}, FILE_FORMATS.recordings, form);
  if ('problem' in file) return { ...file, path: [] };
  const calls: RecordedCall[] = [];
  for (const [index, one] of file.calls.entries()) {
    const own = readValue(one, call, 'the call');
    if ('problem' in own) return { ...own, path: ['calls', index] };
    calls.push(own.read);
  }
  return { recording: { tool: file.tool, calls } };
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
