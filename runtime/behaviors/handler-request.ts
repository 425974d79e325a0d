/** Requests of handlers to the connections of their server, over the same exchange as `http:` tools. */
import type { RequestFor } from '../context.ts';
import type { ConnectionDescriptor } from '../descriptor.ts';
import type { Environment } from '../environment.ts';
import { missingVariable, neededVariables } from '../environment.ts';
import type { ToolFailure } from '../failure.ts';
import { isFailure } from '../failure.ts';
import { timedOut } from '../call-failures.ts';
import { parseTemplate } from '../language/template.ts';
import type { ServiceRequest } from '../service.ts';
import { parseJson } from './response.ts';
import { exchange } from './http-exchange.ts';
import type { OutgoingRequest } from './http-request.ts';
import { addQuery, buildHeaders, buildUrl, moveLogin, named } from './http-request.ts';
import { statusOf } from './http.ts';
import type { BehaviorContext } from './run.ts';
import { connectionOf, ownDeadline } from './run.ts';

/** Makes the `request` of calls of one tool. */
export function requestSender(context: BehaviorContext): RequestFor {
  const { server, env, clock, redact } = context;
  return (call) => async (name, request) => {
    const connection = connectionOf(context, name);
    const { base_url, headers, errors, timeout_ms } = connection;
    const needed = neededVariables([base_url, headers, request.path]);
    const outgoing = missingVariable(needed, server.env, env) ?? build(request, connection, env);
    if (isFailure(outgoing)) return outgoing;
    const deadline = Math.min(timeout_ms ?? Infinity, ownDeadline(context));
    const limit = AbortSignal.timeout(deadline);
    const signal = AbortSignal.any([call.signal, limit]);
    const received = await exchange(outgoing, { connection, call: { signal, log: call.log }, clock, deadline });
    if (isFailure(received)) return limit.aborted && !call.signal.aborted ? timedOut(deadline) : received;
    return { ...received, json: parseJson(received.text), failure: statusOf(received, [errors], redact) };
  };
}

function build(
  { method = 'GET', path, values, query, headers, json }: ServiceRequest,
  connection: ConnectionDescriptor,
  env: Environment,
): OutgoingRequest | ToolFailure {
  const url = buildUrl(parseTemplate(connection.base_url), parseTemplate(path), { ...values, env });
  const fields = buildHeaders(named(connection.headers), { env });
  if (isFailure(url)) return url;
  if (isFailure(fields)) return fields;
  moveLogin(url, fields);
  addQuery(url, Object.entries(query ?? {}));
  if (json !== undefined) fields.set('content-type', 'application/json');
  // A value that is not valid in a header throws here, before anything is sent.
  for (const [name, text] of Object.entries(headers ?? {})) if (text !== undefined) fields.set(name, text);
  return { url, method, headers: fields, body: JSON.stringify(json) };
}
