/** Passes the questions of another server on to the user of a request, and the answers back (`pass: [elicitation]`). */
import {
  type ClientAnswers,
  type EarlierAnswers,
  type FormParams,
  type PassOn,
  type PassedQuestion,
  type PassedQuestions,
  formField,
} from '../asking/question.ts';
import type { UpstreamDescriptor } from '../descriptor/descriptor.ts';
import { type JsonObject, isObject } from '../language/json.ts';
import { RPC } from '../protocol/message.ts';
import type { Call } from '../server/context.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import { reviewable } from './pass-through/methods.ts';
import { type OnRequest, type RpcOptions, Unfinished } from './rpc.ts';

/** Sends one request to the other server, with these options. */
export type SendAsking = (asking: RpcOptions & { readonly signal: AbortSignal }) => Promise<JsonObject | ToolFailure>;

/** Sends it until there is a result. In MCP 2026-07-28 the call may end with a question, and a later one goes on. */
type PassQuestions = (send: SendAsking, call: Call) => Promise<JsonObject | ToolFailure>;

/** Results in a row that are questions; also where the other server only wants to be asked again. */
const MAX_ROUNDS = 16;

/** Milliseconds in which the user has to answer a server of earlier revisions, whose request stays open meanwhile. */
const MAX_AGE = 600_000;

/** Such requests of all users. */
const MAX_OPEN = 100;

/** Characters of a question as JSON. */
const MAX_LENGTH = 64 * 1024;

/** A request to a server of earlier revisions that waits for the answer of a user. */
interface OpenRequest {
  readonly running: Running;
  readonly question: PassedQuestion;
  readonly purpose: string;
}

/** What the state of a question says: where the answer goes. */
const OPEN = 'open ';
const STATE = 'state ';

/** For the calls of one tool, or the requests of one method; undefined where the upstream does not pass questions on. */
export function createPassing({ pass }: UpstreamDescriptor): PassQuestions | undefined {
  if (!pass?.includes('elicitation')) return undefined;
  const open = new Map<string, OpenRequest>();
  return async (send, call) => {
    const { passOn } = call;
    const client = passOn?.client ?? {};
    if (!passOn) return send({ signal: call.signal, client });
    const { answers = {}, state } = (await passOn.earlier()) ?? {};
    if (state?.startsWith(OPEN) !== true) return inRounds(send, call, passOn, { answers, state }, open);
    const request = open.get(state);
    // The name of a question alone is no right to answer it.
    if (request?.purpose !== passOn.purpose)
      return failure(
        'question_expired',
        'The question of the server behind this one is no longer open.',
        'Ask the user whether to go on, then start again.',
      );
    open.delete(state);
    return follow(request.running, call, passOn, open, { question: request.question, answers });
  };
}

/** A program does not say which request it asks for: all of the one client may be meant, and the first that is free asks. */
export const answerQuestion: OnRequest = ({ id, method, params }, waiting, within) => {
  if (method !== 'elicitation/create' || (typeof id !== 'string' && typeof id !== 'number')) return undefined;
  const candidates = [...waiting].flatMap(([request, one]) =>
    one.client && (within === undefined || within === request) ? one : [],
  );
  const offers = candidates.flatMap(({ onQuestion }) => onQuestion ?? []);
  if (offers.length === 0) return undefined;
  const reply = (members: JsonObject): JsonObject => ({ jsonrpc: '2.0', id, ...members });
  const error = (message: string): JsonObject => reply({ error: { code: RPC.internal, message } });
  if (new Set(candidates.map(({ client }) => client)).size > 1)
    return Promise.resolve(
      error('Several clients wait for this server, and the question does not say whom it is for.'),
    );
  const form = formIn(params);
  if (!form) return Promise.resolve(error('Only forms are passed on.'));
  return new Promise<JsonObject>((answer, reject) => offerTo(offers, { form, answer, reject })).then(
    (result) => reply({ result }),
    ({ message }: Error) => error(message),
  );
};

/** Withdrawn once all requests that it may be for are over. */
function offerTo(
  offers: readonly NonNullable<RpcOptions['onQuestion']>[],
  { form, answer, reject }: Pick<PassedQuestion, 'form' | 'answer' | 'reject'>,
): void {
  const over = new AbortController();
  const settled = new AbortController();
  let waiting = offers.length;
  const question: PassedQuestion = {
    form,
    answer: (reply) => (settled.abort(), answer(reply)),
    reject: (reason) => (settled.abort(), reject(reason)),
    isTaken: false,
    over: over.signal,
    settled: settled.signal,
    leave() {
      waiting -= 1;
      if (waiting > 0) return;
      over.abort();
      question.reject(new Error('The request is over.'));
    },
    offer() {
      question.isTaken = false;
      for (const offer of offers) offer(question);
    },
  };
  question.offer();
}

/** Sends again with the answers, as MCP 2026-07-28 has it. */
async function inRounds(
  send: SendAsking,
  call: Call,
  passOn: PassOn,
  first: EarlierAnswers,
  open: Map<string, OpenRequest>,
): Promise<JsonObject | ToolFailure> {
  let { answers, state } = { ...first, state: first.state?.slice(STATE.length) };
  for (let round = 0; ; round += 1) {
    const hasMore = Object.keys(answers).length > 0 || state !== undefined;
    const params = hasMore && { inputResponses: answers, ...(state !== undefined && { requestState: state }) };
    const running = start((asking) => send({ ...asking, ...(params && { params }) }), passOn);
    try {
      return await follow(running, call, passOn, open);
    } catch (thrown) {
      const next = thrown instanceof Unfinished && round < MAX_ROUNDS ? questionsIn(thrown) : undefined;
      if (!next) throw thrown;
      const { forms, requestState } = next;
      state = requestState;
      const ask = (): ReturnType<PassOn['ask']> =>
        passOn.ask(forms, () => (requestState === undefined ? undefined : STATE + requestState));
      const reply = Object.keys(forms).length === 0 ? {} : await ask();
      if (isFailure(reply)) return reply;
      answers = reply;
    }
  }
}

/** Undefined where it asks for anything but forms. */
function questionsIn({
  type,
  result: { inputRequests = {}, requestState },
}: Unfinished): { readonly forms: PassedQuestions; readonly requestState: string | undefined } | undefined {
  if (type !== 'input_required' || !isObject(inputRequests)) return undefined;
  const forms: Record<string, FormParams> = {};
  for (const [key, request] of Object.entries(inputRequests)) {
    const form = isObject(request) && request['method'] === 'elicitation/create' && formIn(request['params']);
    if (!form) return undefined;
    forms[key] = form;
  }
  return { forms, requestState: typeof requestState === 'string' ? requestState : undefined };
}

/** The types of fields (MCP, client/elicitation). */
const FLAT: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array']);

/** What a person may be shown of it; undefined for anything but a form. */
function formIn(params: unknown): FormParams | undefined {
  if (!isObject(params)) return undefined;
  const { mode = 'form', message, requestedSchema: schema } = params;
  if (mode !== 'form' || typeof message !== 'string' || !isObject(schema)) return undefined;
  const { properties = {}, required = [] } = schema;
  if (!isObject(properties) || !Array.isArray(required)) return undefined;
  const fields = Object.entries(properties).map(([name, field]) => [name, formField(Object(field))] as const);
  if (fields.some(([, { type }]) => !FLAT.has(type))) return undefined;
  // Parsed JSON.
  const form = { mode, message, requestedSchema: { type: 'object', properties: Object.fromEntries(fields), required } };
  return JSON.stringify(form).length > MAX_LENGTH ? undefined : reviewable(form as FormParams, 'instruction');
}

/** A request that may ask before it ends. */
interface Running {
  /** The next question, or undefined once it is over. */
  readonly next: () => Promise<PassedQuestion | undefined>;
  readonly result: Promise<JsonObject | ToolFailure>;
  readonly abort: (reason: unknown) => void;
  readonly isOver: () => boolean;
}

function start(send: SendAsking, { client, hold }: PassOn): Running {
  const controller = new AbortController();
  const offered = new Set<PassedQuestion>();
  const over = new AbortController();
  let wake = (): void => {};
  const onQuestion = (question: PassedQuestion): void => {
    if (!offered.has(question)) question.settled.addEventListener('abort', hold());
    offered.add(question);
    wake();
  };
  const result = send({ signal: controller.signal, client, onQuestion }).finally(() => {
    over.abort();
    for (const question of offered) question.leave();
    wake();
  });
  result.catch(() => {});
  const free = (): PassedQuestion | undefined =>
    [...offered].find(({ isTaken, settled }) => !isTaken && !settled.aborted);
  return {
    async next() {
      while (!over.signal.aborted && !free()) await new Promise<void>((resolve) => (wake = resolve));
      const question = over.signal.aborted ? undefined : free();
      if (question) question.isTaken = true;
      return question;
    },
    result,
    abort: (reason) => controller.abort(reason),
    isOver: () => over.signal.aborted,
  };
}

/** The name of the only question of such a server. */
const ONLY = 'form';

/** Asks what it asks until it is over. */
async function follow(
  running: Running,
  call: Call,
  passOn: PassOn,
  open: Map<string, OpenRequest>,
  resumed?: { readonly question: PassedQuestion; readonly answers: ClientAnswers },
): Promise<JsonObject | ToolFailure> {
  const stop = (): void => running.abort(call.signal.reason);
  if (call.signal.aborted) stop();
  call.signal.addEventListener('abort', stop);
  try {
    let question = resumed?.question ?? (await running.next());
    let early = resumed && passOn.read(resumed.answers[ONLY], resumed.question.form);
    while (question) {
      const current = question;
      const nameOf = (): string => keep(open, { running, question: current, purpose: passOn.purpose });
      const replies = early ? { [ONLY]: early } : passOn.ask({ [ONLY]: current.form }, nameOf, current.over);
      const whenAsked = Promise.resolve(replies).then(
        (reply) => settle(current, reply),
        (thrown: unknown) => {
          // The result of this request may be what its client gets: then another one has to ask.
          if (running.isOver()) current.offer();
          throw thrown;
        },
      );
      // The question may be that of another request: it goes on without this one.
      await Promise.race([whenAsked, running.result]);
      early = undefined;
      question = await running.next();
    }
    return await running.result;
  } finally {
    call.signal.removeEventListener('abort', stop);
  }
}

function settle(question: PassedQuestion, replies: ClientAnswers | ToolFailure): void {
  const answer = isFailure(replies) ? undefined : replies[ONLY];
  if (answer) question.answer(answer);
  else question.reject(new Error(isFailure(replies) ? replies.error : 'The user was not asked.'));
}

/** Until a later call brings the answer. */
function keep(open: Map<string, OpenRequest>, request: OpenRequest): string {
  const name = OPEN + crypto.randomUUID();
  const [oldest] = open.size < MAX_OPEN ? [] : open.keys();
  const end = (one: string): void => {
    const reason = new Error('the user did not answer');
    open.get(one)?.running.abort(reason);
    open.get(one)?.question.reject(reason);
    open.delete(one);
  };
  if (oldest !== undefined) end(oldest);
  open.set(name, request);
  setTimeout(() => end(name), MAX_AGE).unref?.();
  return name;
}
