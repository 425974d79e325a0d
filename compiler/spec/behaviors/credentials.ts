/** Credentials that are sent to other services (`auth:` of connections and upstreams). */
import type { ConnectionAuth } from '@haft/runtime';
import { type Static, choice, object, text } from '../shape/build.ts';
import * as form from '../shape/form.ts';
import { BASE_URL } from '../shape/names.ts';
import type { TemplateUse } from './behavior.ts';
import { entries } from './steps.ts';

const ENV = 'Variables: {env.NAME}, {env.NAME|fallback}.';

const tokenUrl = (note = ''): ReturnType<typeof text> =>
  text(`URL of the token endpoint: https, or an address of this machine.${note} ${ENV}`, { pattern: BASE_URL });

const client_id = text(`Identifier of the client. ${ENV}`);
const client_secret = text('The secret, such as "{env.SHOP_SECRET}".');
const optionalSecret = text('The secret, where the client has one, such as "{env.SHOP_SECRET}".');
const refresh_token = text('The token, such as "{env.SHOP_REFRESH_TOKEN}".');
const scope = text(`Scopes, separated by blanks. ${ENV}`);

const tokenOptions = {
  scope,
  audience: text(`The service that the token is for, where the token endpoint requires it. ${ENV}`),
  credentials: choice(
    'How client_id and client_secret are sent to the token endpoint: as a header (Basic) or in the body.',
    ['header', 'body'],
    { default: 'header' },
  ),
};

const CLIENT = 'OAuth 2.0 client credentials (RFC 6749 §4.4).';
const REFRESH = 'OAuth 2.0 refresh token (RFC 6749 §6). A new refresh token that the service issues is kept in memory.';

const url = (note: string): ReturnType<typeof text> => text(`${note} ${ENV}`, { pattern: BASE_URL });

const login = object(
  'A user logs in with `haft login`, in a browser (OAuth 2.1, authorization code with PKCE). The tokens are in the state folder of that user; the server renews them, and never opens a browser itself.',
  {},
  {
    issuer: url('The authorization server. Default: found by the metadata of the service.'),
    authorize_url: url('Address of the login, where the authorization server has no metadata.'),
    token_url: url('URL of the token endpoint, where the authorization server has no metadata.'),
    client_id: text(`Identifier of a client that was registered by hand. Default: the client registers itself. ${ENV}`),
    client_secret: optionalSecret,
    scope: text(`Scopes, separated by blanks. Default: those that the service asks for. ${ENV}`),
  },
);

export const connectionAuthShape = object(
  'Credentials of every request: exactly one of basic, client_credentials, refresh_token or login. Access tokens are renewed in time, and redacted.',
  {},
  {
    basic: object('User and password (RFC 7617).', {
      user: text(`The user, such as "{env.SHOP_USER}". ${ENV}`),
      password: text('The password, such as "{env.SHOP_PASSWORD}".'),
    }),
    client_credentials: object(CLIENT, { token_url: tokenUrl(), client_id, client_secret }, tokenOptions),
    refresh_token: object(
      REFRESH,
      { token_url: tokenUrl(), client_id, refresh_token },
      { client_secret: optionalSecret, ...tokenOptions },
    ),
    login,
  },
);

const FOUND = ' Default: found by the metadata of the server.';

export const upstreamAuthShape = object(
  'Credentials of every request to an address: exactly one of client_credentials, refresh_token or login. Access tokens are renewed in time, and redacted.',
  {},
  {
    client_credentials: object(CLIENT, { client_id, client_secret }, { token_url: tokenUrl(FOUND), ...tokenOptions }),
    refresh_token: object(
      REFRESH,
      { client_id, refresh_token },
      { token_url: tokenUrl(FOUND), client_secret: optionalSecret, ...tokenOptions },
    ),
    login,
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
export function areLater(auth: ConnectionAuth | undefined): boolean {
  return auth?.login !== undefined;
}
