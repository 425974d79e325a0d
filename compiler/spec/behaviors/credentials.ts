/** Credentials that are sent to other services (`auth:` of connections and upstreams). */
import { ENV } from './variables.ts';
import type { ConnectionAuth } from '@haft/runtime';
import { type Static, choice, object, text } from '../shape/build.ts';
import * as form from '../shape/form.ts';
import { BASE_URL } from '../shape/names.ts';
import type { TemplateUse } from './behavior.ts';
import { entries } from './steps.ts';

const url = (note: string): ReturnType<typeof text> => text(`${note} ${ENV}`, { pattern: BASE_URL });

const tokenUrl = (note = ''): ReturnType<typeof text> =>
  url(`URL of the token endpoint: https, or an address of this machine.${note}`);

const client_id = text(`Identifier of the client. ${ENV}`);
const optionalSecret = text('The secret, where the client has one, such as "{env.SHOP_SECRET}".');

/** What proves the client: a secret, or a key. */
const proofs = {
  client_secret: text('The secret, such as "{env.SHOP_SECRET}".'),
  private_key: text(
    'In place of a secret, the key with which the client signs (`private_key_jwt`), such as "{env.SHOP_KEY}": PKCS #8 in PEM, or a JSON Web Key.',
  ),
  private_key_file: text(`The file of that key, read for each token. ${ENV}`),
  key_id: text(`The name of the key at the authorization server. ${ENV}`),
  algorithm: choice('The algorithm of its signatures. Default: the one that follows from the key, RS256 for RSA.', [
    'RS256',
    'RS384',
    'RS512',
    'PS256',
    'PS384',
    'PS512',
    'ES256',
    'ES384',
    'ES512',
    'EdDSA',
  ]),
};
const refresh_token = text('The token, such as "{env.SHOP_REFRESH_TOKEN}".');
const scope = text(`Scopes, separated by spaces. ${ENV}`);

const tokenOptions = {
  scope,
  audience: text(`The service that the token is for, where the token endpoint requires it. ${ENV}`),
  credentials: choice(
    'How client_id and client_secret are sent to the token endpoint: as a header (Basic) or in the body.',
    ['header', 'body'],
    { default: 'header' },
  ),
};

const CLIENT = 'OAuth 2.0 client credentials (RFC 6749 §4.4), with a secret or a private key.';
const REFRESH = 'OAuth 2.0 refresh token (RFC 6749 §6). A new refresh token that the service issues is kept in memory.';

const login = object(
  'A user logs in with `haft login`, in a browser (OAuth 2.1, authorization code with PKCE). The tokens are in the state folder of that user; the server renews them, and never opens a browser itself.',
  {},
  {
    issuer: url('The authorization server. Default: found by the metadata of the service.'),
    authorize_url: url('Address of the login, where the authorization server has no metadata.'),
    token_url: url('URL of the token endpoint, where the authorization server has no metadata.'),
    client_id: text(`Identifier of a client that was registered by hand. Default: the client registers itself. ${ENV}`),
    client_secret: optionalSecret,
    scope: text(`Scopes, separated by spaces. Default: those that the service asks for. ${ENV}`),
  },
);

const exchange = object(
  'Token exchange (RFC 8693): the access token with which a caller has come, verified by `auth` of the server, is sent to this token endpoint alone, and the service gets what that issues. Needs `auth` of the server.',
  { token_url: tokenUrl(), client_id },
  {
    ...proofs,
    ...tokenOptions,
    resource: url('Address of the service that the token is for (RFC 8707), where the token endpoint requires it.'),
  },
);

const ofWorkload = {
  client_id: text(`Identifier of the client, where the token endpoint requires it. ${ENV}`),
  token: text('The token of the workload, such as "{env.SHOP_WORKLOAD_TOKEN}".'),
  token_file: text(`The file of that token, read for each request, as platforms renew it. ${ENV}`),
  scope,
  audience: tokenOptions.audience,
};

const WORKLOAD =
  'The server logs in as the workload that it is (RFC 7523 §2.1): with a token that its platform gives it, such as one of a service account.';

/** RFC 7617 §2: services with one key take it as the user, or as the password. */
const MAY_BE_EMPTY = { minLength: 0, pattern: ['', 'a string'] } as const;

export const connectionAuthShape = object(
  'Credentials of every request: exactly one of basic, client_credentials, refresh_token, login, exchange or workload. Access tokens are renewed in time, and redacted.',
  {},
  {
    basic: object('User and password (RFC 7617).', {
      user: text(`The user, such as "{env.SHOP_USER}". ${ENV}`, MAY_BE_EMPTY),
      password: text('The password, such as "{env.SHOP_PASSWORD}"; "" where the key is the user.', MAY_BE_EMPTY),
    }),
    client_credentials: object(CLIENT, { token_url: tokenUrl(), client_id }, { ...proofs, ...tokenOptions }),
    refresh_token: object(
      REFRESH,
      { token_url: tokenUrl(), client_id, refresh_token },
      { ...proofs, client_secret: optionalSecret, ...tokenOptions },
    ),
    login,
    exchange,
    workload: object(WORKLOAD, { token_url: tokenUrl() }, ofWorkload),
  },
);

const FOUND = ' Default: found by the metadata of the server.';

export const upstreamAuthShape = object(
  'Credentials of every request to an address: exactly one of client_credentials, refresh_token, login, exchange or workload. Access tokens are renewed in time, and redacted.',
  {},
  {
    client_credentials: object(CLIENT, { client_id }, { token_url: tokenUrl(FOUND), ...proofs, ...tokenOptions }),
    refresh_token: object(
      REFRESH,
      { client_id, refresh_token },
      { token_url: tokenUrl(FOUND), ...proofs, client_secret: optionalSecret, ...tokenOptions },
    ),
    login,
    exchange,
    workload: object(WORKLOAD, {}, { token_url: tokenUrl(FOUND), ...ofWorkload }),
  },
);

export type CredentialsSpec = Static<typeof connectionAuthShape> | Static<typeof upstreamAuthShape>;

export function credentialTemplates(auth: CredentialsSpec = {}): TemplateUse[] {
  return Object.entries(auth).flatMap(([kind, credentials]) => {
    const { credentials: _how, ...texts }: Readonly<Record<string, string>> = { ...credentials };
    return entries(['auth', kind], texts);
  });
}

export const credentialsForm = form.mapOf(form.mapOf(form.text));

/** Whether an older runtime would send nothing in their place. */
export function areLater(auth: ConnectionAuth = {}): boolean {
  return [auth.login, auth.exchange, auth.workload].some((one) => one !== undefined) || isProved(auth);
}

/** Whether the client has no secret, but what it signs or is given. */
export function isProved({ client_credentials, refresh_token, exchange, workload }: ConnectionAuth = {}): boolean {
  const client = client_credentials ?? refresh_token ?? exchange;
  return [client?.private_key, client?.private_key_file, workload].some((one) => one !== undefined);
}
