/** Registers a client at an authorization server (RFC 7591). */
import type { Authority, OAuthClient } from '@haft/runtime/try';
import { isObject } from '@haft/runtime/language';
import { Failure } from '../command-line/failure.ts';
import { type Redirect, openRedirect } from './browser.ts';

/** A client, and the address that it is registered with. */
export interface RegisteredClient {
  readonly client: OAuthClient;
  readonly redirect: Redirect;
}

/** Milliseconds. */
const TIMEOUT = 30_000;

/** @throws Failure where none can be registered. */
export async function registerClient(authority: Authority, port: number): Promise<RegisteredClient> {
  const { issuer, register_url } = authority;
  if (register_url === '')
    throw new Failure(
      `"${issuer}" registers no clients by itself.`,
      'Register one there by hand with the redirect address http://127.0.0.1:8766/callback, and log in with `--client-id <id> --port 8766`.',
    );
  const redirect = await openRedirect(port);
  if (redirect === undefined) throw new Failure(`The port ${port} is in use.`, 'Choose another --port.');
  const method = authority.isPublicAllowed ? 'none' : authority.credentials === 'body' ? POST : 'client_secret_basic';
  const metadata = {
    client_name: 'Haft',
    application_type: 'native',
    redirect_uris: [redirect.address],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
  };
  try {
    return { client: clientIn(await post(register_url, metadata), method), redirect };
  } catch (thrown) {
    redirect.close();
    const { message } = thrown as Error;
    throw new Failure(
      `"${issuer}" registers no client: ${message}.`,
      'Register one by hand, and name it with --client-id.',
    );
  }
}

const POST = 'client_secret_post';

async function post(url: string, metadata: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(metadata),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return response.json();
}

function clientIn(answer: unknown, fallback: string): OAuthClient {
  const {
    client_id: id,
    client_secret: secret,
    token_endpoint_auth_method: method = fallback,
  }: Registered = isObject(answer) ? answer : {};
  if (typeof id !== 'string') throw new Error('its answer has no client_id');
  return {
    id,
    secret: typeof secret === 'string' && method !== 'none' ? secret : '',
    credentials: method === POST ? 'body' : 'header',
  };
}

type Registered = Readonly<Record<string, unknown>>;
