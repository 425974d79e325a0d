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
import { type CallUser, callerKey } from '../server/user.ts';
import type { Outlet } from '../protocol/progress.ts';
import type { ProcessVariables } from '../server/environment.ts';
import { failure, isFailure } from '../server/failure.ts';
import { instead } from '../server/instead.ts';
import { type Dialog, type PutForm, answerIn, attach, formOf, liveDialog, replyIn, valuesIn } from './live.ts';
import type { FormParams } from './question.ts';
import { type OtherReply, listWithout, missingCapability } from './requires.ts';
import { type CarriedState, type StateCodec, createStateCodec, purposeOf } from './state.ts';

/** The client of a request. */
interface AskedClient {
  readonly outlet: Pick<Outlet, 'send'>;
  readonly lasting?: boolean;
  readonly user?: CallUser | undefined;
  /** In the era of `initialize`: whether its user can be asked. */
  asks?: boolean;
}

export interface Asking {
  /** Of one request; undefined where its user cannot be asked. A reply where that or what it carries is the end of it. */
  readonly dialogFor: (request: Request, asker: AskedClient, modern: boolean) => AttachDialog | OtherReply | undefined;
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

/** Milliseconds for an answer over HTTP: proxies and clients give up after a minute. */
const ANSWER_MS = 55_000;

/** Characters. */
const MIN_KEY = 16;

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
      const { server, redact } = context;
      if (modern) return modernDialog(request, asker, shared) ?? missingCapability(request, server);
      if (request.method === 'initialize') {
        asker.asks = canBeAsked(Object(request.params['capabilities'])) && (isAlone || asker.lasting === true);
      }
      if (!asker.asks) return listWithout(request, server, redact);
      return attach(liveDialog(requestsTo(asker, shared), asker, shared.compile));
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

/** Questions of another server have keys of their own. */
const PASSED = 'passed:';

function modernDialog(request: Request, asker: AskedClient, shared: Shared): AttachDialog | ErrorReply | undefined {
  const { method, params } = request;
  const { inputResponses = {}, requestState, name, uri, arguments: args = {} } = params;
  if (!isObject(inputResponses)) return errorReply(RPC.invalidParams, '"inputResponses" must be an object.');
  if (requestState !== undefined && typeof requestState !== 'string')
    return errorReply(RPC.invalidParams, '"requestState" must be a string.');
  const capabilities = metaOf(params)[CAPABILITIES];
  if (!isObject(capabilities) || !canBeAsked(capabilities)) return undefined;
  const { user } = asker;
  const purpose = purposeOf(method, name ?? uri, args as JsonObject, (user && callerKey(user)) ?? '');
  return attach(roundOf({ inputResponses, requestState, purpose, client: asker }, shared));
}

interface Round {
  readonly inputResponses: Members;
  readonly requestState: string | undefined;
  readonly purpose: string;
  readonly client: object;
}

/** What a request carries of earlier rounds. */
interface Carried {
  readonly read: () => Promise<CarriedState | undefined>;
  /** Answers to all questions of this request: the next round brings only those of the last one. */
  readonly byName: Record<string, JsonObject>;
  /** Ends the request with questions. */
  readonly pause: (forms: Forms, kept: Omit<CarriedState, 'answers'>) => Promise<never>;
}

function carriedBy({ requestState, purpose }: Round, shared: Shared): Carried {
  const { codec } = shared;
  const byName: Record<string, JsonObject> = {};
  return {
    byName,
    async read() {
      const carried = requestState === undefined ? undefined : await codec.read(requestState, purpose);
      if (requestState !== undefined && !carried)
        throw instead(errorReply(RPC.invalidParams, '"requestState" is not valid, or its time is over.'));
      Object.assign(byName, { ...carried?.answers, ...byName });
      return carried;
    },
    async pause(forms, kept) {
      const isEmpty = Object.keys(byName).length === 0 && Object.keys(kept).length === 0;
      const written = isEmpty ? undefined : await codec.write({ answers: byName, ...kept }, purpose);
      throw instead({ kind: 'paused', result: inputRequired(forms, written, shared) });
    },
  };
}

/** One of the rounds in which a request is repeated with answers. */
function roundOf(round: Round, shared: Shared): Dialog {
  const { inputResponses } = round;
  const { compile } = shared;
  const carriedOver = carriedBy(round, shared);
  const { read, byName, pause } = carriedOver;
  const nameOf = namesOfForms();
  return {
    async ask(questions, { state }) {
      const carried = await read();
      const answers: Record<string, JsonObject> = {};
      const isKnown = state === undefined || carried?.state !== undefined;
      const missing: [string, FormParams][] = [];
      for (const [key, question] of Object.entries(questions)) {
        const form = formOf(question);
        const name = nameOf(key, form);
        const answer =
          answerIn(ownMember(inputResponses, name), form, compile) ?? valuesIn(ownMember(byName, name), form, compile);
        if (isFailure(answer)) return answer;
        if (answer) byName[name] = answers[key] = answer;
        if (!answer || !isKnown) missing.push([name, form]);
      }
      if (missing.length > 0) return pause(missing, state === undefined ? {} : { state });
      return { answers, ...(carried?.state !== undefined && { state: carried.state }) };
    },
    passOn: passedIn(round, carriedOver, compile),
  };
}

/** Questions of another server in a round. */
function passedIn(
  { inputResponses, purpose, client }: Round,
  { read, pause }: Carried,
  compile: CompileSchema,
): Dialog['passOn'] {
  return {
    client,
    purpose,
    async earlier() {
      const { passed } = (await read()) ?? {};
      const answers = passedAnswers(inputResponses);
      return passed === undefined && Object.keys(answers).length === 0 ? undefined : { answers, state: passed };
    },
    read: (answer, form) => replyIn(answer, form, compile),
    async ask(questions, state) {
      await read();
      const forms = Object.entries(questions).map(([key, form]) => [PASSED + key, form] as const);
      const passed = state();
      return pause(forms, passed === undefined ? {} : { passed });
    },
  };
}

/**
 * The name of a form in all rounds: its key, with a number where another form already has that name, so that each question
 * gets its own answer. Work that starts again asks in the same order.
 */
function namesOfForms(): (key: string, form: FormParams) => string {
  const named = new Map<string, string>();
  return (key, form) => {
    const id = JSON.stringify([key, form]);
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? key : `${key} (${count})`;
      if (!named.has(name)) named.set(name, id);
      if (named.get(name) === id) return name;
    }
  };
}

/** As they were given; the other server judges them. */
function passedAnswers(inputResponses: Members): Record<string, JsonObject> {
  const answers = Object.entries(inputResponses).flatMap(([key, response]): [string, JsonObject][] => {
    if (!key.startsWith(PASSED) || !isObject(response)) return [];
    const { action, content } = response;
    if (action !== 'accept' && action !== 'decline' && action !== 'cancel') return [];
    const answer = action === 'accept' && isObject(content) ? { action, content: content as JsonObject } : { action };
    return [[key.slice(PASSED.length), answer]];
  });
  return Object.fromEntries(answers);
}

type Forms = readonly (readonly [key: string, form: FormParams])[];

/** MCP 2026-07-28, basic/patterns/mrtr. */
function inputRequired(
  forms: Forms,
  requestState: string | undefined,
  { server: { name, title, version }, redact }: Shared,
): ReturnType<Redact['json']> {
  const requests = forms.map(([key, params]) => [key, { method: 'elicitation/create', params }] as const);
  const members = { inputRequests: Object.fromEntries(requests), ...(requestState !== undefined && { requestState }) };
  const meta = { [SERVER_INFO]: { name, title, version } };
  return frame`{"resultType":"input_required","_meta":${redact.json(meta)},${membersOf(redact.json(members))}}`;
}

/** Requests of the server's own, on the way of the answer. */
function requestsTo({ outlet, lasting }: AskedClient, { redact, waiting }: Shared): PutForm {
  return (params, signal) => {
    const id = `ask-${crypto.randomUUID()}`;
    if (signal.aborted) return Promise.resolve(callCancelled());
    return new Promise((resolve) => {
      const close = (outcome: Awaited<ReturnType<PutForm>>): void => {
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
      waiting.set(id, ({ result }) => close(isObject(result) ? result : NOT_ASKED));
      signal.addEventListener('abort', cancel);
      outlet.send(redact.json({ jsonrpc: '2.0', id, method: 'elicitation/create', params }));
    });
  };
}

const NOT_ASKED = failure('cannot_ask', 'The client could not ask the user.', 'Ask the user in the conversation.');
