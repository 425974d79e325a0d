/** Access tokens, good and bad, against the verifier; those of another implementation are the oracle of the good ones. */
import * as fc from 'fast-check';
import { SignJWT, UnsecuredJWT, importJWK, jwtVerify } from 'jose';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createIntrospection } from '../../runtime/auth/introspection.ts';
import { type TokenVerdict, createVerifier } from '../../runtime/auth/verifier.ts';
import { runs } from '../support/runs.ts';
import { type Issuer, type Signer, newSigner, openIssuer } from './support/issuer.ts';

const RESOURCE = 'https://tools.example/mcp';
const seconds = (more = 0): number => Math.floor(Date.now() / 1000) + more;

const ALGORITHMS = ['RS256', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'] as const;
let signers: Map<string, Signer>;
let stranger: Signer;
let issuer: Issuer;
let verify: (token: string) => TokenVerdict | Promise<TokenVerdict>;
let log: string[];

beforeAll(async () => {
  signers = new Map(
    await Promise.all(ALGORITHMS.map(async (alg) => [alg, await newSigner(alg, `key-${alg}`)] as const)),
  );
  stranger = await newSigner('ES256', 'key-ES256');
});

const open = (more: object = {}): typeof verify => {
  const auth = { issuer: issuer.url, scopes: ['notes:read'], challenge: [], tools: {}, ...more };
  const own = (): string[] => [RESOURCE];
  return createVerifier({ auth, own, log: (line) => log.push(line), introspect: createIntrospection });
};
beforeEach(async () => {
  log = [];
  issuer = await openIssuer([...signers.values()].map(({ jwk }) => jwk));
  verify = open();
});

const by = (alg: string): Signer => {
  const found = signers.get(alg);
  if (!found) throw new Error(alg);
  return found;
};
const claims = (more: object = {}): Record<string, unknown> => {
  const base = { iss: issuer.url, aud: RESOURCE, sub: 'ada', client_id: 'editor', scope: 'notes:read notes:write' };
  return { ...base, iat: seconds(), exp: seconds(300), ...more };
};
const signed = (more: object = {}, header: object = {}): Promise<string> => by('ES256').sign(claims(more), header);
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a good token', () => {
  test.each(ALGORITHMS)('signed with %s', async (alg) => {
    const token = await by(alg).sign(claims());
    expect(await verify(token)).toMatchObject({
      user: { subject: 'ada', issuer: issuer.url, client: 'editor', scopes: ['notes:read', 'notes:write'] },
    });
    const judge = await importJWK(by(alg).jwk, alg);
    await expect(jwtVerify(token, judge, { issuer: issuer.url, audience: RESOURCE })).resolves.toBeDefined();
  });

  test.each<[string, object, object]>([
    ['of several audiences', { aud: ['https://other.example', RESOURCE] }, {}],
    ['of the type of RFC 9068', {}, { typ: 'at+jwt' }],
    ['of the type with its prefix', {}, { typ: 'application/at+JWT' }],
    ['of a clock that is 30 s ahead', { iat: seconds(30), nbf: seconds(30) }, {}],
    ['that ended 30 s ago', { exp: seconds(-30) }, {}],
    ['without the id of a key', {}, { kid: undefined }],
    ['with keys in its header, which are not looked at', {}, { jku: 'https://evil.example', jwk: { kty: 'oct' } }],
    ['with scopes in a list', { scope: undefined, scp: ['notes:read'] }, {}],
  ])('%s', async (_what, more, header) => {
    expect(await verify(await signed(more, header))).toHaveProperty('user.subject', 'ada');
  });

  test('is verified once, by keys that are loaded once', async () => {
    const token = await signed();
    expect(issuer.seen).toEqual([]);
    const [first] = await Promise.all([verify(token), verify(token), verify(await signed({ sub: 'bob' }))]);
    expect(verify(token)).not.toBeInstanceOf(Promise);
    expect(first).toHaveProperty('user.subject', 'ada');
    expect(issuer.seen.filter((line) => line === 'GET /keys')).toHaveLength(1);
  });
});

describe('a bad token', () => {
  test.each<[string, RegExp, object, object]>([
    ['of another issuer', /another issuer/, { iss: 'https://evil.example' }, {}],
    ['of its issuer with a slash', /another issuer/, { iss: 'x/' }, {}],
    ['without an issuer', /another issuer/, { iss: undefined }, {}],
    ['for another audience', /another audience/, { aud: 'https://other.example/mcp' }, {}],
    ['for an audience that only starts so', /another audience/, { aud: `${RESOURCE}/more` }, {}],
    ['for no audience', /another audience/, { aud: undefined }, {}],
    ['for an audience that is an object', /another audience/, { aud: { [RESOURCE]: true } }, {}],
    ['that is expired', /expired/, { exp: seconds(-90) }, {}],
    ['that never ends', /expired/, { exp: undefined }, {}],
    ['whose end is a text', /expired/, { exp: '9999999999' }, {}],
    ['that is not valid yet', /not valid yet/, { nbf: seconds(120) }, {}],
    ['that is issued tomorrow', /not valid yet/, { iat: seconds(86_400) }, {}],
    ['whose beginning is no number', /not valid yet/, { nbf: true }, {}],
    ['that belongs to a key', /bound to a key/, { cnf: { jkt: 'x' } }, {}],
    ['with a critical extension', /critical/, {}, { crit: ['b64'], b64: true }],
    ['of another type', /type/, {}, { typ: 'dpop+jwt' }],
    ['with a key that does not exist', /signature/, {}, { kid: 'other' }],
    ['with the key of another algorithm', /signature/, {}, { kid: 'key-RS256' }],
  ])('%s', async (_what, reason, more, header) => {
    expect(await verify(await signed(more, header))).toMatch(reason);
  });

  test.each<[string, RegExp, () => string | Promise<string>]>([
    ['without a signature', /Web Token/, () => new UnsecuredJWT(claims()).encode()],
    ['signed by a stranger with the same id', /signature/, () => stranger.sign(claims())],
    [
      'signed with the public key as a secret',
      /algorithm/,
      () =>
        new SignJWT(claims())
          .setProtectedHeader({ alg: 'HS256', kid: 'key-RS256' })
          .sign(new TextEncoder().encode(JSON.stringify(by('RS256').jwk))),
    ],
    [
      'whose claims were changed',
      /signature/,
      async () => (await signed()).replace(/\.[^.]+\./, `.${part(claims({ sub: 'eve' }))}.`),
    ],
    ['of which the signature was cut', /signature/, async () => (await signed()).slice(0, -4)],
    ['whose header is null', /Web Token/, () => `${part(null)}.${part(claims())}.AAAA`],
    ['whose claims are null', /Web Token/, () => `${part({ alg: 'ES256' })}.${part(null)}.AAAA`],
    ['whose claims are a list', /Web Token/, () => `${part({ alg: 'ES256' })}.${part([])}.AAAA`],
    ['whose algorithm is inherited', /algorithm/, () => `${part({ alg: 'constructor' })}.${part(claims())}.AAAA`],
    ['whose algorithm is a list', /algorithm/, () => `${part({ alg: ['ES256'] })}.${part(claims())}.AAAA`],
    ['of two parts', /Web Token/, () => `${part({ alg: 'ES256' })}.${part(claims())}`],
    ['of four parts', /Web Token/, () => `${part({ alg: 'ES256' })}.${part(claims())}.AAAA.AAAA`],
    ['of base64 that is not for URLs', /Web Token/, () => `${part({ alg: 'ES256' })}.e30=.AAAA`],
    ['that is no UTF-8', /Web Token/, () => `${Buffer.from([0x22, 0xff, 0x22]).toString('base64url')}.e30.AAAA`],
    ['that is too long', /too long/, () => 'a'.repeat(9000)],
    ['that is a word', /Web Token/, () => 'token'],
  ])('%s', async (_what, reason, make) => {
    expect(await verify(await make())).toMatch(reason);
  });

  test('signed with an RSA key of 1024 bits', async () => {
    const weak = await crypto.subtle.generateKey(
      { name: 'RSASSA-PKCS1-v1_5', modulusLength: 1024, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' },
      true,
      ['sign', 'verify'],
    );
    issuer.keys = [{ ...(await crypto.subtle.exportKey('jwk', weak.publicKey)), kid: 'weak' } as never];
    const text = `${part({ alg: 'RS256', kid: 'weak' })}.${part(claims())}`;
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', weak.privateKey, new TextEncoder().encode(text));
    expect(await verify(`${text}.${Buffer.from(signature).toString('base64url')}`)).toMatch(/signature/);
  });

  test('of a login, whose audience is an accepted one that is not the server itself', async () => {
    verify = open({ audience: ['api://notes'] });
    expect(await verify(await signed({ aud: 'api://notes', scope: undefined }))).toMatch(/none of the scopes/);
    expect(await verify(await signed({ aud: 'api://notes' }))).toHaveProperty('user');
    expect(await verify(await signed())).toMatch(/another audience/);
  });
});

describe('the keys', () => {
  test('that cannot be loaded decide nothing, and are logged', async () => {
    issuer.status = 500;
    expect(await verify(await signed())).toBeUndefined();
    expect(log).toEqual([expect.stringMatching(/cannot be loaded: .*HTTP 500/)]);
  });

  test('of a known set hold while the authorization server is down', async () => {
    await verify(await signed());
    issuer.status = 503;
    expect(await verify(await signed({ sub: 'bob' }))).toHaveProperty('user.subject', 'bob');
  });

  test('that are not known are asked for once, however many tokens name them', async () => {
    await verify(await signed());
    const before = issuer.seen.length;
    await Promise.all(['a', 'b', 'c'].map(async (kid) => verify(await signed({}, { kid }))));
    expect(issuer.seen.slice(before)).toEqual([]);
  });

  test('of an issuer that calls itself otherwise are not taken', async () => {
    verify = open({ issuer: issuer.url.replace('127.0.0.1', 'localhost') });
    expect(await verify(await signed({ iss: issuer.url.replace('127.0.0.1', 'localhost') }))).toBeUndefined();
    expect(log[0]).toMatch(/names another issuer/);
  });
});

describe('introspection', () => {
  const introspection = { client_id: 'rs', client_secret: 'rs-secret' };
  const good = (): object => ({ active: true, aud: RESOURCE, sub: 'ada', scope: 'notes:read', exp: seconds(60) });

  test.each<[string, () => object, RegExp | object]>([
    ['an active token', good, { user: { subject: 'ada', scopes: ['notes:read'] } }],
    ['one that is not active', () => ({ active: false }), /not active/],
    ['one that is active in other words', () => ({ ...good(), active: 'true' }), /not active/],
    ['one for another audience', () => ({ ...good(), aud: 'https://other.example' }), /another audience/],
    ['one without an audience', () => ({ ...good(), aud: undefined }), /another audience/],
    ['one of another issuer', () => ({ ...good(), iss: 'https://evil.example' }), /another issuer/],
    ['one that is bound to a key', () => ({ ...good(), cnf: {} }), /bound to a key/],
  ])('says what %s is', async (_what, active, expected) => {
    verify = open({ introspection });
    issuer.active = active;
    const verdict = await verify('opaque');
    if (expected instanceof RegExp) expect(verdict).toMatch(expected);
    else expect(verdict).toMatchObject(expected);
  });

  test('with a wrong secret decides nothing', async () => {
    verify = open({ introspection: { ...introspection, client_secret: 'other' } });
    issuer.active = good;
    expect(await verify('opaque')).toBeUndefined();
  });
});

test('whatever a header and claims are, nothing is thrown and nothing passes', async () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  const header = fc.oneof(
    json,
    fc.record(
      { alg: fc.oneof(json, fc.constantFrom(...ALGORITHMS, 'none')), kid: json, typ: json },
      { requiredKeys: [] },
    ),
  );
  const said = fc.oneof(
    json,
    fc.record({ iss: json, aud: json, exp: json, nbf: json, scope: json, cnf: json }).map((one) => claims(one)),
    fc.constant(0).map(() => claims()),
  );
  await fc.assert(
    fc.asyncProperty(header, said, fc.base64String(), async (head, body, mac) => {
      const token = `${part(head)}.${part(body)}.${mac.replaceAll(/[+/=]/g, 'A') || 'A'}`;
      expect(typeof (await verify(token))).toBe('string');
    }),
    { numRuns: runs(300) },
  );
  await fc.assert(
    fc.asyncProperty(fc.string(), async (token) => {
      expect(typeof (await verify(token))).toBe('string');
    }),
    { numRuns: runs(200) },
  );
});
