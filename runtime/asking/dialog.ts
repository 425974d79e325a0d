/** How the user behind a request is asked: by its result (MCP 2026-07-28), or while it waits (earlier revisions). */
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { type JsonObject, isObject, ownMember } from '../language/json.ts';
import type { CompileSchema } from '../language/validate.ts';
import { type ErrorReply, type Members, RPC, type Request, errorReply, metaOf } from '../protocol/message.ts';
import { CAPABILITIES, SERVER_INFO } from '../protocol/versions.ts';
import type { Redact } from '../redaction/redact.ts';
import { frame, membersOf } from '../redaction/redacted.ts';
import { callCancelled } from '../server/call-failures.ts';
import type { AttachDialog } from '../server/context.ts';
import type { CallUser } from '../server/user.ts';
import type { Outlet } from '../protocol/progress.ts';
import type { ProcessVariables } from '../server/environment.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import { instead, insteadOf } from '../server/instead.ts';
import { declinedByUser } from './before-call.ts';
import { type Answered, type AskOptions, type UserQuestion, type Questions, requestedSchema } from './question.ts';
import { type StateCodec, createStateCodec, purposeOf } from './state.ts';

/** The client of a request. */
interface AskedClient {
  readonly outlet: Pick<Outlet, 'send'>;
  readonly lasting?: boolean;
  readonly user?: CallUser;
  /** In the era of `initialize`: whether its user can be asked. */
  asks?: boolean;
}

export interface Asking {
  /** Of one request; undefined where its user cannot be asked, an error where what it carries cannot be read. */
  readonly dialogFor: (request: Request, asker: AskedClient, modern: boolean) => AttachDialog | ErrorReply | undefined;
  /** Takes a response of a client: it may be an answer. */
  readonly take: (message: Members) => void;
}

/** What the dialogs of a server have in common. */
interface AskingContext {
  readonly server: ServerDescriptor;
  readonly redact: Redact;
  readonly compile: CompileSchema;
  readonly variables: ProcessVariables;
}

interface Shared extends AskingContext {
  readonly codec: StateCodec;
  /** By the id of the request. */
  readonly waiting: Map<string, (message: Members) => void>;
}

type Dialog = (questions: Questions, options: AskOptions, signal: AbortSignal) => Promise<Answered | ToolFailure>;

/** Milliseconds for an answer over HTTP: proxies and clients give up after a minute. */
const ANSWER_MS = 55_000;

/** Characters. */
const MIN_KEY = 16;

/** An answer that does not fit its form is asked for again, but not for ever. */
const MAX_ROUNDS = 3;

/** Throws where HAFT_STATE_KEY is too short. */
export function createAsking(context: AskingContext): Asking {
  const { variables } = context;
  const key = variables['HAFT_STATE_KEY'];
  if (key !== undefined && key.length < MIN_KEY)
    throw new Error(`HAFT_STATE_KEY must have at least ${MIN_KEY} characters.`);
  const shared: Shared = { ...context, codec: createStateCodec(key), waiting: new Map() };
  // An answer must reach the process that asked.
  const isAlone = !(Number(variables['HAFT_REPLICAS']) > 1);
  return {
    dialogFor(request, asker, modern) {
      if (modern) return modernDialog(request, asker, shared);
      if (request.method === 'initialize') {
        asker.asks = canBeAsked(Object(request.params['capabilities'])) && (isAlone || asker.lasting === true);
      }
      return asker.asks ? attach(liveDialog(asker, shared)) : undefined;
    },
    take(message) {
      const { id } = message;
      if (typeof id === 'string') shared.waiting.get(id)?.(message);
    },
  };
}

/** An empty capability is that of forms. */
function canBeAsked({ elicitation }: Members): boolean {
  return isObject(elicitation) && ('form' in elicitation || !('url' in elicitation));
}

function attach(dialog: Dialog): AttachDialog {
  return (open) => {
    const { call } = open;
    call.ask = async (questions: Questions, options: AskOptions = {}) => {
      // The deadline is held until there is an answer, and starts again then.
      const resume = open.hold();
      try {
        return await dialog(questions, options, call.signal);
      } catch (thrown) {
        // The call is over, whatever a handler makes of it.
        if (insteadOf(thrown)) open.finish?.(() => rethrow(thrown));
        throw thrown;
      } finally {
        resume();
      }
    };
  };
}

function rethrow(thrown: unknown): never {
  throw thrown;
}

function modernDialog(request: Request, { user }: AskedClient, shared: Shared): AttachDialog | ErrorReply | undefined {
  const { method, params } = request;
  const { inputResponses = {}, requestState, name, arguments: args = {} } = params;
  if (!isObject(inputResponses)) return errorReply(RPC.invalidParams, '"inputResponses" must be an object.');
  if (requestState !== undefined && typeof requestState !== 'string')
    return errorReply(RPC.invalidParams, '"requestState" must be a string.');
  const capabilities = metaOf(params)[CAPABILITIES];
  if (!isObject(capabilities) || !canBeAsked(capabilities)) return undefined;
  const purpose = purposeOf(method, name, args as JsonObject, `${user?.issuer ?? ''} ${user?.subject ?? ''}`);
  // Those of all questions of this request: the next round brings only the answers of the last one.
  const byName: Record<string, JsonObject> = {};
  return attach(async (questions, { state }) => {
    const carried = requestState === undefined ? undefined : await shared.codec.read(requestState, purpose);
    if (requestState !== undefined && !carried)
      throw instead(errorReply(RPC.invalidParams, '"requestState" is not valid, or its time is over.'));
    const answers: Record<string, JsonObject> = {};
    Object.assign(byName, { ...carried?.answers, ...byName });
    for (const [key, question] of Object.entries(questions)) {
      const answer =
        answerIn(ownMember(inputResponses, key), question, shared) ??
        valuesIn(ownMember(byName, key), question, shared);
      if (isFailure(answer)) return answer;
      if (answer) byName[key] = answers[key] = answer;
    }
    const isKnown = state === undefined || carried?.state !== undefined;
    const missing = Object.entries(questions).filter(([key]) => !isKnown || !Object.hasOwn(answers, key));
    if (missing.length === 0) return { answers, ...(carried?.state !== undefined && { state: carried.state }) };
    const hasState = state !== undefined || Object.keys(byName).length > 0;
    const written = hasState
      ? await shared.codec.write({ answers: byName, ...(state !== undefined && { state }) }, purpose)
      : undefined;
    throw instead({ kind: 'paused', result: inputRequired(Object.fromEntries(missing), written, shared) });
  });
}

/** MCP 2026-07-28, basic/patterns/mrtr. */
function inputRequired(
  questions: Questions,
  requestState: string | undefined,
  { server: { name, title, version }, redact }: Shared,
): ReturnType<Redact['json']> {
  const requests = Object.entries(questions).map(([key, question]) => [key, elicitation(question)] as const);
  const members = { inputRequests: Object.fromEntries(requests), ...(requestState !== undefined && { requestState }) };
  const meta = { [SERVER_INFO]: { name, title, version } };
  return frame`{"resultType":"input_required","_meta":${redact.json(meta)},${membersOf(redact.json(members))}}`;
}

function elicitation(question: UserQuestion): JsonObject {
  return {
    method: 'elicitation/create',
    params: { mode: 'form', message: question.message, requestedSchema: requestedSchema(question) },
  };
}

/** Undefined where there is none that can be read. */
function answerIn(response: unknown, question: UserQuestion, shared: Shared): JsonObject | ToolFailure | undefined {
  if (!isObject(response)) return undefined;
  const { action, content } = response;
  if (action === 'decline') return declinedByUser();
  if (action === 'cancel')
    return failure('cancelled_by_user', 'The user closed the question.', 'Ask the user before you call again.');
  return action === 'accept' ? valuesIn(content ?? {}, question, shared) : undefined;
}

/** Only the fields of the form, where they fit. */
function valuesIn(content: unknown, question: UserQuestion, { compile }: Shared): JsonObject | undefined {
  if (!isObject(content)) return undefined;
  const own = Object.entries(content).filter(([name]) => Object.hasOwn(question.fields, name));
  const schema = requestedSchema(question);
  const checked = compile(schema, schema)(Object.fromEntries(own));
  return 'issues' in checked ? undefined : (checked.value as JsonObject);
}

/** A request of the server's own, on the way of the answer. */
function liveDialog(asker: AskedClient, shared: Shared): Dialog {
  return async (questions, { state }, signal) => {
    const answers: Record<string, JsonObject> = {};
    for (const [key, question] of Object.entries(questions)) {
      const answer = await askLive(question, asker, shared, signal);
      if (isFailure(answer)) return answer;
      answers[key] = answer;
    }
    return { answers, ...(state !== undefined && { state }) };
  };
}

async function askLive(
  question: UserQuestion,
  asker: AskedClient,
  shared: Shared,
  signal: AbortSignal,
): Promise<JsonObject | ToolFailure> {
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const message = await exchange(question, asker, shared, signal);
    if (isFailure(message)) return message;
    if (message === undefined) return notAnswered();
    const answer = answerIn(message['result'], question, shared);
    if (answer) return answer;
    if (!isObject(message['result']))
      return failure('cannot_ask', 'The client could not ask the user.', 'Ask the user in the conversation.');
  }
  return notAnswered();
}

function notAnswered(): ToolFailure {
  return failure('not_answered', 'The user did not answer.', 'Ask the user whether to go on, then call again.');
}

/** The response of the client; undefined where there was none in time. */
function exchange(
  question: UserQuestion,
  { outlet, lasting }: AskedClient,
  { redact, waiting }: Shared,
  signal: AbortSignal,
): Promise<Members | ToolFailure | undefined> {
  const id = `ask-${crypto.randomUUID()}`;
  const { method, params } = elicitation(question);
  return new Promise((resolve) => {
    const close = (outcome: Members | ToolFailure | undefined): void => {
      waiting.delete(id);
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      resolve(outcome);
    };
    const cancel = (): void => {
      const over = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } };
      outlet.send(redact.json(over));
      close(callCancelled());
    };
    const timer = lasting ? undefined : setTimeout(() => close(undefined), ANSWER_MS);
    waiting.set(id, close);
    signal.addEventListener('abort', cancel);
    outlet.send(redact.json({ jsonrpc: '2.0', id, method: method ?? '', params: params ?? {} }));
  });
}
