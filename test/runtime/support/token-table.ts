/** Access tokens, good and bad, for whatever verifies them: the same table in Node and on the other platforms. */
import { SignJWT, UnsecuredJWT } from 'jose';
import type { Signer } from './issuer.ts';

export const ALGORITHMS = ['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;

/** What tokens are made with. */
export interface TokenMaker {
  readonly issuer: string;
  readonly audience: string;
  readonly by: (alg: string) => Signer;
  /** Has the id of the key of ES256, and another key. */
  readonly stranger: Signer;
}

export const seconds = (more = 0): number => Math.floor(Date.now() / 1000) + more;

export const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function claimsOf({ issuer, audience }: TokenMaker, more: object = {}): Record<string, unknown> {
  const base = { iss: issuer, aud: audience, sub: 'ada', client_id: 'editor', scope: 'notes:read notes:write' };
  return { ...base, iat: seconds(), exp: seconds(300), ...more };
}

export function signed(maker: TokenMaker, more: object = {}, header: object = {}): Promise<string> {
  return maker.by('ES256').sign(claimsOf(maker, more), header);
}

type Make = (maker: TokenMaker) => string | Promise<string>;

/** `more` when the token is made: its times are those of then. */
const saying =
  (more: () => object, header: object = {}): Make =>
  (maker) =>
    signed(maker, more(), header);

const headed = (header: object): Make => saying(() => ({}), header);

const forAudience =
  (aud: (audience: string) => unknown): Make =>
  (maker) =>
    signed(maker, { aud: aud(maker.audience) });

/** Parts that were never signed. */
const unsigned =
  (...parts: readonly unknown[]): Make =>
  (maker) =>
    parts.map((one) => (one === CLAIMS ? part(claimsOf(maker)) : typeof one === 'string' ? one : part(one))).join('.');

const CLAIMS = {};

export const GOOD: readonly (readonly [name: string, make: Make])[] = [
  ...ALGORITHMS.map(
    (alg) => [`signed with ${alg}`, (maker: TokenMaker) => maker.by(alg).sign(claimsOf(maker))] as const,
  ),
  ['of several audiences', forAudience((audience) => ['https://other.example', audience])],
  ['of the type of RFC 9068', headed({ typ: 'at+jwt' })],
  ['of the type with its prefix', headed({ typ: 'application/at+JWT' })],
  ['of a clock that is 30 s ahead', saying(() => ({ iat: seconds(30), nbf: seconds(30) }))],
  ['that ended 30 s ago', saying(() => ({ exp: seconds(-30) }))],
  ['without the id of a key', headed({ kid: undefined })],
  ['with keys in its header, which are not looked at', headed({ jku: 'https://evil.example', jwk: { kty: 'oct' } })],
  ['with scopes in a list', saying(() => ({ scope: undefined, scp: ['notes:read'] }))],
];

export const BAD: readonly (readonly [name: string, reason: RegExp, make: Make])[] = [
  ['of another issuer', /another issuer/, saying(() => ({ iss: 'https://evil.example' }))],
  ['of its issuer with a slash', /another issuer/, (maker) => signed(maker, { iss: `${maker.issuer}/` })],
  ['without an issuer', /another issuer/, saying(() => ({ iss: undefined }))],
  ['for another audience', /another audience/, forAudience(() => 'https://other.example/mcp')],
  ['for an audience that only starts so', /another audience/, forAudience((audience) => `${audience}/more`)],
  ['for no audience', /another audience/, forAudience(() => undefined)],
  ['for an audience that is an object', /another audience/, forAudience((audience) => ({ [audience]: true }))],
  ['that is expired', /expired/, saying(() => ({ exp: seconds(-90) }))],
  ['that never ends', /expired/, saying(() => ({ exp: undefined }))],
  ['whose end is a text', /expired/, saying(() => ({ exp: '9999999999' }))],
  ['that is not valid yet', /not valid yet/, saying(() => ({ nbf: seconds(120) }))],
  ['that is issued tomorrow', /not valid yet/, saying(() => ({ iat: seconds(86_400) }))],
  ['whose beginning is no number', /not valid yet/, saying(() => ({ nbf: true }))],
  ['that belongs to a key', /bound to a key/, saying(() => ({ cnf: { jkt: 'x' } }))],
  ['with a critical extension', /critical/, headed({ crit: ['b64'], b64: true })],
  ['of another type', /type/, headed({ typ: 'dpop+jwt' })],
  ['with a key that does not exist', /no key/, headed({ kid: 'other' })],
  ['with the key of another algorithm', /no key/, headed({ kid: 'key-RS256' })],
  ['without a signature', /Web Token/, (maker) => new UnsecuredJWT(claimsOf(maker)).encode()],
  ['signed by a stranger with the same id', /signature/, (maker) => maker.stranger.sign(claimsOf(maker))],
  [
    'signed with the public key as a secret',
    /algorithm/,
    (maker) =>
      new SignJWT(claimsOf(maker))
        .setProtectedHeader({ alg: 'HS256', kid: 'key-RS256' })
        .sign(new TextEncoder().encode(JSON.stringify(maker.by('RS256').jwk))),
  ],
  [
    'whose claims were changed',
    /signature/,
    async (maker) => (await signed(maker)).replace(/\.[^.]+\./, `.${part(claimsOf(maker, { sub: 'eve' }))}.`),
  ],
  ['of which the signature was cut', /signature/, async (maker) => (await signed(maker)).slice(0, -4)],
  ['whose header is null', /Web Token/, unsigned(null, CLAIMS, 'AAAA')],
  ['whose claims are null', /Web Token/, unsigned({ alg: 'ES256' }, null, 'AAAA')],
  ['whose claims are a list', /Web Token/, unsigned({ alg: 'ES256' }, [], 'AAAA')],
  ['whose algorithm is inherited', /algorithm/, unsigned({ alg: 'constructor' }, CLAIMS, 'AAAA')],
  ['whose algorithm is a list', /algorithm/, unsigned({ alg: ['ES256'] }, CLAIMS, 'AAAA')],
  ['of two parts', /Web Token/, unsigned({ alg: 'ES256' }, CLAIMS)],
  ['of four parts', /Web Token/, unsigned({ alg: 'ES256' }, CLAIMS, 'AAAA', 'AAAA')],
  ['of base64 that is not for URLs', /Web Token/, unsigned({ alg: 'ES256' }, 'e30=', 'AAAA')],
  ['that is no UTF-8', /Web Token/, unsigned(Buffer.from([0x22, 0xff, 0x22]).toString('base64url'), 'e30', 'AAAA')],
  ['that is too long', /too long/, () => 'a'.repeat(9000)],
  ['that is a word', /Web Token/, () => 'token'],
];
