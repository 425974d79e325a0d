/** Behaviour `http`: one request, one answer. */
import type { ConnectionDescriptor, HttpBehaviour } from '../descriptor.ts';
import { missingVariable, neededVariables } from '../environment.ts';
import type { ToolFailure } from '../failure.ts';
import { failure, isFailure } from '../failure.ts';
import type { JsonObject } from '../language/json.ts';
import { isObject, ownMember } from '../language/json.ts';
import type { Schema } from '../language/schema.ts';
import type { Answer } from './answer.ts';
import { parseJson, tabledFailure, toldFailure } from './answer.ts';
import type { Received } from './http-exchange.ts';
import { exchange } from './http-exchange.ts';
import { compileRequest } from './http-request.ts';
import { statusFailure } from './http-status.ts';
import { compileResult, needsJson } from './result.ts';
import type { Run, Workshop } from './run.ts';
import { deadlineOf } from './run.ts';
import { translate } from './translate.ts';

/** Builds the work of an `http` tool: request → answer → status → told failures → data. */
export function httpRun(behaviour: HttpBehaviour, workshop: Workshop): Run {
  const { server, tool, env, clock } = workshop;
  const connection = ownMember(server.connections, behaviour.connection);
  if (connection === undefined) throw new Error(`no connection is named "${behaviour.connection}"`);
  const { path, query, headers, json, text } = behaviour;
  const needed = neededVariables([connection.base_url, connection.headers, path, query, headers, json, text]);
  const deadline = deadlineOf(workshop);
  const build = compileRequest(behaviour, connection);
  const finish = compileFinish(behaviour, ownMember(tool.outputSchema.properties, 'data'));
  return async (args, call) => {
    const missing = missingVariable(needed, server.env, env);
    if (missing !== undefined) return missing;
    const request = build({ ...translate(args, behaviour.translate), env });
    if (isFailure(request)) return request;
    const received = await exchange(request, { connection, call, clock, deadline });
    if (isFailure(received)) return received;
    return statusOf(received, behaviour, connection) ?? finish(received, args);
  };
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

function notJson(): ToolFailure {
  return failure(
    'bad_response',
    'The service answered in a form that this tool does not understand.',
    'Try once more; if it happens again, tell the user that the service may have changed.',
  );
}
