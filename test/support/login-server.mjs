// An authorization server of others (oidc-provider), as a process of its own: it prints its address. RESOURCE is whose tokens it issues.
// KEYS: those of the client `signer`, which may exchange tokens for ones of https://orders.example (RFC 8693).
import { createServer } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { Provider } from 'oidc-provider';

const { RESOURCE, FORMAT = 'jwt', KEYS } = process.env;
const EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ORDERS = 'https://orders.example';
const SCOPE = 'notes:read notes:write';
const web = createServer();
web.listen(0, '127.0.0.1', () => {
  const issuer = `http://127.0.0.1:${web.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: 'robot',
        client_secret: 'robot-secret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        scope: SCOPE,
      },
      {
        client_id: 'known',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1:9/back'],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      ...(KEYS === undefined
        ? []
        : [
            {
              client_id: 'signer',
              token_endpoint_auth_method: 'private_key_jwt',
              jwks: JSON.parse(KEYS),
              grant_types: [EXCHANGE],
              redirect_uris: [],
              response_types: [],
              scope: SCOPE,
            },
          ]),
      { client_id: 'rs', client_secret: 'rs-secret', grant_types: [], redirect_uris: [], response_types: [] },
    ],
    scopes: ['openid', 'offline_access', ...SCOPE.split(' ')],
    features: {
      clientCredentials: { enabled: true },
      registration: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      devInteractions: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => RESOURCE,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: SCOPE,
          audience: RESOURCE,
          accessTokenFormat: FORMAT,
          ...(FORMAT === 'jwt' && { jwt: { sign: { alg: 'RS256' } } }),
        }),
      },
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    issueRefreshToken: () => true,
    pkce: { required: () => true },
    ttl: { AccessToken: 300, ClientCredentials: 300, Grant: 3600, Interaction: 600, Session: 3600, RefreshToken: 3600 },
  });
  provider.proxy = true;
  const exchange = async (context) => {
    const { client, params } = context.oidc;
    const { payload } = await jwtVerify(params.subject_token, createRemoteJWKSet(new URL(`${issuer}/jwks`)), {
      issuer,
    });
    const token = new provider.AccessToken({
      client,
      accountId: payload.client_id,
      scope: 'notes:read',
      gty: 'exchange',
    });
    token.resourceServer = new provider.ResourceServer(ORDERS, {
      scope: SCOPE,
      audience: params.audience,
      accessTokenFormat: 'jwt',
      jwt: { sign: { alg: 'RS256' } },
    });
    const [access_token, { tokenType: token_type, expiration: expires_in }] = [await token.save(), token];
    const issued_token_type = 'urn:ietf:params:oauth:token-type:access_token';
    context.body = { access_token, token_type, expires_in, issued_token_type };
  };
  const own = ['subject_token', 'subject_token_type', 'audience', 'resource', 'scope'];
  provider.registerGrantType(EXCHANGE, exchange, own);
  web.on('request', (request, response) => {
    if (request.url.startsWith('/jwks') || request.url.startsWith('/reg') || request.url.startsWith('/token'))
      process.stdout.write(`${request.method} ${request.url.split('?')[0]}\n`);
    provider.callback()(request, response);
  });
  process.stdout.write(`listening ${issuer}\n`);
});
