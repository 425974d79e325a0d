/** Answers one request; the same for every transport. */
import type { RateLimiter } from '../server/limits.ts';
import { type Trace, traceIn } from '../server/trace.ts';
import type { CallUser } from '../server/user.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import {
  type Members,
  type Request,
  type RequestId,
  type RpcError,
  cursorError,
  errorInEra,
  errorLine,
  metaOf,
  resultLine,
} from './message.ts';
import { isObject } from '../language/json.ts';
import type { AttachDialog, CallOrigin, OpenCall } from '../server/context.ts';
import { isModern, modernEra } from './modern.ts';
import type { CallOutcome } from '../server/instead.ts';
import type { Outlet, ProgressReport } from './progress.ts';
import type { Redact } from '../redaction/redact.ts';
import { type AnswerInEra, type RequestReply, type Served, type Wrap, replyBeyondTools, replyToCall } from './tools.ts';
import { CLIENT_INFO, LEGACY_VERSIONS } from './versions.ts';

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
  /** The name that it gave last. */
  client?: unknown;
  /** In the era of `initialize`: whether its user can be asked. */
  asks?: boolean;
  /** Who calls, where a token says so. */
  readonly user?: CallUser | undefined;
  /** The trace of its request, where the message itself names none. */
  readonly trace?: Trace | undefined;
  /** The trace that requests for a call carry on; that of its request where absent. */
  readonly carry?: (parent: Trace | undefined) => Trace | undefined;
  /** Is told of each answer, with the code of its failure. */
  readonly note?: (request: Request, asker: Asker, code?: string | number) => void;
}

/** Answers requests; `modern` means that the transport has determined the era. */
export interface AnswerRequest {
  (request: Request, asker: Asker, modern?: boolean): RpcReply;
  /** The line of an error that a transport or a session finds; the id is null when the request could not be read. */
  readonly error: (id: RequestId | null, error: RpcError) => Redacted;
  /** Takes a response of a client, where the server asks. */
  readonly take?: ((message: Members) => void) | undefined;
}

/** Brings the tools and both eras together. */
export function createAnswerer(served: Served): AnswerRequest {
  const legacy = legacyEra(served);
  const modern = modernEra(served);
  const error: AnswerRequest['error'] = (id, reply) => errorLine(id, served.redact.json(reply));
  const answerRequest = (request: Request, asker: Asker, isInModernEra = isModern(request)): RpcReply =>
    answer(request, asker, isInModernEra ? modern : legacy, served, isInModernEra);
  return Object.assign(answerRequest, { error, take: served.asking?.take });
}

const nothing = (): void => {};

/** An answer that nothing has to be done for. */
export function atOnce(line: Redacted, status: number): RpcReply {
  return { line, status, abort: nothing };
}

function answer(request: Request, asker: Asker, reply: AnswerInEra, served: Served, modern: boolean): RpcReply {
  const { redact, reportProgress, asking } = served;
  const { id, params } = request;
  const { outlet, lasting } = asker;
  const meta = metaOf(params);
  noteClient(asker, params, meta);
  const dialog = asking?.dialogFor(request, asker, modern);
  const attach = typeof dialog === 'object' ? undefined : dialog;
  const work = typeof dialog === 'object' ? dialog : reply(request, lasting ? outlet : undefined);
  if (work.kind === 'error') {
    const error = errorInEra(work.error, modern);
    asker.note?.(request, asker, error.code);
    return atOnce(errorLine(id, redact.json(error)), work.status ?? 200);
  }
  if (work.kind === 'result') return atOnce(resultLine(id, work.result), 200);
  const progress = reportProgress?.(request, outlet, redact);
  const own = originOf(asker, meta, progress?.sink, attach);
  const origin = modern ? { ...own, anyData: true } : own;
  const { outcome, open } = work.kind === 'call' ? work.tool(work.args, origin) : work.work(origin);
  const answering: Answering = { request, asker, open, wrap: work.wrap, redact, modern };
  if (outcome instanceof Promise || progress) return answerLater(outcome, answering, progress);
  return { line: lineOf(outcome, answering), status: 200, request, abort: nothing };
}

/** A request that is worked for. */
interface Answering {
  readonly request: Request;
  readonly asker: Asker;
  readonly open: Pick<OpenCall, 'abort' | 'code'>;
  readonly wrap: Wrap;
  readonly redact: Redact;
  readonly modern: boolean;
}

function answerLater(
  outcome: CallOutcome | Promise<CallOutcome>,
  answering: Answering,
  progress: ProgressReport | undefined,
): RpcReply {
  const { request, asker, open } = answering;
  const toLine = (result: CallOutcome): Redacted | Promise<Redacted> => {
    const line = lineOf(result, answering);
    const { nextTurn } = asker.outlet;
    // Where one turn reaches the client as one piece.
    return progress?.close() && nextTurn ? new Promise((resolve) => nextTurn(() => resolve(line))) : line;
  };
  return {
    line: outcome instanceof Promise ? outcome.then(toLine) : toLine(outcome),
    status: 200,
    request,
    abort(reason) {
      progress?.close();
      open.abort(reason);
    },
  };
}

function lineOf(result: CallOutcome, { request, asker, open, wrap, redact, modern }: Answering): Redacted {
  const { id } = request;
  if (typeof result === 'string') {
    asker.note?.(request, asker, open.code);
    return resultLine(id, wrap(result));
  }
  const error = result.kind === 'error' ? errorInEra(result.error, modern) : undefined;
  asker.note?.(request, asker, error?.code ?? open.code);
  return result.kind === 'error' ? errorLine(id, redact.json(error)) : resultLine(id, result.result);
}

/** The client names itself in `initialize`, and in each request of the era without it. */
function noteClient(asker: Asker, params: Members, meta: Members): void {
  const info = params['clientInfo'] ?? meta[CLIENT_INFO];
  if (isObject(info)) asker.client = info['name'] ?? asker.client;
}

/** Most requests say nothing of their own: then it is their client. */
function originOf(
  asker: Asker,
  meta: Members,
  progress: CallOrigin['progress'],
  attach: AttachDialog | undefined,
): CallOrigin {
  const { allowance, client, user, carry } = asker;
  const named = traceIn(meta);
  if (!progress && !attach && !carry && !named) return asker;
  const parent = named ?? asker.trace;
  return { allowance, progress, client, user, trace: carry ? carry(parent) : parent, attach };
}

/** Responses as those revisions require them. `initialize` is not enforced: a server without state has nothing to wait for. */
function legacyEra(served: Served): AnswerInEra {
  const wrap: Wrap = (members) => frame`{${members}}`;
  return (request, outlet): RequestReply => {
    switch (request.method) {
      case 'initialize':
        return { kind: 'result', result: initialize(served, request, outlet) };
      case 'ping':
        return { kind: 'result', result: frame`{}` };
      case 'tools/list':
        return cursorError(request.params) ?? { kind: 'result', result: wrap(served.list()) };
      case 'tools/call':
        return replyToCall(served, request, wrap);
      default:
        return replyBeyondTools(served, request, { wrap, lasting: outlet !== undefined });
    }
  };
}

/** Agrees to the version asked for if known, else proposes the newest (MCP lifecycle, version negotiation). */
function initialize({ descriptor, extensions, redact }: Served, { params }: Request, outlet?: Outlet): Redacted {
  const { name, title, version, instructions, icons } = descriptor;
  const { lasting } = extensions;
  const wanted = params['protocolVersion'];
  if (outlet) lasting.attach(outlet);
  return redact.json({
    protocolVersion: LEGACY_VERSIONS.find((supported) => supported === wanted) ?? LEGACY_VERSIONS[0],
    capabilities: outlet ? lasting.capabilities : extensions.capabilities,
    serverInfo: { name, title, version, icons },
    ...(instructions !== '' && { instructions }),
  });
}
