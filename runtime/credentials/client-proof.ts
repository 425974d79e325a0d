/** What proves a client without a secret: a token that it signs (RFC 7523 §2.2), or one of the platform that it runs on (§2.1). */
import { errorCode } from '../language/describe.ts';
import { type KeyAlgorithm, algorithmOf } from '../auth/jwt.ts';
import { base64url, bytesOf, fromBase64 } from '../language/encoding.ts';
import { type Json, isJsonObject, isObject, tryParse } from '../language/json.ts';
import { textOf } from '../language/template.ts';
import type { SetVariables } from '../server/environment.ts';
import { type ToolFailure, failure, isFailure } from '../server/failure.ts';
import type { ProveClient } from './token-source.ts';

/** Seconds for which a proof is valid. */
const LIFE = 120;

/** Tried with a key that does not name one, in this order. */
const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'RS256', 'EdDSA'];

export const proveClient: ProveClient = async (auth, audience, env) => {
  const { workload } = auth;
  if (workload) {
    const assertion = await valueOf('token', workload.token, workload.token_file, env);
    return isFailure(assertion)
      ? assertion
      : { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion: assertion.value };
  }
  const client = auth.client_credentials ?? auth.refresh_token ?? auth.exchange;
  if ((client?.private_key ?? client?.private_key_file) === undefined) return {};
  const key = await valueOf('private key', client?.private_key, client?.private_key_file, env);
  if (isFailure(key)) return key;
  const text = (template = ''): string => textOf(template, { env });
  const { algorithm } = client ?? {};
  const [id, kid] = [text(client?.client_id), text(client?.key_id)];
  const proof = { id, kid, audience };
  const assertion = await signedProof(key.value, { ...proof, algorithm });
  if (assertion === undefined)
    return algorithm !== undefined && (await signedProof(key.value, { ...proof, algorithm: undefined }))
      ? otherAlgorithm(algorithm)
      : badKey;
  return {
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: assertion,
  };
};

/** Of the variable, or of the file, which may be another one each time. */
async function valueOf(
  what: string,
  text: string | undefined,
  file: string | undefined,
  env: SetVariables,
): Promise<{ readonly value: string } | ToolFailure> {
  if (file === undefined) return { value: textOf(text ?? '', { env }).trim() };
  const path = textOf(file, { env });
  try {
    const { readFile } = await import('node:fs/promises');
    const value = (await readFile(path, 'utf8')).trim();
    if (value !== '') return { value };
    return noFile(what, path, 'it is empty');
  } catch (thrown) {
    return noFile(what, path, errorCode(thrown));
  }
}

function noFile(what: string, path: string, why: string): ToolFailure {
  return failure(
    'bad_configuration',
    `The ${what} of this server cannot be read from "${path}" (${why}).`,
    'Ask the user to put it there, or to fix the path in the settings of this server. Do not retry before that.',
  );
}

const badKey = failure(
  'bad_configuration',
  'The private key of this server is neither PKCS #8 in PEM nor a JSON Web Key of a known algorithm.',
  'Ask the user to convert it, for example with `openssl pkcs8 -topk8 -nocrypt`. Do not retry before that.',
);

function otherAlgorithm(algorithm: string): ToolFailure {
  return failure(
    'bad_configuration',
    `The private key of this server is not one for ${algorithm}.`,
    'Ask the user for a key of that algorithm, or to report it: the spec of the server says `algorithm:`. Do not retry before that.',
  );
}

interface ProofOptions {
  readonly id: string;
  /** Empty where the key has no name. */
  readonly kid: string;
  readonly algorithm: string | undefined;
  readonly audience: string;
}

/** Undefined where the key cannot sign. */
async function signedProof(text: string, options: ProofOptions): Promise<string | undefined> {
  const { id, kid, audience, algorithm } = options;
  const own = algorithm ?? algorithmIn(text);
  for (const alg of own === undefined ? ALGORITHMS : [own]) {
    const { params } = algorithmOf(alg) ?? {};
    const key = params && (await importKey(text, params).catch(() => undefined));
    if (params === undefined || key === undefined) continue;
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: id, sub: id, aud: audience, jti: crypto.randomUUID(), iat, exp: iat + LIFE };
    const parts = [{ alg, typ: 'JWT', ...(kid !== '' && { kid }) }, claims];
    const signed = parts.map((part) => base64url(bytesOf(JSON.stringify(part)))).join('.');
    const signature = await crypto.subtle.sign(params, key, bytesOf(signed));
    return `${signed}.${base64url(new Uint8Array(signature))}`;
  }
  return undefined;
}

/** What a JSON Web Key says it is for (RFC 7517 §4.4). */
function algorithmIn(text: string): string | undefined {
  const key = tryParse(text);
  const alg = isObject(key) ? key['alg'] : undefined;
  return typeof alg === 'string' && algorithmOf(alg) ? alg : undefined;
}

/** Rejects where it is no key of the algorithm. */
async function importKey(text: string, params: KeyAlgorithm['params']) {
  if (text.startsWith('{')) {
    const jwk: Json = JSON.parse(text);
    if (!isJsonObject(jwk)) throw new Error('no object');
    // What else it says it is for would be held against this use of it.
    const { alg: _alg, key_ops: _ops, use: _use, ext: _ext, ...plain } = jwk;
    return crypto.subtle.importKey('jwk', JSON.parse(JSON.stringify(plain)), params, false, ['sign']);
  }
  // A variable may have the line breaks as they are written in JSON.
  const base64 = text.replaceAll(/-----[^-]*-----|\\n|\s/g, '');
  return crypto.subtle.importKey('pkcs8', fromBase64(base64), params, false, ['sign']);
}
