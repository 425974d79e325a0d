/** Behaviour `http`: one request, one answer. */
import type { Call } from '../context.ts';
import type { ConnectionDescriptor, HttpBehaviour } from '../descriptor.ts';
import { missingVariable, neededVariables } from '../environment.ts';
import type { ToolFailure } from '../failure.ts';
import { authoredFailure, failure, isFailure } from '../failure.ts';
import type { JsonObject } from '../language/json.ts';
import { isObject, ownMember } from '../language/json.ts';
import type { Schema } from '../language/schema.ts';
import type { Answer } from './answer.ts';
import { parseJson, tabledFailure, toldFailure } from './answer.ts';
import type { OutgoingRequest } from './http-request.ts';
import { compileRequest } from './http-request.ts';
import { statusFailure } from './http-status.ts';
import { readCapped } from './read-capped.ts';
import { compileResult, needsJson } from './result.ts';
import type { Run, Workshop } from './run.ts';
import { translate } from './translate.ts';

const MOST_BYTES = 10 * 1024 * 1024;

interface Received {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Builds the work of an `http` tool: request → status → told failures → data. */
export function httpRun(behaviour: HttpBehaviour, { server, tool, env }: Workshop): Run {
  const connection = ownMember(server.connections, behaviour.connection);
  if (connection === undefined) throw new Error(`no connection is named "${behaviour.connection}"`);
  const { path, query, headers, json, text } = behaviour;
  const needed = neededVariables([connection.base_url, connection.headers, path, query, headers, json, text]);
  const build = compileRequest(behaviour, connection);
  const finish = compileFinish(behaviour, ownMember(tool.outputSchema.properties, 'data'));
  return async (args, call) => {
    const missing = missingVariable(needed, server.env, env);
    if (missing !== undefined) return missing;
    const request = build({ ...translate(args, behaviour.translate), env });
    if (isFailure(request)) return request;
    const received = await exchange(request, connection, call);
    if (isFailure(received)) return received;
    return statusOf(received, behaviour, connection) ?? finish(received, args);
  };
}

async function exchange(
  { url, method, headers, body }: OutgoingRequest,
  connection: ConnectionDescriptor,
  call: Call,
): Promise<Received | ToolFailure> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal: call.signal,
      // A redirect could carry the request, and its secrets, to another host.
      redirect: 'manual',
      ...(body !== undefined && { body }),
    });
    const text = await readCapped(response, MOST_BYTES);
    return text === undefined ? tooLarge() : { status: response.status, headers: response.headers, text };
  } catch (thrown) {
    if (call.signal.aborted) return failure('cancelled', 'The call was ended.', 'Call again if it is still needed.');
    call.log(`no answer from ${url.origin}: ${reasonOf(thrown)}`);
    return unreachable(connection);
  }
}

function statusOf(
  { status, headers, text }: Received,
  behaviour: HttpBehaviour,
  connection: ConnectionDescriptor,
): ToolFailure | undefined {
  if (status >= 200 && status < 300) return undefined;
  const tables = [behaviour.errors, connection.errors];
  return tabledFailure(tables, String(status), text, 'http_error') ?? statusFailure(status, text, headers);
}

type Finish = (received: Received, args: JsonObject) => unknown;

function compileFinish(behaviour: HttpBehaviour, schema: Schema | undefined): Finish {
  const { result, fails_when: tests } = behaviour;
  const read = result && compileResult(result, schema);
  const wantsJson = result === undefined || needsJson(result, schema) || tests !== undefined;
  return ({ status, headers, text }, args) => {
    const isEmpty = status === 204 || status === 205;
    const answer: Answer = {
      text,
      json: isEmpty ? {} : parseJson(text),
      args,
      header: (name) => headers.get(name) ?? undefined,
    };
    if (wantsJson && answer.json === undefined) return notJson();
    const told = toldFailure(tests, answer);
    if (told !== undefined) return told;
    if (read !== undefined) return read(answer);
    return isObject(answer.json) ? answer.json : notJson();
  };
}

function unreachable(connection: ConnectionDescriptor): ToolFailure {
  if (connection.on_unreachable !== undefined) return authoredFailure(connection.on_unreachable, 'unreachable');
  return failure(
    'unreachable',
    'The service behind this tool does not answer.',
    'Ask the user whether the program or service is running, then try again.',
  );
}

function tooLarge(): ToolFailure {
  return failure('bad_response', 'The service answered with more than 10 MiB.', 'Ask for less at once.');
}

function notJson(): ToolFailure {
  return failure(
    'bad_response',
    'The service answered in a form that this tool does not understand.',
    'Try once more; if it happens again, tell the user that the service may have changed.',
  );
}

/** The network's own name of the trouble, such as ECONNREFUSED. */
function reasonOf(thrown: unknown): string {
  const cause = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown;
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause ? `${String(cause.code)} ${cause.message}` : cause.message;
}
