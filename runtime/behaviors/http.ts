/** Behavior `http`: one request to a service. */
import type { ErrorTable, HttpBehavior, HttpStep } from '../descriptor.ts';
import { missingVariable, neededVariables } from '../environment.ts';
import type { ToolFailure } from '../failure.ts';
import { failure, isFailure } from '../failure.ts';
import type { JsonObject } from '../language/json.ts';
import { isObject, ownMember } from '../language/json.ts';
import type { Redact } from '../redact.ts';
import type { Answer } from './response.ts';
import { hasTestTargets, readSafely, tabledFailure, reportedFailure } from './response.ts';
import type { Received } from './http-exchange.ts';
import { exchange } from './http-exchange.ts';
import { compileRequest } from './http-request.ts';
import { statusFailure } from './http-status.ts';
import { compileResult, needsJson } from './result.ts';
import type { BehaviorContext, BehaviorRunner, Run } from './run.ts';
import { connectionOf, ownDeadline } from './run.ts';
import type { Step } from './steps.ts';
import { inOrder } from './steps.ts';
import { translate } from './translate.ts';

export const http: BehaviorRunner<HttpBehavior> = { kind: 'http', run: httpRun, deadline: deadlineOf };

/** A connection's time limit is a deadline too: the earlier one holds. */
function deadlineOf({ connection }: HttpStep, context: BehaviorContext): number {
  const own = ownDeadline(context);
  return Math.min(own, ownMember(context.server.connections, connection)?.timeout_ms ?? own);
}

/** Builds the work of an `http` tool: its checks, then request → answer → status → reported failures → data. */
function httpRun({ before = [], result, ...step }: HttpBehavior, given: BehaviorContext): Run {
  const context = { ...given, deadline: deadlineOf(step, given) };
  const schema = ownMember(context.tool.outputSchema.properties, 'data');
  const read = result ? compileResult(result, schema) : wholeAnswer;
  const wantsJson = result === undefined || needsJson(result, schema);
  const checks = before.map((check) => {
    return requestStep(check, context, false, ({ json }) =>
      hasTestTargets(check.fails_when, json) ? undefined : notJson(),
    );
  });
  return inOrder([...checks, requestStep(step, context, wantsJson, read)]);
}

type TimedContext = BehaviorContext & { readonly deadline: number };

function requestStep(step: HttpStep, context: TimedContext, wantsJson: boolean, read: Read): Step {
  const { server, env, clock, redact, deadline } = context;
  const connection = connectionOf(context, step.connection);
  const { path, query, headers, json, text } = step;
  const needed = neededVariables([connection.base_url, connection.headers, path, query, headers, json, text]);
  const build = compileRequest(step, connection);
  return (args, call) => {
    const missing = missingVariable(needed, server.env, env);
    const request = missing ?? build({ ...translate(args, step.translate), env });
    if (isFailure(request)) return request;
    return async () => {
      const received = await exchange(request, { connection, call, clock, deadline });
      if (isFailure(received)) return received;
      const failed = statusOf(received, [step.errors, connection.errors], redact);
      if (failed !== undefined) return failed;
      const answer = answerOf(received, args, redact);
      if (answer.json === undefined && (wantsJson || step.fails_when !== undefined)) return notJson();
      return reportedFailure(step.fails_when, answer) ?? read(answer);
    };
  };
}

/** The failure for a status: with the author's message if there is one, else with the runtime's. */
export function statusOf(
  { status, headers, text }: Received,
  tables: readonly (ErrorTable | undefined)[],
  redact: Redact,
): ToolFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const answer = readSafely(text, redact);
  return tabledFailure(tables, String(status), answer, 'http_error') ?? statusFailure(status, answer.text, headers);
}

/** The result of a response without a failure. */
type Read = (answer: Answer) => unknown;

function wholeAnswer({ json }: Answer): unknown {
  return isObject(json) ? json : notJson();
}

function answerOf({ status, headers, text }: Received, args: JsonObject, redact: Redact): Answer {
  const isEmpty = status === 204 || status === 205;
  const header = (name: string): string | undefined => {
    const value = headers.get(name);
    return value === null ? undefined : redact.text(value);
  };
  const read = readSafely(text, redact);
  return { ...read, ...(isEmpty && { json: {} }), args, header };
}

function notJson(): ToolFailure {
  return failure(
    'bad_response',
    'The service response is not in the expected format.',
    'Retry once. If it fails again, tell the user that the service may have changed.',
  );
}
