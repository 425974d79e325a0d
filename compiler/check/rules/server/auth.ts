/** `auth:` of a server: it guards all of it, and accepts only what is meant for it. */
import { say } from '../../../base/sentence.ts';
import { originOf } from '../../analysis/base-url-target.ts';
import { rule } from '../../rule.ts';

const SHOP = 'https://login.shop.example';

const authWith = (more: string, transports = 'http'): string =>
  `transports: [${transports}]\nauth: { issuer: "${SHOP}", scopes: { "orders:read": Read orders. }${more} }`;

export const authTransport = rule({
  id: 'server/auth-transport',
  severity: 'error',
  says: '`auth` must guard every way into a server from the network.',
  why: 'Tokens belong to Streamable HTTP. Over stdio `auth` guards nothing, and a stream of HTTP+SSE has no place for the answer that asks for a login.',
  source: 'MCP 2025-11-25, basic/authorization (HTTP only)',
  good: [authWith(''), authWith('', 'stdio, http')],
  bad: [authWith('', 'stdio'), authWith('', 'http, sse')],
  check(server, report) {
    const { auth, transports = ['stdio'], name } = server.spec;
    if (auth === undefined) return;
    if (!transports.includes('http'))
      report(
        ['auth'],
        say`Server "${name}" has \`auth\`, but is not served over HTTP.`,
        'Add `http` to `transports`, or delete `auth`.',
        { part: 'key' },
      );
    else if (transports.includes('sse'))
      report(
        ['transports', transports.indexOf('sse')],
        say`Server "${name}" has \`auth\`, which does not apply to HTTP+SSE.`,
        'Delete `sse`, or serve those clients by a server of their own.',
      );
  },
});

export const authAddress = rule({
  id: 'server/auth-address',
  severity: 'error',
  says: 'The authorization server of `auth` must be reached by https.',
  why: 'Over http, others can answer with keys of their own. A server asks no such address, so that it accepts no token.',
  hint: 'Write its https address.',
  source: 'MCP 2025-11-25, basic/authorization (communication security); RFC 8414 §2',
  good: [authWith(''), authWith('').replace(SHOP, 'http://localhost:8080')],
  bad: [
    authWith('').replace(SHOP, 'http://login.shop.example'),
    authWith(', jwks_uri: "http://login.shop.example/keys"'),
    authWith(', introspection: { client_id: shop, client_secret: "{env.KEY}", url: "http://login.shop.example/ask" }'),
  ],
  check({ spec: { auth } }, report) {
    const { issuer, jwks_uri: keys, introspection } = auth ?? {};
    const addresses = [
      [['auth', 'issuer'], issuer],
      [['auth', 'jwks_uri'], keys],
      [['auth', 'introspection', 'url'], introspection?.url],
    ] as const;
    for (const [path, url] of addresses)
      if (url !== undefined && originOf(url) === 'open to all')
        report(path, `The address "${url}" is not of https, so the server never asks it.`);
  },
});

/** Scopes that a client asks its authorization server for, and no resource server. */
const OF_CLIENTS: ReadonlySet<string> = new Set(['openid', 'offline_access']);

export const authScopes = rule({
  id: 'server/auth-scopes',
  severity: 'error',
  says: 'The scopes of a server must be those of its own tools.',
  why: 'Clients ask for what a server lists. `openid` and `offline_access` are theirs to add, and a scope that does not exist makes every login fail.',
  source: 'MCP 2026-07-28, basic/authorization (scopes_supported); RFC 9728 §2',
  good: [authWith(', effects: { read: ["orders:read"] }'), authWith(', challenge: minimal')],
  bad: [
    authWith('').replace('"orders:read"', 'offline_access'),
    authWith(', effects: { read: ["orders:read"], write: ["orders:write"] }'),
  ],
  check(server, report) {
    const { scopes = {}, effects = {} } = server.spec.auth ?? {};
    for (const scope of Object.keys(scopes).filter((one) => OF_CLIENTS.has(one)))
      report(
        ['auth', 'scopes', scope],
        say`Scope "${scope}" is not for a server.`,
        'Delete it: clients ask for it by themselves.',
        { part: 'key' },
      );
    for (const [effect, wanted] of Object.entries(effects))
      for (const [index, scope] of wanted.entries())
        if (!Object.hasOwn(scopes, scope))
          report(
            ['auth', 'effects', effect, index],
            say`Scope "${scope}" is not declared.`,
            'Add it to `auth.scopes` with what it allows.',
          );
  },
});

/** What a client, a proxy or the protocol sets: none of it is a credential that a user has for another service. */
const OF_PROTOCOL =
  /^(?:authorization|cookie2?|set-cookie|dpop|host|origin|referer|from|date|via|te|trailer|upgrade|connection|keep-alive|transfer-encoding|expect|forwarded|user-agent|range|pragma|cache-control|traceparent|tracestate|baggage|accept|(?:accept|access-control|content|if|last|mcp|proxy|sec|x-forwarded|x-real)-.*)$/i;

/** Names of one variable, in which a caller without HTTP gives the header. */
function variableOf(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

export const authHeaders = rule({
  id: 'server/auth-headers',
  severity: 'error',
  locked: true,
  says: 'A header that a server sends on must be one that a user sets for the service behind it.',
  why: 'Authorization, cookies and what proxies add belong to the server itself. Sent on, they would open it to the service, or let a caller pass for another one.',
  source: 'MCP 2025-11-25, security best practices (token passthrough)',
  good: [
    authWith(', headers: { X-Notes-Key: { description: Key of the notes. } }'),
    authWith(', headers: { X-Region: { description: Region of the shop., secret: false } }'),
  ],
  bad: [
    authWith(', headers: { Authorization: { description: Token of the user. } }'),
    authWith(', headers: { cookie: { description: Session of the user. } }'),
    authWith(', headers: { Proxy-Authorization: { description: Token of the proxy. } }'),
    authWith(', headers: { X-Notes-Key: { description: Key of the notes. }, x-notes-key: { description: The same. } }'),
    authWith(', headers: { X-Notes-Key: { description: Key of the notes. }, X-Notes_Key: { description: Another. } }'),
  ],
  check(server, report) {
    const names = Object.keys(server.spec.auth?.headers ?? {});
    for (const [index, name] of names.entries()) {
      const path = ['auth', 'headers', name];
      if (OF_PROTOCOL.test(name))
        report(
          path,
          say`Header "${name}" is never sent on.`,
          'Use a header of its own, such as X-Notes-Key; for the token of the user, write `exchange:` under `auth:` of the connection.',
          { part: 'key' },
        );
      const first = names.find((one, at) => at < index && variableOf(one) === variableOf(name));
      if (first === undefined) continue;
      const [message, next] =
        first.toLowerCase() === name.toLowerCase()
          ? [say`Header "${name}" is declared twice.`, 'Delete one of them.']
          : [
              say`Headers "${first}" and "${name}" are the same variable where there is no HTTP.`,
              'Rename one of them.',
            ];
      report(path, message, next, { part: 'key' });
    }
  },
});
