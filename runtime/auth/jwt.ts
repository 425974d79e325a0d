/** JSON Web Tokens (RFC 7519, RFC 9068): what they say, whether it holds for this server, and their signature. */
import { objectInBase64, tryBase64 } from '../language/encoding.ts';
import type { webcrypto } from 'node:crypto';
import type { JsonObject } from '../language/json.ts';
import type { CallUser } from '../server/user.ts';

/** Characters: longer tokens are not looked at. */
export const MAX_TOKEN = 8192;

/** Seconds by which clocks may differ. */
const SKEW = 60;

/** Base64url characters of the modulus of a 2048-bit key (RFC 7518 §3.3). */
const MIN_MODULUS = 342;

const CURVES: Readonly<Record<string, string>> = { 256: 'P-256', 384: 'P-384', 512: 'P-521' };

/** A token that was read, and of which nothing holds yet. */
export interface Jwt {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  readonly signed: string;
  readonly signature: Uint8Array<ArrayBuffer>;
}

/** A good token; `life`: milliseconds. */
export interface Verified {
  readonly user: CallUser;
  readonly life: number;
}

/** What claims are held against. */
export interface ClaimRules {
  readonly issuer: string;
  /** Accepted audiences; of them `own` name this server alone. */
  readonly audience: readonly string[];
  readonly own: readonly string[];
  readonly scopes: readonly string[];
  /** Seconds since 1970. */
  readonly now: number;
}

/** Reads the three parts; undefined for anything else. */
export function readJwt(token: string): Jwt | undefined {
  const [head = '', body = '', mac = '', ...more] = token.split('.');
  // Base64url without padding (RFC 7515 §2).
  if (more.length > 0 || ![head, body, mac].every((part) => /^[\w-]+$/.test(part))) return undefined;
  const [header, claims, signature] = [objectInBase64(head), objectInBase64(body), tryBase64(mac)];
  return header && claims && signature && { header, claims, signed: `${head}.${body}`, signature };
}

/** Why a token is not accepted whatever its signature; undefined for a good one. */
export function headerProblem({ alg, crit, typ }: JsonObject): string | undefined {
  if (algorithmOf(alg) === undefined) return 'The algorithm of the token is not accepted.';
  if (crit !== undefined) return 'The token has a critical extension.';
  const isToken = typ === undefined || (typeof typ === 'string' && /^(?:application\/)?(?:at\+)?jwt$/i.test(typ));
  return isToken ? undefined : 'The type of the token is not accepted.';
}

/** The same for what the token says. */
export function claimProblem(claims: JsonObject, rules: ClaimRules): string | undefined {
  const { iss, exp, nbf, iat, cnf } = claims;
  const { now } = rules;
  if (iss !== rules.issuer) return 'The token is from another issuer.';
  const wrong = audienceProblem(claims, rules);
  if (wrong !== undefined) return wrong;
  if (typeof exp !== 'number' || !(exp > now - SKEW)) return 'The token is expired.';
  for (const from of [nbf, iat])
    if (from !== undefined && !(typeof from === 'number' && from <= now + SKEW)) return 'The token is not valid yet.';
  // A token that belongs to a key must be used with a proof of it (RFC 9449 §7).
  return cnf === undefined ? undefined : 'The token is bound to a key.';
}

/** Where an audience is not this server alone, an ID token may have it too: only access tokens have scopes. */
function audienceProblem(claims: JsonObject, { audience, own, scopes }: ClaimRules): string | undefined {
  const { aud } = claims;
  const audiences = (Array.isArray(aud) ? aud : [aud]).filter((one) => typeof one === 'string');
  if (!audiences.some((one) => audience.includes(one))) return 'The token is for another audience.';
  const isOwn = audiences.some((one) => own.includes(one));
  return isOwn || scopesOf(claims).some((one) => scopes.includes(one))
    ? undefined
    : 'The token has none of the scopes.';
}

/** From `scope` (RFC 8693 §4.2) or `scp`, each a text or a list. */
function scopesOf({ scope, scp }: JsonObject): readonly string[] {
  const value = scope ?? scp ?? [];
  const all = typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  return all.filter((one): one is string => typeof one === 'string' && one !== '');
}

/** The user of a token that was verified. */
export function userOf(claims: JsonObject, issuer: string): CallUser {
  const client = [claims['client_id'], claims['azp']].find((one) => typeof one === 'string') ?? '';
  const { sub } = claims;
  // The name of a client, or another value as text, could be the name of a user.
  const subject = typeof sub === 'string' ? sub : '';
  return { subject, issuer, client: String(client), scopes: scopesOf(claims), claims };
}

/** As `crypto.subtle` takes it, and what its keys are in a set (RFC 7518). */
export interface KeyAlgorithm {
  readonly kty: string;
  readonly crv?: string | undefined;
  readonly params: {
    readonly name: string;
    readonly hash: string;
    readonly saltLength: number;
    readonly namedCurve: string;
  };
}

/** Never `none`, and never a secret that both sides have. */
export function algorithmOf(alg: unknown): KeyAlgorithm | undefined {
  if (alg === 'EdDSA' || alg === 'Ed25519') return keyAlgorithm('OKP', 'Ed25519', '', 'Ed25519');
  const [, kind, size = ''] = (typeof alg === 'string' && /^(RS|PS|ES)(256|384|512)$/.exec(alg)) || [];
  if (kind === 'ES') return keyAlgorithm('EC', 'ECDSA', size, CURVES[size]);
  return (kind && keyAlgorithm('RSA', kind === 'RS' ? 'RSASSA-PKCS1-v1_5' : 'RSA-PSS', size)) || undefined;
}

function keyAlgorithm(kty: string, name: string, size: string, crv?: string): KeyAlgorithm {
  return { kty, crv, params: { name, hash: `SHA-${size}`, saltLength: Number(size) / 8, namedCurve: crv ?? '' } };
}

/** The keys of a set (RFC 7517) with which a token of this header can be signed. */
export function keysFor({ alg, kid }: JsonObject, keys: readonly JsonObject[]): readonly JsonObject[] {
  const wanted = algorithmOf(alg);
  return keys.filter(
    (key) =>
      key['kty'] === wanted?.kty &&
      key['crv'] === wanted?.crv &&
      (key['use'] ?? 'sig') === 'sig' &&
      (key['alg'] === undefined || key['alg'] === alg || wanted?.kty === 'OKP') &&
      (kid === undefined || key['kid'] === kid),
  );
}

/** Whether the token was signed with the key. Never rejects. */
export async function isSignedBy({ header, signed, signature }: Jwt, key: JsonObject): Promise<boolean> {
  const { params } = algorithmOf(header['alg']) ?? {};
  const { kty, n, e, crv, x, y } = key;
  if (params === undefined || (kty === 'RSA' && (typeof n !== 'string' || n.length < MIN_MODULUS))) return false;
  try {
    // Nothing else of the key may decide what it is good for.
    const plain: webcrypto.JsonWebKey = JSON.parse(JSON.stringify({ kty, n, e, crv, x, y }));
    const verifyKey = await crypto.subtle.importKey('jwk', plain, params, false, ['verify']);
    return await crypto.subtle.verify(params, verifyKey, signature, new TextEncoder().encode(signed));
  } catch {
    return false;
  }
}
