/** Behavior `http`: one request to a service, or those of its pages or its job, and how their responses are read. */
import type { Call } from '../../server/context.ts';
import type {
  ConnectionDescriptor,
  ErrorTable,
  HttpBehavior,
  HttpStep,
  ServerDescriptor,
} from '../../descriptor/descriptor.ts';
import { neededVariables } from '../../server/environment.ts';
import {
  type Reach,
  type Repeat,
  type ToolFailure,
  isFailure,
  repeatOf,
  failUnverified,
} from '../../server/failure.ts';
import { type JsonObject, ownMember } from '../../language/json.ts';
import { type FailureCases, casesFor } from '../shared/failure-cases.ts';
import { answerOf, emptyLists, isEmpty, notJson, wholeData } from './answer.ts';
import { type RawResponse, isRead, textIn } from './exchange.ts';
import {
  type MultiRequestCall,
  type PartContext,
  type SendFollowUp,
  type StepReply,
  partOf,
  transportFor,
} from './parts.ts';
import { compileRequest } from './request.ts';
import { type ServiceResponse, readSafely } from '../shared/response.ts';
import { compileResult, needsJson } from '../shared/result.ts';
import {
  type BehaviorContext,
  type BehaviorRunner,
  type PrepareStep,
  type RunTool,
  connectionOf,
  dataSchema,
  checkedWork,
  withLets,
  ownDeadline,
} from '../shared/run.ts';
import { translatorFor } from '../../language/translate.ts';
import type { Redact } from '../../redaction/redact.ts';
import { joinSentences } from '../../server/message-text.ts';
import { secondsIn, statusFailure } from './failures.ts';

export const http: BehaviorRunner<HttpBehavior> = {
  kind: 'http',
  needs: variablesFor,
  run: httpRun,
  deadline: deadlineOf,
};

function variablesFor(behavior: HttpBehavior, { connections }: ServerDescriptor): readonly string[] {
  const { before = [], verify = [] } = behavior;
  const used = [behavior, ...before, ...verify].map(({ connection }) => ownMember(connections, connection));
  return neededVariables([...used, behavior]);
}

/** A connection's time limit is a deadline too: the earlier one holds. Several requests have the time of the tool. */
function deadlineOf(behavior: HttpBehavior, context: BehaviorContext): number {
  const own = ownDeadline(context);
  const { connection, paging, poll } = behavior;
  if (paging !== undefined || poll !== undefined) return own;
  return Math.min(own, ownMember(context.server.connections, connection)?.timeout_ms ?? own);
}

/** Builds the work of an `http` tool: its checks, then request → response → status → reported failures → data. */
function httpRun(behavior: HttpBehavior, setting: BehaviorContext): RunTool {
  const context = { ...setting, deadline: deadlineOf(behavior, setting) };
  const work = requestStep(behavior, context, readerOf(behavior, context));
  const prepareCheck = (check: HttpStep, judge: (answer: ServiceResponse) => unknown): PrepareStep =>
    requestStep(check, context, { wantsJson: false, read: ({ answer }) => judge(answer) });
  return checkedWork(behavior, context, work, prepareCheck, notJson('harmless'));
}

type TimedContext = BehaviorContext & { readonly deadline: number };
type SentStep = HttpStep & Pick<HttpBehavior, 'max_bytes' | 'redirect' | 'paging' | 'poll'>;

/** How a reply without failure is read. */
interface ReplyReader {
  readonly wantsJson: boolean;
  readonly read: (reply: StepReply, call: Call) => unknown;
  /** Several requests instead of one. */
  readonly multiRequest?: MultiRequestCall | undefined;
}

function readerOf(behavior: HttpBehavior, context: BehaviorContext): ReplyReader {
  const { result, paging, poll, response, redirect } = behavior;
  const schema = dataSchema(context.tool);
  const wantsJson = response === undefined && redirect === undefined && (!result || needsJson(result, schema, context));
  const map = result && compileResult(result, schema, context);
  const multiRequest = paging
    ? partOf(context, 'paging')(paging, result, schema ?? context.tool.outputSchema)
    : poll && partOf(context, 'poll')(poll, connectionOf(context, behavior.connection), context.tool.on_timeout);
  const readBytes = response === 'bytes' ? partOf(context, 'bytes')(behavior, context) : undefined;
  const lists = emptyLists(schema);
  const repeat = repeatIn(behavior, context);
  const readData = (answer: ServiceResponse, received: StepReply['received'], call: Call): unknown => {
    if (readBytes) return readBytes(received, { args: answer.args, call, data: map?.(answer) });
    const data = map ? map(answer) : wholeData(answer, behavior, repeat);
    return isEmpty(received) && !isFailure(data) ? { ...lists, ...data } : data;
  };
  const readAll = withLets(behavior.let, context, readData, failUnverified);
  return { wantsJson, multiRequest, read: ({ answer, received }, call) => readAll(answer, received, call) };
}

function requestStep(
  step: SentStep,
  context: TimedContext,
  { wantsJson, read, multiRequest = once }: ReplyReader,
): PrepareStep {
  const { env, clock, deadline } = context;
  const connection = connectionOf(context, step.connection);
  const { multipart, fails_when } = step;
  const isJson = wantsJson || (step.response === undefined && fails_when !== undefined);
  const build = compileRequest(step, connection, {
    forms: () => partOf(context, 'forms'),
    content: () => partOf(context, 'content'),
    login: () => partOf(context, 'login'),
    isJson,
  });
  const buildMultipart = multipart && partOf(context, 'multipart')(multipart);
  const repeat = repeatIn(step, context);
  const asking = compileAsk(step, connection, context, repeat);
  const cases = casesFor(context, fails_when);
  const translated = translatorFor(context, step.translate);
  const failed = (answer: ServiceResponse): ToolFailure | undefined =>
    answer.json === undefined && isJson ? notJson(repeat) : cases?.reportedFailure(fails_when, answer);
  return (args, call) => {
    const scope = { ...translated(args), env };
    const built = build(scope);
    if (isFailure(built)) return built;
    return async () => {
      const body = buildMultipart ? await buildMultipart(scope, call.signal) : built.body;
      if (isFailure(body)) return body;
      const request = { ...built, body };
      const end = clock.now() + deadline;
      const remaining = (): number => end - clock.now();
      const ask = asking(args, call, remaining);
      const finish = (reply: StepReply): unknown => read(reply, call);
      const reply = await multiRequest({ request, scope, ask, failed, call, clock, repeat, left: remaining, finish });
      return isFailure(reply) ? reply : finish(reply);
    };
  };
}

/** A read is harmless, whatever the tool does besides it. */
function repeatIn({ method }: HttpStep, { tool }: BehaviorContext): Repeat {
  return isRead(method) ? 'harmless' : repeatOf(tool);
}

const once: MultiRequestCall = async ({ request, ask, failed }) => {
  const reply = await ask(request);
  return isFailure(reply) ? reply : (failed(reply.answer) ?? reply);
};

/** Makes the requests of one call, and reads the responses as the step says; `left`: how many milliseconds it still has. */
function compileAsk(
  step: SentStep,
  connection: ConnectionDescriptor,
  context: PartContext,
  repeat: Repeat,
): (args: JsonObject, call: Call, left: () => number) => SendFollowUp {
  const { send, redact } = transportFor(connection, context);
  const { response, max_bytes: maxBytes, redirect } = step;
  const readMode = (response ?? redirect) === undefined ? undefined : partOf(context, 'modes');
  const within = (step.paging ?? step.poll) === undefined ? undefined : partOf(context, 'sendWithin');
  const tables = [step.errors, connection.errors];
  const cases = casesFor(context, ...tables);
  return (args, call, remaining) => {
    let reach: Reach = 'unsent';
    return async (request) => {
      const limits = { connection, call, clock: context.clock, deadline: remaining(), repeat, reach };
      const outgoing = { ...request, maxBytes, follow: redirect === undefined };
      // The deadline of the call is that of a single request; several have a limit each.
      const received = await (within?.(send, outgoing, limits) ?? send(outgoing, limits));
      if (isFailure(received)) return received;
      reach = 'sent';
      const read = readMode?.(received, step, { url: request.url, args, redact });
      if (read !== undefined) return isFailure(read) ? read : { answer: read, received };
      const text = textIn(received);
      if (isFailure(text)) return text;
      const failed = statusOf(received, text, { tables, cases, redact, args, repeat });
      return failed ?? { answer: answerOf(received, text, args, redact), received };
    };
  };
}

interface StatusContext {
  readonly tables: readonly (ErrorTable | undefined)[];
  readonly cases: FailureCases | undefined;
  readonly redact: Redact;
  readonly args?: JsonObject;
  readonly repeat: Repeat;
}

/** The failure for a status: with the author's message if there is one, else with the runtime's. */
export function statusOf(
  { status, headers }: RawResponse,
  text: string,
  { tables, cases, redact, repeat, args = {} }: StatusContext,
): ToolFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const answer = { ...readSafely(text, redact), args, isService: true as const };
  const keys = [String(status), `${Math.floor(status / 100)}xx`, 'default'];
  const authored = cases?.tabledFailure(tables, keys, answer, 'http_error');
  if (authored === undefined) return statusFailure(status, answer.text, headers, repeat);
  const wait = secondsIn(headers, 'retry-after');
  if (wait === undefined) return authored;
  return { ...authored, retry_hint: joinSentences(authored.retry_hint, `The service requires a pause of ${wait} s.`) };
}
