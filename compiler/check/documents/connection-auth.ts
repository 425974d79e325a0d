/** Shape of `auth:` of a connection: credentials that are more than a header. */
import { choice, object, text } from '../../spec/shape/build.ts';
import { BASE_URL } from '../../spec/shape/names.ts';

const ENV = 'Variables: {env.NAME}, {env.NAME|fallback}.';

const endpoint = {
  token_url: text(`URL of the token endpoint: https, or an address of this machine. ${ENV}`, { pattern: BASE_URL }),
  client_id: text(`Identifier of the client. ${ENV}`),
};

const tokenOptions = {
  scope: text(`Scopes, separated by blanks. ${ENV}`),
  audience: text(`The service that the token is for, where the token endpoint requires it. ${ENV}`),
  credentials: choice(
    'How client_id and client_secret are sent to the token endpoint: as a header (Basic) or in the body.',
    ['header', 'body'],
    {
      default: 'header',
    },
  ),
};

export const connectionAuthShape = object(
  'Credentials of every request: exactly one of basic, client_credentials or refresh_token. Access tokens stay in memory, are renewed in time, and are redacted.',
  {},
  {
    basic: object('User and password (RFC 7617).', {
      user: text(`The user, such as "{env.SHOP_USER}". ${ENV}`),
      password: text('The password, such as "{env.SHOP_PASSWORD}".'),
    }),
    client_credentials: object(
      'OAuth 2.0 client credentials (RFC 6749 §4.4).',
      { ...endpoint, client_secret: text('The secret, such as "{env.SHOP_SECRET}".') },
      tokenOptions,
    ),
    refresh_token: object(
      'OAuth 2.0 refresh token (RFC 6749 §6). A new refresh token that the service issues is kept in memory.',
      { ...endpoint, refresh_token: text('The token, such as "{env.SHOP_REFRESH_TOKEN}".') },
      { client_secret: text('The secret, where the client has one, such as "{env.SHOP_SECRET}".'), ...tokenOptions },
    ),
  },
);
