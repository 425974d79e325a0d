/** An authorization server in this process, as far as a resource server asks it: metadata, keys, introspection; and tokens of another implementation. */
import { type CryptoKey, type JWK, type JWTPayload, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { http } from './loopback.ts';

/** Of what a test changes while it runs. */
export interface Issuer {
  readonly url: string;
  /** Requests, in order. */
  readonly seen: string[];
  keys: JWK[];
  /** Status of every response, where not 200. */
  status: number;
  /** What introspection says. */
  active: (token: string) => object;
}

export async function openIssuer(keys: JWK[]): Promise<Issuer> {
  const issuer: { -readonly [K in keyof Issuer]: Issuer[K] } = {
    url: '',
    seen: [],
    keys,
    status: 200,
    active: () => ({}),
  };
  issuer.url = await http((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      issuer.seen.push(`${request.method} ${request.url}`);
      const token = new URLSearchParams(Buffer.concat(chunks).toString()).get('token') ?? '';
      const { url } = issuer;
      const body = {
        '/.well-known/openid-configuration': {
          issuer: url,
          jwks_uri: `${url}/keys`,
          introspection_endpoint: `${url}/ask`,
        },
        '/keys': { keys: issuer.keys },
        '/ask': request.headers.authorization === `Basic ${btoa('rs:rs-secret')}` && issuer.active(token),
      }[request.url ?? ''];
      response.writeHead(body ? issuer.status : 404, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body ?? {}));
    });
  });
  return issuer;
}

export interface Signer {
  readonly jwk: JWK;
  readonly sign: (claims: JWTPayload, header?: object) => Promise<string>;
}

export async function newSigner(alg: string, kid: string): Promise<Signer> {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  return signerOf(alg, kid, { publicKey, privateKey });
}

async function signerOf(
  alg: string,
  kid: string,
  pair: { publicKey: CryptoKey; privateKey: CryptoKey },
): Promise<Signer> {
  const jwk = { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' };
  return {
    jwk,
    sign: (claims, header = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg, kid, ...header }).sign(pair.privateKey),
  };
}
