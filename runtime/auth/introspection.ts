/** Tokens that only their authorization server can read: it is asked (RFC 7662). */
import { thrownMessage } from '../language/describe.ts';
import type { IntrospectionDescriptor } from '../descriptor/auth-descriptor.ts';
import type { JsonObject } from '../language/json.ts';
import { discover, fetchObject } from './authority.ts';
import { type ClaimRules, type Verified, claimProblem, userOf } from './jwt.ts';

/** Requests at once: a flood of made-up tokens must not become a flood of them. */
const MAX_OPEN = 64;

/** Milliseconds for which what was answered holds. */
const LIFE = 60_000;

/** Asks about one token; a text is why it is not accepted, undefined that there was no answer. */
type Introspect = (token: string, rules: ClaimRules) => Promise<Verified | string | undefined>;

/** Throws where the metadata name none: they may later. */
function endpointIn({ introspection_endpoint: place }: JsonObject): string {
  if (typeof place !== 'string') throw new Error('its metadata name no introspection_endpoint');
  return place;
}

/** `own` are the credentials of this server, and where to send them. */
export function createIntrospection(
  own: IntrospectionDescriptor,
  issuer: string,
  log: (line: string) => void,
): Introspect {
  let open = 0;
  let place = own.url;
  const login = [own.client_id, own.client_secret].map((text) => encodeURIComponent(text)).join(':');
  const headers = { authorization: `Basic ${btoa(login)}`, 'content-type': 'application/x-www-form-urlencoded' };
  return async (token, rules) => {
    if (open >= MAX_OPEN) return undefined;
    open += 1;
    try {
      place ??= endpointIn(await discover(issuer));
      const body = new URLSearchParams({ token, token_type_hint: 'access_token' }).toString();
      const reply = await fetchObject(place, { method: 'POST', headers, body });
      // A member that is null says nothing.
      const claims = Object.fromEntries(Object.entries(reply).filter(([, value]) => value !== null));
      if (claims['active'] !== true) return 'The token is not active.';
      // The authorization server itself says when a token ends; what it does not repeat holds.
      const answered = { iss: issuer, exp: rules.now + LIFE / 1000, ...claims };
      const wrong = claimProblem(answered, rules);
      return wrong ?? { user: userOf(claims, issuer), life: Math.min(LIFE, (answered.exp - rules.now) * 1000) };
    } catch (thrown) {
      log(`${issuer} cannot be asked about a token: ${thrownMessage(thrown)}`);
      return undefined;
    } finally {
      open -= 1;
    }
  };
}
