/** The door of a server with `auth:`: its metadata (RFC 9728), who enters with which token, and what each may call. */
import { isPrivateWay } from './authority.ts';
import { decodedOr } from '../language/percent-encode.ts';
import type { AuthDescriptor, ToolAccess } from '../descriptor/auth-descriptor.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import { ownMember } from '../language/json.ts';
import { textOf } from '../language/template.ts';
import type { Request } from '../protocol/message.ts';
import { matchUri } from '../language/uri-template.ts';
import type { Redact } from '../redaction/redact.ts';
import { frame } from '../redaction/redacted.ts';
import { type SetVariables, neededVariables } from '../server/environment.ts';
import type { Log } from '../server/log.ts';
import { type CallUser, UNNAMED } from '../server/user.ts';
import {
  type Enter,
  type FindVisitor,
  type Header,
  type PlainReply,
  type Visitor,
  bearerIn,
  plainReply,
} from '../transport/http-guard.ts';
import type { noteCaller } from './callers.ts';
import type { createIntrospection } from './introspection.ts';
import { type TokenVerdict, createVerifier } from './verifier.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** What shows no more than the list of tools does. */
const OPEN: ReadonlySet<string> = new Set(['initialize', 'ping', 'server/discover', 'tools/list']);

export interface Door {
  readonly enter: Enter;
  /** Why what a message requests is not done. */
  readonly permit: (request: Request, user: CallUser | undefined) => PlainReply | undefined;
  /** The metadata, where the path is one of theirs. */
  readonly describe: (method: string, path: string) => PlainReply | undefined;
}

interface DoorOptions {
  readonly server: ServerDescriptor;
  readonly env: SetVariables;
  readonly log: Log;
  readonly redact: Redact;
  /** The public URL of the endpoint. */
  readonly url: () => string;
  /** Finds the tokens of the server's own, which open everything. */
  readonly find?: FindVisitor | undefined;
  readonly introspect?: typeof createIntrospection | undefined;
  readonly noteCaller?: typeof noteCaller | undefined;
}

/** Throws where a variable that `auth:` needs is not set. */
export function openDoor(descriptor: AuthDescriptor, options: DoorOptions): Door {
  const { env, log, url, find, introspect, server, noteCaller } = options;
  const auth = servedScopes(fillTemplates(descriptor, env), server.tools);
  const { scopes, challenge, tools } = auth;
  const isLazy = server.tools.some(({ name }) => ownMember(tools, name) === 'public');
  const own = (): readonly string[] => [url(), new URL(url()).href];
  const verify = createVerifier({ auth, own, log: (line) => log(line, 'warn'), introspect });
  const refuse = createRefusals(url);
  const enter = (user: CallUser, header: Header): Visitor => ({
    user: noteCaller?.(user, header, auth.headers) ?? user,
  });
  const admit = (verdict: TokenVerdict, header: Header): Visitor | PlainReply => {
    if (verdict === undefined) return undecided;
    return typeof verdict === 'string' ? refuse(401, challenge, 'invalid_token', verdict) : enter(verdict.user, header);
  };
  return {
    enter(header) {
      const token = bearerIn(header);
      const visitor = token === '' ? undefined : find?.(token);
      if (visitor) return enter(visitor.user ?? UNNAMED, header);
      if (token === '') return isLazy && header('authorization') === undefined ? {} : refuse(401, challenge);
      const verdict = verify(token);
      return verdict instanceof Promise ? verdict.then((late) => admit(late, header)) : admit(verdict, header);
    },
    permit(request, user) {
      const access = accessOf(request, tools, isLazy, server.resources);
      if (access === 'public' || user?.issuer === '') return undefined;
      if (user === undefined) return refuse(401, [...challenge, ...access]);
      if (access.every((scope) => user.scopes.includes(scope))) return undefined;
      const granted = scopes.filter((scope) => user.scopes.includes(scope));
      return refuse(403, [...granted, ...access], 'insufficient_scope', 'The tool needs more scopes.');
    },
    describe: createMetadata(auth, options),
  };
}

/** Without the scopes that only hidden tools need: a user should not be asked to grant them. */
function servedScopes(auth: AuthDescriptor, served: ServerDescriptor['tools']): AuthDescriptor {
  const neededBy = (isServed: boolean): ReadonlySet<string> => {
    const those = Object.entries(auth.tools).filter(([name]) => served.some((one) => one.name === name) === isServed);
    return new Set(those.flatMap(([, access]) => (typeof access === 'string' ? [] : access)));
  };
  const [needed, others] = [neededBy(true), neededBy(false)];
  const isServed = (scope: string): boolean => needed.has(scope) || !others.has(scope);
  return { ...auth, scopes: auth.scopes.filter(isServed), challenge: auth.challenge.filter(isServed) };
}

type Refuse = (status: 401 | 403, needed: readonly string[], error?: string, reason?: string) => PlainReply;

/** Challenges (RFC 6750 §3, RFC 9728 §5.1); no error where no token was sent. */
function createRefusals(url: () => string): Refuse {
  return (status, needed, error = '', reason = '') => {
    const { origin, pathname } = new URL(url());
    const place: Parameter = ['resource_metadata', origin + WELL_KNOWN + (pathname === '/' ? '' : pathname)];
    const scope: Parameter = ['scope', [...new Set(needed)].join(' ')];
    const what: Parameter = ['error', error];
    const parts = [...(status === 403 ? [what, scope, place] : [place, scope, what]), ['error_description', reason]];
    // A parameter without text is left out (RFC 6750 §3).
    const pairs = parts.flatMap(([name, value]) => (value === '' ? [] : `${name}="${value}"`));
    const text = status === 401 ? frame`An access token is required.` : frame`The access token lacks a scope.`;
    return plainReply(status, text, { 'WWW-Authenticate': `Bearer ${pairs.join(', ')}` });
  };
}

/** The metadata at the path of the endpoint, of its public URL and at the root. */
function createMetadata(auth: AuthDescriptor, { server, redact, url }: DoorOptions): Door['describe'] {
  const { issuer, scopes } = auth;
  return (method, path) => {
    if (!path.startsWith(WELL_KNOWN)) return undefined;
    const places = ['', '/mcp', new URL(url()).pathname].map((one) => WELL_KNOWN + one.replace(/\/$/, ''));
    if (!places.includes(path.replace(/\/$/, ''))) return undefined;
    if (method === 'OPTIONS') return plainReply(204, frame``, SHARED);
    const metadata = {
      resource: url(),
      authorization_servers: [issuer],
      ...(scopes.length > 0 && { scopes_supported: scopes }),
      bearer_methods_supported: ['header'],
      resource_name: server.title,
    };
    const headers = { ...SHARED, 'Content-Type': 'application/json', 'Cache-Control': 'max-age=3600' };
    return plainReply(200, redact.json(metadata), headers);
  };
}

const SHARED = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': '*' };

/** Clients throw a token away that is called invalid, so this is no 401. */
const undecided = plainReply(503, frame`The access token cannot be verified at the moment; retry later.`, {
  'Retry-After': '5',
});

type Parameter = readonly [name: string, text: string];

function accessOf(
  { method, params }: Request,
  tools: AuthDescriptor['tools'],
  isLazy: boolean,
  resources: ServerDescriptor['resources'] = [],
): readonly string[] | 'public' {
  const of = (name: unknown): ToolAccess | undefined => (typeof name === 'string' ? ownMember(tools, name) : undefined);
  const uri = method === 'resources/read' ? String(params['uri']) : undefined;
  // What a resource reads by a tool needs what the tool needs; texts of the server's own are found before.
  const isText = (decoded: string): boolean =>
    resources.some((one) => one.tool === undefined && decodedOr(one.uri) === decoded);
  const reader =
    uri === undefined || isText(decodedOr(uri))
      ? undefined
      : resources.find((one) => one.tool !== undefined && matchUri(one.uri, uri));
  if (method !== 'tools/call' && reader === undefined) return isLazy && OPEN.has(method) ? 'public' : [];
  const own = of(reader ? reader.tool : params['name']);
  const access = own === 'named' ? of(Object(params['arguments'])['name']) : own;
  return access === undefined || access === 'named' ? [] : access;
}

/** Every text of it, with the variables in it. */
function fillTemplates(auth: AuthDescriptor, env: SetVariables): AuthDescriptor {
  const missing = neededVariables(auth).find((name) => !Object.hasOwn(env, name));
  if (missing !== undefined) throw new Error(`The environment variable ${missing} is not set, which \`auth\` needs.`);
  const text = (_key: string, value: unknown): unknown => (typeof value === 'string' ? textOf(value, { env }) : value);
  const filled: AuthDescriptor = JSON.parse(JSON.stringify(auth), text);
  const { issuer, jwks_uri, introspection } = filled;
  for (const [key, url] of Object.entries({ issuer, jwks_uri, 'introspection.url': introspection?.url }))
    if (url !== undefined && !isPrivateWay(url))
      throw new Error(`\`auth\` has the ${key} "${clip(url)}", expected an https URL, or one of this machine.`);
  return filled;
}
