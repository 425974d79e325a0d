/** Another MCP server over HTTP that needs a token: a new one once where it rejects one, and its tokens in nothing that it sends. */
import type { Call } from '../server/context.ts';
import { systemClock } from '../server/clock.ts';
import { isFailure } from '../server/failure.ts';
import type { AuthorizeUpstream } from '../upstream/connect.ts';
import { type Endpoint, httpWire } from '../upstream/http.ts';
import { NotReached, type OpenWire } from '../upstream/wire.ts';
import { challengeOf } from './challenge.ts';
import type { TokenSource } from './token-source.ts';
import { tokensFor } from './tokens.ts';

/** For upstreams with `auth:`. */
export const authorizeUpstream: AuthorizeUpstream = (name, upstream, endpoint, context) => {
  const { server, env, log, callerToken } = context;
  const resource = endpoint.url.href;
  const options = { name: `${server.name}/${name}`, resource, env, clock: systemClock, modules: context, callerToken };
  return wireWithTokens(endpoint, tokensFor(upstream, options), log);
};

export function wireWithTokens(endpoint: Endpoint, source: TokenSource, log: Call['log']): OpenWire {
  const hide = (message: unknown): unknown => {
    const redact = source.redact();
    return redact.active ? JSON.parse(redact.json(message)) : message;
  };
  const open = httpWire({ ...endpoint, send: (url, init) => sendWithToken(source, log, url, init) });
  return (events) => open({ ...events, onMessage: (message) => events.onMessage(hide(message)) });
}

/** @throws NotReached where a second token is not accepted either, or there is none: then its cause is the failure. */
async function sendWithToken(source: TokenSource, log: Call['log'], url: URL, init: RequestInit): Promise<Response> {
  let token = await source.current(log);
  for (const sent = { tokens: 0, none: 0 }; ;) {
    if (isFailure(token)) throw new NotReached(token.error.replace(/\.$/, ''), { cause: token });
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token.text}`);
    const response = await fetch(url, { ...init, headers });
    const challenge = challengeOf(response);
    if (challenge === undefined) return response;
    await response.body?.cancel();
    sent[token ? 'tokens' : 'none'] += 1;
    const { status } = challenge;
    if (sent.tokens > 1 || sent.none > 1)
      throw new NotReached(`it rejected two access tokens (status ${status})`, { cause: status });
    token = await source.another(token, challenge, log);
  }
}
