/** Answers one request; the same for every transport. */
import type { RateLimiter } from '../server/limits.ts';
import { legacyEra } from './legacy.ts';
import type { Redacted } from '../redaction/redacted.ts';
import type { ErrorReply } from './error-reply.ts';
import type { Request, RequestId, RpcError } from './message.ts';
import { errorLine, resultLine } from './message.ts';
import { isModern, modernEra } from './modern.ts';
import type { Outlet } from './progress.ts';
import type { AnswerInEra, Served } from './tools.ts';

/** The line of an answer, at once or later. */
export interface RpcReply {
  readonly line: Redacted | Promise<Redacted>;
  /** The HTTP status. */
  readonly status: number;
  /** Aborts the work; the line is discarded. */
  readonly abort: (reason: string) => void;
  /** What is worked for. */
  readonly request?: Request;
}

/** The client of a request: its rate limit, and where its progress goes. */
export interface Asker {
  readonly allowance: RateLimiter;
  readonly outlet: Outlet;
  /** Whether it has the connection to itself for as long as that lasts, so that notifications may be sent at any time. */
  readonly lasting?: boolean;
}

/** Answers requests; `modern` means that the transport has determined the era. */
export interface AnswerRequest {
  (request: Request, asker: Asker, modern?: boolean): RpcReply;
  /** The line of an error that a transport or a session finds; the id is null when the request could not be read. */
  readonly error: (id: RequestId | null, error: RpcError) => Redacted;
}

/** Brings the tools and both eras together. */
export function createAnswerer(served: Served): AnswerRequest {
  const legacy = legacyEra(served);
  const modern = modernEra(served);
  const error: AnswerRequest['error'] = (id, found) => errorLine(id, served.redact.json(found));
  const answerRequest = (request: Request, asker: Asker, known = isModern(request)): RpcReply =>
    answer(request, asker, known ? modern : legacy, served);
  return Object.assign(answerRequest, { error });
}

/** An answer that nothing has to be done for. */
export function atOnce(line: Redacted, status: number): RpcReply {
  return { line, status, abort: () => {} };
}

function answer(
  request: Request,
  { allowance, outlet, lasting = false }: Asker,
  reply: AnswerInEra,
  { redact, reportProgress }: Served,
): RpcReply {
  const { id } = request;
  const given = reply(request, lasting ? outlet : undefined);
  if (given.kind === 'error') return atOnce(errorLine(id, redact.json(given.error)), given.status ?? 200);
  if (given.kind === 'result') return atOnce(resultLine(id, given.result), 200);
  const progress = reportProgress?.(request, outlet, redact);
  const { outcome, abort } = given.work(allowance, progress?.sink);
  const toLine = (found: Redacted | ErrorReply): Redacted | Promise<Redacted> => {
    const line =
      typeof found === 'string' ? resultLine(id, given.wrap(found)) : errorLine(id, redact.json(found.error));
    return progress?.close() ? inNextTurn(line, outlet) : line;
  };
  return {
    line: outcome instanceof Promise ? outcome.then(toLine) : toLine(outcome),
    status: 200,
    request,
    abort(reason) {
      progress?.close();
      abort(reason);
    },
  };
}

/** Where one turn reaches the client as one piece. */
function inNextTurn(line: Redacted, { nextTurn }: Outlet): Redacted | Promise<Redacted> {
  return nextTurn ? new Promise((resolve) => nextTurn(() => resolve(line))) : line;
}
