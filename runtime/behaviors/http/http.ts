/** Behavior `http`: one request to a service, or those of its pages or its job. */
import type { Call } from '../../server/context.ts';
import type { HttpBehavior, HttpStep, ServerDescriptor } from '../../descriptor/descriptor.ts';
import { neededVariables } from '../../server/environment.ts';
import { type Repeat, type ToolFailure, isFailure, repeatOf } from '../../server/failure.ts';
import { ownMember } from '../../language/json.ts';
import { casesFor } from '../shared/failure-cases.ts';
import { emptyLists, isEmpty, notJson, wholeData } from './answer.ts';
import { compileAsk } from './ask.ts';
import { isRead } from './exchange.ts';
import type { MultiRequestCall, StepReply } from './parts.ts';
import { partOf } from './parts.ts';
import { compileRequest } from './request.ts';
import type { ServiceResponse } from '../shared/response.ts';
import { compileResult, needsJson } from '../shared/result.ts';
import {
  type BehaviorContext,
  type BehaviorRunner,
  type PrepareStep,
  type RunTool,
  connectionOf,
  dataSchema,
  inOrder,
  ownDeadline,
} from '../shared/run.ts';
import { translatorFor } from '../shared/translate.ts';

export const http: BehaviorRunner<HttpBehavior> = {
  kind: 'http',
  needs: variablesFor,
  run: httpRun,
  deadline: deadlineOf,
};

function variablesFor(behavior: HttpBehavior, { connections }: ServerDescriptor): readonly string[] {
  const used = [behavior, ...(behavior.before ?? [])].map(({ connection }) => ownMember(connections, connection));
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
function httpRun(behavior: HttpBehavior, given: BehaviorContext): RunTool {
  const context = { ...given, deadline: deadlineOf(behavior, given) };
  const checks = (behavior.before ?? []).map((check) => {
    const cases = casesFor(context, check.fails_when);
    const read = ({ answer }: StepReply): unknown =>
      cases?.hasTestTargets(check.fails_when, answer.json) === false ? notJson('harmless') : undefined;
    return requestStep(check, context, { wantsJson: false, read });
  });
  return inOrder([...checks, requestStep(behavior, context, readerOf(behavior, context))]);
}

type TimedContext = BehaviorContext & { readonly deadline: number };
type OwnKeys = Pick<HttpBehavior, 'max_bytes' | 'redirect' | 'save_to' | 'paging' | 'poll'>;

/** What becomes of a reply without failure. */
interface ReplyReader {
  readonly wantsJson: boolean;
  readonly read: (reply: StepReply, call: Call) => unknown;
  /** Several requests instead of one. */
  readonly multiRequest?: MultiRequestCall | undefined;
}

function readerOf(behavior: HttpBehavior, context: BehaviorContext): ReplyReader {
  const { result, paging, poll, response, redirect } = behavior;
  const schema = dataSchema(context.tool);
  const wantsJson =
    response === undefined && redirect === undefined && (!result || needsJson(result, schema, context.resultRules));
  const map = result && compileResult(result, schema, context.resultRules);
  const multiRequest = paging
    ? partOf(context, 'paging')(paging, result, schema ?? context.tool.outputSchema)
    : poll && partOf(context, 'poll')(poll, connectionOf(context, behavior.connection));
  const readBytes = response === 'bytes' ? partOf(context, 'bytes')(behavior, context) : undefined;
  const lists = emptyLists(schema);
  const repeat = repeatIn(behavior, context);
  const read: ReplyReader['read'] = ({ answer, received }, call) => {
    if (readBytes) return readBytes(received, { args: answer.args, call, data: map?.(answer) });
    const data = map ? map(answer) : wholeData(answer, behavior, repeat);
    return isEmpty(received) && !isFailure(data) ? { ...lists, ...data } : data;
  };
  return { wantsJson, multiRequest, read };
}

function requestStep(
  step: HttpStep & OwnKeys,
  context: TimedContext,
  { wantsJson, read, multiRequest = once }: ReplyReader,
): PrepareStep {
  const { env, clock, deadline } = context;
  const connection = connectionOf(context, step.connection);
  const { multipart, fails_when } = step;
  const build = compileRequest(step, connection, {
    forms: () => partOf(context, 'forms'),
    content: () => partOf(context, 'content'),
    login: () => partOf(context, 'login'),
  });
  const buildMultipart = multipart && partOf(context, 'multipart')(multipart);
  const repeat = repeatIn(step, context);
  const asking = compileAsk(step, connection, context, repeat);
  const cases = casesFor(context, fails_when);
  const translated = translatorFor(context, step.translate);
  const failed = (answer: ServiceResponse): ToolFailure | undefined => {
    if (answer.json === undefined && (wantsJson || fails_when !== undefined)) return notJson(repeat);
    return cases?.reportedFailure(fails_when, answer);
  };
  return (args, call) => {
    const scope = { ...translated(args), env };
    const built = build(scope);
    if (isFailure(built)) return built;
    return async () => {
      const body = buildMultipart ? await buildMultipart(scope, call.signal) : built.body;
      if (isFailure(body)) return body;
      const request = { ...built, body };
      const end = clock.now() + deadline;
      const left = (): number => end - clock.now();
      const ask = asking(args, call, left);
      const finish = (reply: StepReply): unknown => read(reply, call);
      const reply = await multiRequest({ request, scope, ask, failed, call, clock, repeat, left, finish });
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
