/** Credentials of connections: Basic, and access tokens (OAuth 2.0), which are added when a request is sent. */
import { challengeOf } from '../../credentials/challenge.ts';
import { basicCredentials } from '../../credentials/token-request.ts';
import type { AccessToken } from '../../credentials/token-source.ts';
import { tokensFor } from '../../credentials/tokens.ts';
import type { ConnectionDescriptor } from '../../descriptor/descriptor.ts';
import { textOf } from '../../language/template.ts';
import { hideBy } from '../../redaction/hide.ts';
import { redactAlso } from '../../redaction/redact.ts';
import { isFailure } from '../../server/failure.ts';
import { decodedOr } from '../../language/percent-encode.ts';
import { exchange } from './exchange.ts';
import type { ConnectionTransport, PartContext } from './parts.ts';
import type { Authenticate, OutgoingRequest } from './request.ts';

/** What is in the address is moved to a header, unless another header says otherwise. Tokens are added when the request is sent. */
export const authenticate: Authenticate = (url, { auth }, scope, fields) => {
  if (auth?.basic !== undefined) {
    const name = textOf(auth.basic.user, scope);
    const secret = textOf(auth.basic.password, scope);
    if (name + secret !== '') fields.set('authorization', basicCredentials(name, secret));
  }
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username + password !== '' && !fields.has('authorization'))
    fields.set('authorization', basicCredentials(decodedOr(username), decodedOr(password)));
};

/** Sends requests with an access token, and once more with a new one where the service does not accept it. */
export function tokenSender(connection: ConnectionDescriptor, context: PartContext): ConnectionTransport {
  const { redact, clock, env, server, callerToken } = context;
  const own = Object.entries(server.connections).find(([, one]) => one === connection)?.[0] ?? '';
  const resource = textOf(connection.base_url, { env });
  const source = tokensFor(connection, {
    name: `${server.name}/${own}`,
    resource,
    env,
    clock,
    modules: context,
    callerToken,
  });
  const { hide } = context;
  const withoutTokens = (text: string): string => source.redact().text(text);
  return {
    hide: hideBy((text) => hide?.text(withoutTokens(text)) ?? withoutTokens(text)),
    redact: redactAlso(redact, source.redact),
    async send(request, limits) {
      const { log } = limits.call;
      const token = await source.current(log);
      if (isFailure(token)) return token;
      const received = await exchange(withToken(request, token), limits);
      const challenge = isFailure(received) ? undefined : challengeOf(received);
      if (challenge === undefined) return received;
      const renewed = await source.another(token, challenge, log);
      return isFailure(renewed) ? renewed : exchange(withToken(request, renewed), limits);
    },
  };
}

function withToken(request: OutgoingRequest, token: AccessToken | undefined): OutgoingRequest {
  if (token === undefined) return request;
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${token.text}`);
  return { ...request, headers };
}
