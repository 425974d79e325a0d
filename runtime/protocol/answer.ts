/** Answers one request; the same for every transport. */
import type { RateLimiter } from '../limits.ts';
import { legacyEra } from './legacy.ts';
import type { Redact } from '../redact.ts';
import type { Redacted } from '../redacted.ts';
import type { ErrorReply } from './error-reply.ts';
import type { Request, RequestId, RpcError } from './message.ts';
import { errorLine, resultLine } from './message.ts';
import { isModern, modernEra } from './modern.ts';
import type { Outlet } from './progress.ts';
import { reportProgress } from './progress.ts';
import type { Era, Served } from './tools.ts';

/** The line of an answer, at once or later. */
export interface Answer {
  readonly line: Redacted | Promise<Redacted>;
  /** The HTTP status. */
  readonly status: number;
  /** Aborts the work; the line is discarded. */
  readonly abort: (reason: string) => void;
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
  (request: Request, asker: Asker, modern?: boolean): Answer;
  /** The line of an error that a transport or a session finds; the id is null when the request could not be read. */
  readonly error: (id: RequestId | null, error: RpcError) => Redacted;
}

const nothing = (): void => {};

/** Brings the tools and both eras together. */
export function createAnswerer(served: Served): AnswerRequest {
  const legacy = legacyEra(served);
  const modern = modernEra(served);
  const { redact } = served;
  const error: AnswerRequest['error'] = (id, found) => errorLine(id, redact.json(found));
  const answerRequest = (request: Request, asker: Asker, known = isModern(request)): Answer =>
    answer(request, asker, known ? modern : legacy, redact);
  return Object.assign(answerRequest, { error });
}

/** An error as an answer. */
export function errorAnswer(line: Redacted, status: number): Answer {
  return { line, status, abort: nothing };
}

function answer(request: Request, { allowance, outlet, lasting = false }: Asker, era: Era, redact: Redact): Answer {
  const reply = era.reply(request, lasting ? outlet : undefined);
  if (reply.kind === 'error') return errorAnswer(errorLine(request.id, redact.json(reply.error)), reply.status ?? 200);
  if (reply.kind === 'result') return { line: resultLine(request.id, reply.result), status: 200, abort: nothing };
  const progress = reportProgress(request, outlet, redact);
  const { outcome, abort } =
    reply.kind === 'call' ? reply.tool(reply.args, allowance, progress.sink) : reply.work(allowance, progress.sink);
  const { wrap } = reply.kind === 'call' ? era : reply;
  const toLine = (found: Redacted | ErrorReply): Redacted => {
    progress.close();
    return typeof found === 'string'
      ? resultLine(request.id, wrap(found))
      : errorLine(request.id, redact.json(found.error));
  };
  return {
    line: outcome instanceof Promise ? outcome.then(toLine) : toLine(outcome),
    status: 200,
    abort(reason) {
      progress.close();
      abort(reason);
    },
  };
}
