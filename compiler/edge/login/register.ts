/** Registers a client at an authorization server (RFC 7591). */
import { thrownMessage, type JsonObject } from '@haft/runtime/language';
import { type Authority, type OAuthClient, fetchObject } from '@haft/runtime/try';
import { Failure } from '../command-line/failure.ts';
import { type Redirect, openRedirect } from './browser.ts';

/** A client, and the address that it is registered with. */
export interface RegisteredClient {
  readonly client: OAuthClient;
  readonly redirect: Redirect;
}

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
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(metadata) };
    return { client: clientIn(await fetchObject(register_url, sent), method), redirect };
  } catch (thrown) {
    redirect.close();
    throw new Failure(
      `"${issuer}" registers no client: ${thrownMessage(thrown)}.`,
      'Register one by hand, and name it with --client-id.',
    );
  }
}

const POST = 'client_secret_post';

function clientIn(answer: JsonObject, fallback: string): OAuthClient {
  const { client_id: id, client_secret: secret, token_endpoint_auth_method: method = fallback } = answer;
  if (typeof id !== 'string') throw new Error('its answer has no client_id');
  return {
    id,
    secret: typeof secret === 'string' && method !== 'none' ? secret : '',
    credentials: method === POST ? 'body' : 'header',
  };
}
