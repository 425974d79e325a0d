/** Clients without a secret: what they sign is judged by another implementation, and a key that cannot sign is a failure in words. */
import { assert, asyncProperty, constantFrom, oneof, string } from 'fast-check';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  exportJWK,
  exportPKCS8,
  exportSPKI,
  generateKeyPair,
  importPKCS8,
  importSPKI,
  jwtVerify,
  decodeProtectedHeader,
} from 'jose';
import { describe, expect, test } from 'vitest';
import { proveClient } from '../runtime/credentials/client-proof.ts';
import { isFailure } from '../runtime/server/failure.ts';
import type { ToolFailure } from '../runtime/server/failure.ts';
import { temporaryFolder } from './support/folder.ts';
import { runs } from './support/runs.ts';

const AUDIENCE = 'https://login.example';
const client = { client_id: '{env.ID}', key_id: 'one', private_key: '{env.KEY}' };
const prove = (key: string, more: object = {}) =>
  proveClient({ client_credentials: { ...client, ...more } }, AUDIENCE, { ID: 'front', KEY: key });

const FORMS = {
  PEM: (pem: string) => pem,
  'PEM on one line': (pem: string) => pem.trim().replaceAll('\n', '\\n'),
  'a JSON Web Key': (_pem: string, jwk: object) => JSON.stringify(jwk),
  'a JSON Web Key that says what it is for': (_pem: string, jwk: object) =>
    JSON.stringify({ ...jwk, use: 'sig', key_ops: ['verify'], ext: false, alg: 'other' }),
} as const;

const RSA = generateKeyPair('RS256', { extractable: true });

/** Keys of RSA take long to make, and are the same for both of its ways to sign. */
async function keysFor(alg: string): Promise<Awaited<typeof RSA>> {
  const rsa = await RSA;
  if (alg === 'RS256') return rsa;
  if (alg !== 'PS256') return generateKeyPair(alg, { extractable: true });
  const [pem, spki] = [await exportPKCS8(rsa.privateKey), await exportSPKI(rsa.publicKey)];
  return {
    privateKey: await importPKCS8(pem, alg, { extractable: true }),
    publicKey: await importSPKI(spki, alg, { extractable: true }),
  };
}

describe('a private key', () => {
  test.each(['RS256', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA'])('of %s signs, in any form', async (alg) => {
    const { publicKey, privateKey } = await keysFor(alg);
    const [pem, jwk] = [await exportPKCS8(privateKey), await exportJWK(privateKey)];
    for (const [form, write] of Object.entries(FORMS)) {
      // PS256 has the keys of RS256.
      const fields = await prove(write(pem, jwk), alg === 'PS256' ? { algorithm: alg } : {});
      if (isFailure(fields)) throw new Error(`${form}: ${fields.error}`);
      expect(fields['client_assertion_type']).toBe('urn:ietf:params:oauth:client-assertion-type:jwt-bearer');
      const { payload, protectedHeader } = await jwtVerify(fields['client_assertion'] ?? '', publicKey, {
        issuer: 'front',
        subject: 'front',
        audience: AUDIENCE,
        maxTokenAge: 60,
        requiredClaims: ['jti', 'exp'],
      });
      expect(protectedHeader).toEqual({ alg, typ: 'JWT', kid: 'one' });
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(120);
    }
  });

  test('that names an algorithm signs by it, and one for another algorithm is called that', async () => {
    const { privateKey } = await keysFor('PS256');
    const proof = await prove(JSON.stringify({ ...(await exportJWK(privateKey)), alg: 'PS256' }));
    if (isFailure(proof)) throw new Error(proof.error);
    expect(decodeProtectedHeader(proof['client_assertion'] ?? '')).toMatchObject({ alg: 'PS256' });
    expect(await prove(await exportPKCS8(privateKey), { algorithm: 'ES256' })).toMatchObject({
      code: 'bad_configuration',
      error: 'The private key of this server is not one for ES256.',
    });
  });

  test('is not used twice for the same proof', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const key = await exportPKCS8(privateKey);
    const [first, second] = [await prove(key), await prove(key)];
    expect(first).not.toEqual(second);
  });

  test('in a file is read each time', async () => {
    const file = join(temporaryFolder(), 'key.pem');
    const ask = () => prove('', { private_key: undefined, private_key_file: file });
    expect(await ask()).toMatchObject({ code: 'bad_configuration', error: expect.stringContaining('(ENOENT)') });
    writeFileSync(file, '\n');
    expect(await ask()).toMatchObject({ error: expect.stringContaining('it is empty') });
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    writeFileSync(file, await exportPKCS8(privateKey));
    expect(await ask()).toHaveProperty('client_assertion');
  });

  test('that is none is a failure in words, whatever it is, and is not in it', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const pem = await exportPKCS8(privateKey);
    const old = pem.replaceAll('PRIVATE KEY', 'EC PRIVATE KEY').replace(/M[^]{20}/, '');
    const broken = oneof(string(), constantFrom('{', '{}', '[]', 'null', '{"kty":"RSA"}', old, pem.slice(0, 80)));
    await assert(
      asyncProperty(broken, constantFrom(undefined, 'ES256', 'RS256', 'HS256', 'none'), async (text, algorithm) => {
        const failed = await prove(text, { algorithm });
        expect(failed).toMatchObject({ code: 'bad_configuration', retry_hint: expect.stringContaining('openssl') });
        expect(text.length > 20 && (failed as ToolFailure).error.includes(text)).toBe(false);
      }),
      { numRuns: runs(200) },
    );
  });
});

test('a workload hands over its token, and asks for it each time', async () => {
  const file = join(temporaryFolder(), 'token');
  const ask = () => proveClient({ workload: { token_file: '{env.FILE}' } }, AUDIENCE, { FILE: file });
  expect(await ask()).toMatchObject({ error: expect.stringMatching(/^The token of this server cannot be read/) });
  for (const token of ['first-token', 'second-token']) {
    writeFileSync(file, `${token}\n`);
    expect(await ask()).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: token,
    });
  }
});

test('a client with a secret proves nothing else', async () => {
  expect(await proveClient({ client_credentials: { client_id: 'a', client_secret: 'b' } }, AUDIENCE, {})).toEqual({});
});
