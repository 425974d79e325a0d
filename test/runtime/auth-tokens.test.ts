/** Access tokens, good and bad, against the verifier; those of another implementation are the oracle of the good ones. */
import * as fc from 'fast-check';
import { importJWK, jwtVerify } from 'jose';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createIntrospection } from '../../runtime/auth/introspection.ts';
import { userOf } from '../../runtime/auth/jwt.ts';
import { type TokenVerdict, createVerifier } from '../../runtime/auth/verifier.ts';
import { runs } from '../support/runs.ts';
import { type Issuer, type Signer, newSigner, openIssuer } from './support/issuer.ts';
import {
  ALGORITHMS,
  BAD,
  GOOD,
  type TokenMaker,
  claimsOf,
  part,
  seconds,
  signed as ofMaker,
} from './support/token-table.ts';

const RESOURCE = 'https://tools.example/mcp';
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
const maker = (): TokenMaker => ({ issuer: issuer.url, audience: RESOURCE, by, stranger });
const claims = (more: object = {}): Record<string, unknown> => claimsOf(maker(), more);
const signed = (more: object = {}, header: object = {}): Promise<string> => ofMaker(maker(), more, header);

describe('a good token', () => {
  test.each(ALGORITHMS)('signed with %s says who the user is, and another implementation accepts it', async (alg) => {
    const token = await by(alg).sign(claims());
    expect(await verify(token)).toMatchObject({
      user: { subject: 'ada', issuer: issuer.url, client: 'editor', scopes: ['notes:read', 'notes:write'] },
    });
    const judge = await importJWK(by(alg).jwk, alg);
    await expect(jwtVerify(token, judge, { issuer: issuer.url, audience: RESOURCE })).resolves.toBeDefined();
  });

  test.each(GOOD)('%s', async (_what, make) => {
    expect(await verify(await make(maker()))).toHaveProperty('user.subject', 'ada');
  });

  test.each([
    ['ada', 'ada'],
    [7, ''],
    [undefined, ''],
    [null, ''],
    [{ toString: 1 }, ''],
    [['ada'], ''],
    [true, ''],
  ])('whose subject is %j is one of "%s"', async (sub, subject) => {
    expect(await verify(await signed({ sub }))).toHaveProperty('user.subject', subject);
  });

  test('has the subject that its `sub` is, and no other claim makes one', () => {
    const name = fc.constantFrom('client_id', 'azp', 'username', 'email', 'appid', 'uid', 'jti');
    const others = fc.dictionary(fc.oneof(name, fc.string()), fc.oneof(fc.string(), fc.jsonValue()));
    const sub = fc.oneof(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(others, fc.option(sub, { nil: undefined }), (more, own) => {
        const { subject } = userOf({ ...more, sub: own } as never, 'https://login.example');
        expect(subject).toBe(typeof own === 'string' ? own : '');
      }),
      { numRuns: runs(200) },
    );
  });

  test('is found beside keys that are none', async () => {
    issuer.keys = [{ kty: 'RSA', n: { toString: 1 }, e: 'AQAB' } as never, ...issuer.keys];
    expect(await verify(await by('RS256').sign(claims(), { kid: undefined }))).toHaveProperty('user.subject', 'ada');
  });

  test('that another part of the process fails on is not decided, and its request is answered', async () => {
    const broken = (): never => {
      throw new Error('no names');
    };
    const auth = { issuer: issuer.url, scopes: [], challenge: [], tools: {} };
    const failing = createVerifier({ auth, own: broken, log: (line) => log.push(line) });
    expect(await failing(await signed())).toBeUndefined();
    expect(log).toEqual(['a token cannot be checked: no names']);
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
  test.each(BAD)('%s', async (_what, reason, make) => {
    expect(await verify(await make(maker()))).toMatch(reason);
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
    for (const kid of ['d', 'e']) expect(await verify(await signed({}, { kid }))).toBeUndefined();
    expect(issuer.seen.slice(before).filter((line) => line === 'GET /keys')).toHaveLength(1);
  });

  test.each([
    ['without a name', undefined],
    ['under the name of before', 'key-ES256'],
    ['under a new name', 'key-2'],
  ])('that were replaced, %s, are loaded once more for a token that no key fits', async (_how, kid) => {
    issuer.keys = issuer.keys
      .filter(({ alg }) => alg === 'ES256')
      .map(({ kid: _kid, ...key }) => ({ ...key, ...(kid && { kid: 'key-ES256' }) }));
    expect(await verify(await signed({}, { kid: kid && 'key-ES256' }))).toHaveProperty('user');
    const next = await newSigner('ES256', 'key-2');
    issuer.keys = [{ ...next.jwk, kid } as never];
    const rotated = (sub: string): Promise<string> => next.sign(claims({ sub }) as never, { kid });
    const start = performance.now();
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(performance, 'now').mockReturnValue(start + 31_000);
    expect(await verify(await rotated('bob'))).toHaveProperty('user.subject', 'bob');
    const before = issuer.seen.length;
    for (const sub of ['eve', 'mallory'])
      expect(await verify(await stranger.sign(claims({ sub }) as never, { kid }))).toMatch(/signature/);
    expect(issuer.seen.slice(before).filter((line) => line === 'GET /keys')).toHaveLength(1);
  });

  test('that are new are known to the first token of them, however short a time ago the others were loaded', async () => {
    await verify(await signed());
    const next = await newSigner('ES256', 'key-2');
    issuer.keys = [next.jwk];
    expect(await verify(await next.sign(claims({ sub: 'bob' }) as never))).toHaveProperty('user.subject', 'bob');
  });

  test('that cannot be loaded for a token of a new one decide nothing, and are not asked for at once again', async () => {
    await verify(await signed());
    issuer.status = 500;
    for (const kid of ['a', 'b']) expect(await verify(await signed({}, { kid }))).toBeUndefined();
    expect(log).toHaveLength(1);
  });

  test('of which none has the name of a token decide nothing while they may not be loaded again', async () => {
    await verify(await signed());
    expect(await verify(await signed({}, { kid: 'later' }))).toMatch(/no key/);
    expect(await verify(await signed({}, { kid: 'later' }))).toBeUndefined();
    const start = performance.now();
    onTestFinished(() => void vi.restoreAllMocks());
    vi.spyOn(performance, 'now').mockReturnValue(start + 31_000);
    expect(await verify(await signed({}, { kid: 'later' }))).toMatch(/no key/);
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
    ['one that never ends', () => ({ ...good(), exp: 2 ** 63 }), { user: { subject: 'ada' } }],
    ['one of which much is null', () => ({ ...good(), exp: null, iss: null, nbf: null }), { user: { subject: 'ada' } }],
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
