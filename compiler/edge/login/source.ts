/** The tokens of a command that reads another MCP server: those of a login, and a login where the server asks for one. */
import type { LoginRequest } from '@haft/runtime';
import { textOf } from '@haft/runtime/language';
import {
  type Authorize,
  type Challenge,
  NotReached,
  authorizeUpstream,
  currentLogin,
  rememberTokens,
  systemClock,
  wireWithTokens,
} from '@haft/runtime/try';
import { Failure } from '../command-line/failure.ts';
import { type LoginOptions, type LoginTarget, logIn } from './log-in.ts';

interface Interactive {
  /** Undefined where no user can be asked. */
  readonly options: LoginOptions | undefined;
  /** Whether a login that is there is used. */
  readonly mayReuse: boolean;
  /** Called with what a token was used for. */
  readonly used: () => void;
}

/** Opens upstreams with `login`; others as servers do. */
export function authorizeByUser({ options, mayReuse, used }: Interactive): Authorize {
  return (name, upstream, endpoint, context) => {
    const request = upstream.auth?.login;
    if (request === undefined) return authorizeUpstream(name, upstream, endpoint, context);
    const { env } = context;
    const target: LoginTarget = { name, resource: endpoint.url.href, request: fillRequest(request, env) };
    const base = { name, resource: target.resource, env, clock: systemClock, modules: context };
    const tokens = rememberTokens(systemClock, async ({ challenge, rejected }, log) => {
      if (mayReuse && challenge?.error !== 'insufficient_scope') {
        const stored = await currentLogin({ login: request }, { ...base, log }, rejected);
        if ('access' in stored) return (used(), stored);
      }
      if (challenge === undefined) return undefined;
      const { access_token: access } = await logInOrLeave(target, options, challenge);
      used();
      return { access };
    });
    return wireWithTokens(endpoint, tokens, () => {});
  };
}

/** With the values of its variables. */
export function fillRequest(request: LoginRequest, env: Readonly<Record<string, string>>): LoginRequest {
  const texts: Readonly<Record<string, string>> = { ...request };
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, textOf(text, { env })]));
}

/** A login that fails is not tried again in another revision of MCP. */
async function logInOrLeave(target: LoginTarget, options: LoginOptions | undefined, challenge: Challenge) {
  try {
    if (options === undefined)
      throw new Failure(
        `"${target.resource}" asks for a login.`,
        `Run \`haft login ${target.resource}\`, then this command again.`,
      );
    return await logIn(target, options, challenge);
  } catch (thrown) {
    if (!(thrown instanceof Failure)) throw thrown;
    throw new NotReached(thrown.message, { cause: thrown });
  }
}

/** A user can be asked at a terminal, or through the program that BROWSER names. */
export function canAskUser(): boolean {
  return process.stdin.isTTY === true || (process.env['BROWSER'] ?? '') !== '';
}
