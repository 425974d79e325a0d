// An authorization server of others (oidc-provider), as a process of its own: it prints its address. RESOURCE is whose tokens it issues.
import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const { RESOURCE, FORMAT = 'jwt' } = process.env;
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
  web.on('request', (request, response) => {
    if (request.url.startsWith('/jwks') || request.url.startsWith('/reg') || request.url.startsWith('/token'))
      process.stdout.write(`${request.method} ${request.url.split('?')[0]}\n`);
    provider.callback()(request, response);
  });
  process.stdout.write(`listening ${issuer}\n`);
});
