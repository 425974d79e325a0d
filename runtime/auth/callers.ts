/** What a caller brings besides its message: the token of its user, and headers that the spec names. Neither is a member of `user`. */
import type { CallerHeader } from '../descriptor/auth-descriptor.ts';
import { ownMember } from '../language/json.ts';
import type { RedactFor } from '../redaction/redact.ts';
import { redactFor } from '../redaction/secret-search.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import {
  type ProcessVariables,
  TOKEN_VARIABLE,
  callerVariables,
  headerVariable,
  readEnvironment,
} from '../server/environment.ts';
import { type CallUser, UNNAMED } from '../server/user.ts';
import { type Header, bearerIn } from '../transport/http-guard.ts';

/** For token exchange and for headers of connections alone: no template, handler or log has it. */
export interface Caller {
  /** Empty for a token of the server's own, which no authorization server knows. */
  readonly token: string;
  /** The token of either kind: no header that is sent on may have it. */
  readonly bearer: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

const CALLERS = new WeakMap<CallUser, Caller>();

/** Gives the user of one request, who is the same as before. */
export function noteCaller(
  user: CallUser,
  header: Header,
  headers: Readonly<Record<string, CallerHeader>> = {},
): CallUser {
  const own = { ...user };
  const sent = Object.keys(headers).flatMap((name) => {
    const value = header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const bearer = bearerIn(header);
  const token = user.issuer === '' ? '' : bearer;
  CALLERS.set(own, { token, bearer, headers: Object.fromEntries(sent) });
  return own;
}

/** The caller of a program without HTTP, by its environment. */
function callerIn(server: ServerDescriptor, variables: ProcessVariables): Caller {
  const set = readEnvironment(callerVariables(server), variables);
  const headers = Object.keys(server.auth?.headers ?? {}).flatMap((name) => {
    const value = set[headerVariable(name)]?.trim();
    return value === undefined ? [] : [[name, value] as const];
  });
  const token = (set[TOKEN_VARIABLE] ?? '').trim().replace(/^bearer +/i, '');
  return { token, bearer: token, headers: Object.fromEntries(headers) };
}

/** As the user of its calls; undefined where the environment has nothing of a caller. */
export function callerHere(server: ServerDescriptor, variables: ProcessVariables): CallUser | undefined {
  const caller = callerIn(server, variables);
  if (caller.token === '' && Object.keys(caller.headers).length === 0) return undefined;
  const user = { ...UNNAMED };
  CALLERS.set(user, caller);
  return user;
}

/** In the place of `redactFor`: looks for what these variables have, too. */
export const redactWithCaller: RedactFor = (server, variables, tokens = []) => {
  const caller = callerIn(server, variables);
  return redactFor(server, variables, [...tokens, caller.token, ...secretHeaders(caller, server)]);
};

/** The values of headers that are secrets. */
export function secretHeaders({ headers }: Caller, { auth }: ServerDescriptor): readonly string[] {
  return Object.entries(auth?.headers ?? {}).flatMap(([name, { secret }]) =>
    secret ? (ownMember(headers, name) ?? []) : [],
  );
}

/** Undefined where the call has come without a token, and without variables of its caller. */
export function callerOf(user: CallUser | undefined): Caller | undefined {
  return user && CALLERS.get(user);
}

/** The value of a header; undefined where the caller has sent none. */
export function headerOf(caller: Caller | undefined, name: string): string | undefined {
  return ownMember(caller?.headers ?? {}, name.toLowerCase()) || undefined;
}
