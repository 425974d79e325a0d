/** Where the tokens of a service come from: its metadata (RFC 9728), then those of its authorization server (RFC 8414, OpenID Connect). */
import { discover, fetchObject } from '../auth/authority.ts';
import type { JsonObject } from '../language/json.ts';
import { isLoopback } from '../transport/http-guard.ts';
import { type Challenge, scopesIn } from './challenge.ts';
import type { Authority } from './token-source.ts';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Throws where nothing is found, or what is found is for another service. The message is the end of a sentence. */
export async function authorityOf(resource: string, challenge: Challenge | undefined): Promise<Authority> {
  const url = new URL(resource);
  const metadata = await resourceMetadata(url, challenge?.metadata ?? '');
  if (metadata === undefined) return withoutMetadata(url);
  const named = String(metadata['resource']);
  if (!isFor(named, url)) throw new Error(`the metadata are for another address (${named.slice(0, 200)})`);
  const [issuer] = textsIn(metadata['authorization_servers']);
  if (issuer === undefined) throw new Error('the metadata name no authorization server');
  reachable(issuer, url);
  const authority = await discover(issuer);
  return { ...readAuthority(issuer, authority, url), resource: named, scopes: textsIn(metadata['scopes_supported']) };
}

/** The authorization server that an author names. Throws where it has no metadata. */
export async function authorityNamed(issuer: string): Promise<Authority> {
  return readAuthority(issuer, await discover(issuer), new URL(issuer));
}

/** At the address that the service names; else below its path, then at its root. */
async function resourceMetadata(url: URL, named: string): Promise<JsonObject | undefined> {
  if (named !== '') return fetchObject(reachable(named, url));
  const path = url.pathname.replace(/\/$/, '');
  const places = new Set([url.origin + WELL_KNOWN + path, url.origin + WELL_KNOWN]);
  for (const place of places) {
    const metadata = await fetchObject(place).catch(() => undefined);
    if (metadata) return metadata;
  }
  return undefined;
}

/** MCP 2025-03-26: the service is its own authorization server, with paths of its own where it has no metadata. */
async function withoutMetadata({ origin }: URL): Promise<Authority> {
  const url = new URL(origin);
  const metadata = await discover(origin)
    .catch(() => discover(url.href))
    .catch(() => undefined);
  const paths = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    code_challenge_methods_supported: ['S256'],
  };
  return readAuthority(String(metadata?.['issuer'] ?? origin), metadata ?? paths, url);
}

function readAuthority(issuer: string, metadata: JsonObject, service: URL): Authority {
  const text = (key: string): string => (typeof metadata[key] === 'string' ? reachable(metadata[key], service) : '');
  const methods = textsIn(metadata['token_endpoint_auth_methods_supported']);
  const token_url = text('token_endpoint');
  if (token_url === '') throw new Error(`${issuer} names no token endpoint`);
  return {
    issuer,
    authorize_url: text('authorization_endpoint'),
    token_url,
    register_url: text('registration_endpoint'),
    scopes: [],
    known: textsIn(metadata['scopes_supported']),
    credentials: methods.includes('client_secret_post') && !methods.includes('client_secret_basic') ? 'body' : 'header',
    isPublicAllowed: methods.length === 0 || methods.includes('none'),
    hasPkce: textsIn(metadata['code_challenge_methods_supported']).includes('S256'),
    namesIssuer: metadata['authorization_response_iss_parameter_supported'] === true,
  };
}

function textsIn(value: unknown): readonly string[] {
  const texts = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  return scopesIn(texts.join(' '));
}

/** A service of the internet must not lead to one of this machine. Throws where it does, and for plain HTTP. */
function reachable(address: string, service: URL): string {
  const { protocol = '', host = '' } = URL.canParse(address) ? new URL(address) : {};
  const isHere = isLoopback(host);
  if (protocol !== 'https:' && !(protocol === 'http:' && isHere))
    throw new Error(`${address.slice(0, 200)} is no https URL`);
  if (isHere && !isLoopback(service.host)) throw new Error(`${address.slice(0, 200)} is an address of this machine`);
  return address;
}

/** The address itself, or one above it (RFC 8707 §2, as clients of MCP take it). */
function isFor(named: string, url: URL): boolean {
  if (!URL.canParse(named)) return false;
  const { origin, pathname } = new URL(named);
  const path = pathname.replace(/\/?$/, '/');
  return origin === url.origin && url.pathname.replace(/\/?$/, '/').startsWith(path);
}
