import type { WireRequest } from './wire.ts';

/** What the test on the other side of the pipe learns about one request. */
export interface RecordedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Where the double reports what it saw: requests on stdout, surprises on stderr. */
export interface Journal {
  request(request: WireRequest): void;
  /** The connection was closed before the request had its answer. */
  closed(request: WireRequest): void;
  /** Something the contract does not describe; the reason stands in brackets. */
  unknown(request: WireRequest, reason: string): void;
}

/** The journal of a running process. */
export const pipeJournal: Journal = {
  request(request) {
    process.stdout.write(`${JSON.stringify({ request: recorded(request) })}\n`);
  },
  closed(request) {
    process.stdout.write(`${JSON.stringify({ closed: recorded(request) })}\n`);
  },
  unknown({ method, target }, reason) {
    process.stderr.write(`UNKNOWN ${method} ${target} (${reason})\n`);
  },
};

function recorded({ method, target, headers, body }: WireRequest): RecordedRequest {
  return { method, path: target, headers, body };
}
