/** One request on its way to its answer: the same for every transport. */
import type { Allowance } from '../gate.ts';
import { legacyEra } from './legacy.ts';
import type { Request } from './message.ts';
import { errorLine, resultLine } from './message.ts';
import { isModern, modernEra } from './modern.ts';
import type { Outlet } from './progress.ts';
import { reportProgress } from './progress.ts';
import type { Era, ErrorReply, Served } from './tools.ts';

/** The line of an answer, at once or later. */
export interface Answer {
  readonly line: string | Promise<string>;
  /** What HTTP says about it. */
  readonly status: number;
  /** Ends the work; nobody waits for the line any more. */
  readonly abort: (reason: string) => void;
}

/** Whoever asks: how much it may ask, and how progress reaches it. */
export interface Asker {
  readonly allowance: Allowance;
  readonly outlet: Outlet;
}

/** Answers requests; `modern` says that the transport knows the era already. */
export type AnswerRequest = (request: Request, asker: Asker, modern?: boolean) => Answer;

const nothing = (): void => {};

/** Brings the tools and both eras together. */
export function createAnswerer(served: Served): AnswerRequest {
  const legacy = legacyEra(served);
  const modern = modernEra(served);
  return (request, asker, known = isModern(request)) => answer(request, asker, known ? modern : legacy);
}

/** An error as an answer. */
export function errorAnswer({ id }: Request, { error, status = 200 }: ErrorReply): Answer {
  return { line: errorLine(id, error), status, abort: nothing };
}

function answer(request: Request, { allowance, outlet }: Asker, era: Era): Answer {
  const reply = era.reply(request);
  if (reply.kind === 'error') return errorAnswer(request, reply);
  if (reply.kind === 'result') return { line: resultLine(request.id, reply.result), status: 200, abort: nothing };
  const progress = reportProgress(request, outlet);
  const { outcome, abort } = reply.tool(reply.args, allowance, progress.sink);
  const toLine = (members: string): string => {
    progress.close();
    return resultLine(request.id, era.wrap(members));
  };
  return {
    line: typeof outcome === 'string' ? toLine(outcome) : outcome.then(toLine),
    status: 200,
    abort(reason) {
      progress.close();
      abort(reason);
    },
  };
}
