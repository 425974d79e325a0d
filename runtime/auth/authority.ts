/** The authorization server, as far as a resource server asks it: its metadata (RFC 8414), and its keys. */
import { thrownMessage } from '../language/describe.ts';
import { readCapped } from '../behaviors/shared/read-bytes.ts';
import { type JsonObject, isJsonObject, tryParse } from '../language/json.ts';
import { isLoopback } from '../transport/http-guard.ts';
import { keysFor } from './jwt.ts';

/** Milliseconds. */
const TIMEOUT = 5000;

const MAX_RESPONSE = 256 * 1024;

/** Milliseconds: after which keys are loaded again, and after an attempt until the next one with and without keys. */
const TIMES = { stale: 600_000, again: 30_000, first: 3000 };

/** Whether an address is of https or of this machine, so that no one else reads or changes what is sent. */
export function isPrivateWay(url: unknown): boolean {
  const { protocol = '', host = '' } = typeof url === 'string' && URL.canParse(url) ? new URL(url) : {};
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(host));
}

/** The JSON object at an address: no redirects, 256 KiB, 5 s. Throws with a reason otherwise. */
export async function fetchObject(url: unknown, init: RequestInit = {}): Promise<JsonObject> {
  if (!isPrivateWay(url)) throw new Error(`${String(url)} is no https URL`);
  const signal = AbortSignal.timeout(TIMEOUT);
  const headers = { accept: 'application/json', ...init.headers };
  const response = await fetch(String(url), { ...init, headers, signal, redirect: 'manual' });
  const bytes = await readCapped(response, MAX_RESPONSE);
  if (!response.ok) throw new Error(`${String(url)}: HTTP ${response.status}`);
  if (!bytes) throw new Error(`${String(url)} is larger than 256 KiB`);
  const value = tryParse(new TextDecoder().decode(bytes));
  if (!isJsonObject(value)) throw new Error(`${String(url)} has no JSON object`);
  return value;
}

/** What the authorization server says of itself, at any of the three places. Throws where none names the issuer. */
export async function discover(issuer: string): Promise<JsonObject> {
  const [, origin = '', path = ''] = /^(https?:\/\/[^/]+)(.*?)\/*$/.exec(issuer) ?? [];
  const oidc = '/.well-known/openid-configuration';
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${oidc}${path}`,
    origin + path + oidc,
  ];
  const reasons: string[] = [];
  for (const place of new Set(places)) {
    try {
      const metadata = await fetchObject(place);
      if (metadata['issuer'] === issuer) return metadata;
      reasons.push(`${place} names another issuer`);
    } catch (thrown) {
      reasons.push(thrownMessage(thrown));
    }
  }
  throw new Error(reasons.join('; '));
}

interface KeyOptions {
  readonly issuer: string;
  readonly uri: string | undefined;
  /** Milliseconds that only ever rise. */
  readonly now: () => number;
  /** Called when a set was loaded that is not that of before. */
  readonly changed: () => void;
  readonly log: (line: string) => void;
}

interface Keys {
  /** For the header of a token; undefined where none have ever been loaded. */
  readonly find: (header: JsonObject) => readonly JsonObject[] | undefined;
  readonly isStale: () => boolean;
  /** Whether they were loaded now. One attempt may follow a success at once, for a new key; more would make made-up tokens a flood of requests. */
  readonly load: () => Promise<boolean>;
}

/** Keys are loaded at the first token, kept where the authorization server is down, and requested by all that wait at once. */
export function createKeys({ issuer, uri, now, changed, log }: KeyOptions): Keys {
  let keys: readonly JsonObject[] | undefined;
  let [text, tried, loaded, mayFollow] = ['', -Infinity, -Infinity, false];
  let pending: Promise<boolean> | undefined;
  const load = async (isEarly: boolean): Promise<boolean> => {
    try {
      const set = (await fetchObject(uri ?? (await discover(issuer))['jwks_uri']))['keys'];
      if (!Array.isArray(set)) throw new Error('there is no list of keys');
      keys = set.filter(isJsonObject);
      [loaded, mayFollow] = [now(), !isEarly];
      const before = text;
      text = JSON.stringify(set);
      if (before !== '' && before !== text) changed();
      return true;
    } catch (thrown) {
      log(`the keys of ${issuer} cannot be loaded: ${thrownMessage(thrown)}`);
      return false;
    }
  };
  return {
    find: (header) => keys && keysFor(header, keys),
    isStale: () => now() - loaded > TIMES.stale,
    load() {
      if (pending) return pending;
      const isEarly = now() - tried <= (keys ? TIMES.again : TIMES.first);
      if (isEarly && !mayFollow) return Promise.resolve(false);
      [tried, mayFollow] = [now(), false];
      pending = load(isEarly).finally(() => (pending = undefined));
      return pending;
    },
  };
}
