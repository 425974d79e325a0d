/** Verifies each token once: by the keys of its issuer or, where the server has its introspection, by asking. */
import { thrownMessage } from '../language/describe.ts';
import { forgetOldest } from '../server/memory.ts';
import type { AuthDescriptor } from '../descriptor/auth-descriptor.ts';
import type { CallUser } from '../server/user.ts';
import { createKeys } from './authority.ts';
import type { createIntrospection } from './introspection.ts';
import {
  type ClaimRules,
  type Jwt,
  MAX_TOKEN,
  type Verified,
  claimProblem,
  headerProblem,
  isSignedBy,
  readJwt,
  userOf,
} from './jwt.ts';

/** Tokens that are remembered. */
const MAX_KNOWN = 1000;

/** Milliseconds for which one is. */
const MAX_LIFE = 300_000;

/** Keys that a token without `kid` is tried with. */
const MAX_KEYS = 8;

/** A text is why a token is not accepted; undefined where that cannot be known now. */
export type TokenVerdict = Pick<Verified, 'user'> | string | undefined;

interface VerifierOptions {
  /** Its templates filled. */
  readonly auth: AuthDescriptor;
  /** The names of this server alone. */
  readonly own: () => readonly string[];
  readonly log: (line: string) => void;
  readonly introspect?: typeof createIntrospection | undefined;
}

/** Answers at once for a token that was verified before. Never throws and never rejects. */
export function createVerifier(options: VerifierOptions): (token: string) => TokenVerdict | Promise<TokenVerdict> {
  let tokens = new Map<string, { readonly user: CallUser; readonly until: number }>();
  const pending = new Map<string, Promise<TokenVerdict>>();
  const check = createCheck(options, () => void (tokens = new Map()));
  const verify = async (token: string): Promise<TokenVerdict> => {
    // With the keys of before, also where others are loaded in the meantime.
    const memory = tokens;
    const verified = await check(token);
    if (typeof verified !== 'object') return verified;
    forgetOldest(memory, MAX_KNOWN);
    memory.set(token, { user: verified.user, until: now() + verified.life });
    return verified;
  };
  const undecided = (thrown: unknown): undefined =>
    void options.log(`a token cannot be checked: ${thrownMessage(thrown)}`);
  return (token) => {
    const entry = tokens.get(token);
    if (entry !== undefined && now() < entry.until) return entry;
    tokens.delete(token);
    if (token.length > MAX_TOKEN) return 'The token is too long.';
    const open =
      pending.get(token) ??
      verify(token)
        .catch(undecided)
        .finally(() => pending.delete(token));
    pending.set(token, open);
    return open;
  };
}

const now = (): number => performance.now();

type Check = (token: string) => Promise<Verified | string | undefined>;

/** Checks a token from the start; `changed` is called when other keys were loaded. */
function createCheck({ auth, own, log, introspect }: VerifierOptions, changed: () => void): Check {
  const { issuer, introspection, scopes } = auth;
  const keys = createKeys({ issuer, uri: auth.jwks_uri, now, changed, log });
  const ask = introspection && introspect?.(introspection, issuer, log);
  const isSigned = async (jwt: Jwt): Promise<boolean> => {
    for (const key of keys.find(jwt.header)?.slice(0, MAX_KEYS) ?? []) if (await isSignedBy(jwt, key)) return true;
    return false;
  };
  const signed = async (jwt: Jwt, life: number): ReturnType<Check> => {
    let isCurrent = keys.isStale() && (await keys.load());
    let isGood = await isSigned(jwt);
    // The issuer may have other keys by now, also under the names of before.
    if (!isGood && !isCurrent && (await keys.load())) [isCurrent, isGood] = [true, await isSigned(jwt)];
    if (isGood) return { user: userOf(jwt.claims, issuer), life };
    const candidates = keys.find(jwt.header);
    if (candidates?.length === 0) return isCurrent ? 'The issuer has no key of this name and algorithm.' : undefined;
    return candidates && 'The signature of the token is not valid.';
  };
  return async (token) => {
    const audience = auth.audience ?? own();
    const rules: ClaimRules = { issuer, scopes, own: own(), audience, now: Date.now() / 1000 };
    if (ask) return ask(token, rules);
    const jwt = readJwt(token);
    if (jwt === undefined) return 'The token is not a JSON Web Token.';
    const life = Math.min(MAX_LIFE, (Number(jwt.claims['exp']) - rules.now) * 1000);
    return headerProblem(jwt.header) ?? claimProblem(jwt.claims, rules) ?? signed(jwt, life);
  };
}
