/** `call.request`: a request of a handler to a connection of its server, as `http:` sends it. */
import type { ConnectionDescriptor } from '../../descriptor/descriptor.ts';
import { missingVariable, neededVariables } from '../../server/environment.ts';
import { type Repeat, type ToolFailure, isFailure, repeatOf } from '../../server/failure.ts';
import type { HandlerMember } from './call.ts';
import { type BehaviorContext, connectionOf, ownDeadline } from '../shared/run.ts';
import type { JsonObject } from '../../language/json.ts';
import { parseTemplate } from '../../language/template.ts';
import type { ServiceRequest } from '../../server/service.ts';
import { casesFor } from '../shared/failure-cases.ts';
import { parseJson } from '../shared/response.ts';
import { isRead, sendWithin, textIn } from '../http/exchange.ts';
import {
  encodePairs,
  repeatedPairs,
  type OutgoingRequest,
  WHOLE,
  buildHeaders,
  buildUrl,
  namedTemplates,
  needsLogin,
} from '../http/request.ts';
import { partOf, transportFor } from '../http/parts.ts';
import { statusOf } from '../http/http.ts';

/** Makes the `request` of calls of one tool. */
export function requestSender(context: BehaviorContext): HandlerMember<'request'> {
  const { server, tool, env, clock } = context;
  return (call) => async (name, request) => {
    const connection = connectionOf(context, name);
    const { base_url, headers, auth, errors } = connection;
    const { send, redact, hide } = transportFor(connection, context);
    const needed = neededVariables([base_url, headers, auth, request.path]);
    const user = context.userValues?.scope(headers, call.user, context.callerValues) ?? {};
    if (isFailure(user)) return user;
    const outgoing = missingVariable(needed, server.env, env) ?? build(request, connection, context, user);
    if (isFailure(outgoing)) return outgoing;
    const deadline = ownDeadline(context);
    const repeat: Repeat = isRead(outgoing.method) ? 'harmless' : repeatOf(tool);
    const received = await sendWithin(send, outgoing, { connection, call, clock, deadline, repeat, reach: 'unsent' });
    if (isFailure(received)) return received;
    const hidden = (plain: string): string => hide?.text(plain) ?? plain;
    const decoded = textIn(received);
    // Bytes need not be text.
    const text = isFailure(decoded) ? '' : hidden(decoded);
    return {
      status: received.status,
      headers: new Headers([...received.headers].map(([key, value]) => [key, hidden(value)])),
      text,
      // Most handlers never read them.
      get bytes() {
        return hide?.bytes(received.bytes) ?? received.bytes;
      },
      json: parseJson(text),
      failure: statusOf(received, text, { tables: [errors], cases: casesFor(context, errors), redact, repeat }),
    };
  };
}

function build(
  { method = 'GET', path, values, query, headers, json }: ServiceRequest,
  connection: ConnectionDescriptor,
  context: BehaviorContext,
  user: JsonObject,
): OutgoingRequest | ToolFailure {
  const { env } = context;
  const url = buildUrl(parseTemplate(connection.base_url), parseTemplate(path), { ...values, env });
  const fields = buildHeaders(namedTemplates({ ...WHOLE, ...connection.headers }), { ...user, env });
  if (isFailure(url)) return url;
  if (isFailure(fields)) return fields;
  if (needsLogin(url, connection)) partOf(context, 'login')(url, connection, { env }, fields);
  url.search = encodePairs(Object.entries(query ?? {}).flatMap(([name, value]) => repeatedPairs(name, value)));
  if (json !== undefined) fields.set('content-type', 'application/json');
  // A value that is not valid in a header throws here, before anything is sent.
  for (const [name, text] of Object.entries(headers ?? {})) if (text !== undefined) fields.set(name, text);
  return { url, logPath: path, method, headers: fields, body: JSON.stringify(json) };
}
