// An MCP server of revision 2025-06-18 with its own authorization server, as a process: it prints its address, and what it is asked.
// Refresh tokens can be used once; the second use ends the login. LIFE: seconds of a token. SHOW: every request is printed whole.
// `/notes` is a service without MCP behind the same login. Commands are lines of standard input; `say` fills every text of `notes` or `mcp`.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const { LIFE = '3600', SCOPE = 'read', REGISTRATION = 'yes', SHOW = 'no' } = process.env;
const grants = new Map();
const codes = new Map();
let count = 0;
let broken = '';
const texts = { notes: '', mcp: '' };
const say = (text) => process.stdout.write(`${text}\n`);

function issue(login, scope, more = {}) {
  count += 1;
  const token = `access-token-${count}`;
  const refresh = `refresh-token-${count}`;
  grants.set(token, { login, scope, until: Date.now() + Number(LIFE) * 1000 });
  if (login.refreshable) login.refresh = refresh;
  const own = login.refreshable ? { refresh_token: refresh } : {};
  return [200, { access_token: token, token_type: 'Bearer', expires_in: Number(LIFE), scope, ...own, ...more }];
}

const GRANTS = {
  client_credentials: (form) => issue({}, form.get('scope') ?? ''),
  authorization_code(form) {
    const asked = codes.get(form.get('code'));
    codes.delete(form.get('code'));
    const verifier = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (asked?.challenge !== verifier || asked.redirect !== form.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }];
    return issue({ refreshable: true }, asked.scope);
  },
  refresh_token(form) {
    const given = form.get('refresh_token');
    const [, grant] = [...grants].find(([, { login }]) => login.refresh === given) ?? [];
    if (!grant) {
      for (const { login } of grants.values()) delete login.refresh;
      return [400, { error: 'invalid_grant' }];
    }
    return issue(grant.login, grant.scope);
  },
  'urn:ietf:params:oauth:grant-type:token-exchange': (form) =>
    issue({ of: form.get('subject_token'), audience: form.get('audience') }, form.get('scope') ?? ''),
};

const TOOLS = [
  { name: 'show_access', inputSchema: { type: 'object' } },
  { name: 'write_note', inputSchema: { type: 'object' } },
];

/** The message with everything that can be said before it. */
function saying({ method, params, id }, { result, error }) {
  const said = texts.mcp;
  if (method !== 'tools/call' || said === '') return undefined;
  const progressToken = params?._meta?.progressToken ?? 0;
  const messages = [
    { method: 'notifications/message', params: { level: 'error', logger: said, data: { [said]: said } } },
    { method: 'notifications/progress', params: { progressToken, progress: 1, message: said } },
    broken === 'rpc'
      ? { id, error: { code: -32000, message: said, data: said } }
      : {
          id,
          error,
          result: {
            ...result,
            content: [{ type: 'text', text: said }],
            structuredContent: { [said]: said },
            isError: broken === 'tool',
          },
        },
  ];
  return messages.map((one) => `data: ${JSON.stringify({ jsonrpc: '2.0', ...one })}\n\n`).join('');
}

function rpc({ id, method, params }, headers, grant) {
  if (method === 'server/discover') return { id, error: { code: -32601, message: 'unknown' } };
  if (method === 'initialize')
    return {
      id,
      result: {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'guarded', version: '1.0.0' },
      },
    };
  if (method === 'tools/list') return { id, result: { tools: TOOLS } };
  const text = JSON.stringify({
    tool: params?.name,
    authorization: headers.authorization,
    session: headers['mcp-session-id'],
    of: grant.login.of,
    audience: grant.login.audience,
    key: headers['x-notes-key'],
  });
  return { id, result: { content: [{ type: 'text', text }] } };
}

const web = createServer((request, response) => {
  const url = new URL(request.url, base());
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () =>
    answer(url, body, request, (status, value, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value));
    }),
  );
});
const base = () => `http://127.0.0.1:${web.address().port}`;

const METADATA = {
  '/.well-known/oauth-protected-resource/mcp': () => ({
    resource: `${base()}/mcp`,
    authorization_servers: [base()],
    scopes_supported: [SCOPE],
  }),
  '/.well-known/oauth-authorization-server': () => ({
    issuer: base(),
    authorization_endpoint: `${base()}/authorize`,
    token_endpoint: `${base()}/token`,
    ...(REGISTRATION === 'yes' && { registration_endpoint: `${base()}/register` }),
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    scopes_supported: [SCOPE, 'write'],
  }),
};

function answer(url, body, { method, headers }, send) {
  const { pathname: path, searchParams: query } = url;
  if (SHOW === 'yes') say(`request ${JSON.stringify({ path, query: [...query], headers, body })}`);
  if (METADATA[path]) return send(200, METADATA[path]());
  if (path === '/register')
    return (say('register'), send(201, { client_id: `client-${++count}`, ...JSON.parse(body) }));
  if (path === '/authorize') {
    say(`authorize ${query.get('scope')}`);
    const code = `code-${++count}`;
    codes.set(code, {
      challenge: query.get('code_challenge'),
      redirect: query.get('redirect_uri'),
      scope: query.get('scope') ?? '',
    });
    const back = new URL(query.get('redirect_uri'));
    for (const [name, value] of Object.entries({
      code,
      state: query.get('state'),
      iss: broken === 'iss' ? 'https://other.example' : base(),
    }))
      back.searchParams.set(name, value);
    return send(302, undefined, { location: back.href });
  }
  if (path === '/token') {
    const form = new URLSearchParams(body);
    say(`token ${form.get('grant_type')}`);
    if (broken === 'token') return send(503, { error: 'temporarily_unavailable' });
    if (/^[a-z_]+_[a-z_]+$/.test(broken)) return send(broken === 'invalid_client' ? 401 : 400, { error: broken });
    return send(...(GRANTS[form.get('grant_type')]?.(form) ?? [400, { error: 'unsupported_grant_type' }]));
  }
  if (path !== '/mcp' && path !== '/notes') return send(404, {});
  if (path === '/mcp' && method !== 'POST') return send(405, {});
  const message = path === '/mcp' ? JSON.parse(body) : { id: 1 };
  const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
  const grant = grants.get(token);
  const challenge = (scope, error) => ({
    'www-authenticate': `Bearer resource_metadata="${base()}/.well-known/oauth-protected-resource/mcp", scope="${scope}"${error ? `, error="${error}"` : ''}`,
  });
  if (!grant || grant.until < Date.now() || broken === 'access')
    return send(401, {}, challenge(SCOPE, token && 'invalid_token'));
  const needed = message.params?.name === 'write_note' ? 'write' : '';
  if (needed && !grant.scope.split(' ').includes(needed)) return send(403, {}, challenge(needed, 'insufficient_scope'));
  if (message.id === undefined) return send(202);
  if (path === '/notes' && texts.notes !== '') {
    const said = texts.notes;
    const echo = { 'content-type': `application/json; of="${grant.login.of}"`, 'x-echo': encodeURIComponent(said) };
    return send(broken === 'notes' ? 400 : 200, { [said]: said, error: said }, echo);
  }
  if (path === '/notes') return send(200, { token, key: headers['x-notes-key'] });
  const session = message.method === 'initialize' && { 'mcp-session-id': `session-${count}` };
  const stream = saying(message, rpc(message, headers, grant));
  if (stream) return send(200, stream, { 'content-type': 'text/event-stream' });
  return send(200, { jsonrpc: '2.0', ...rpc(message, headers, grant) }, SHOW === 'yes' ? session || {} : {});
}

const COMMANDS = {
  expire: () => [...grants.values()].forEach((grant) => (grant.until = 0)),
  revoke: () => grants.clear(),
  break: (what = '') => (broken = what),
  say: (where, text) => (texts[where] = decodeURIComponent(text)),
};
process.stdin.setEncoding('utf8').on('data', (text) => {
  for (const line of text.split('\n').filter(Boolean)) {
    const [name, ...rest] = line.split(' ');
    COMMANDS[name](...rest);
    say(`done ${name}`);
  }
});
web.listen(0, '127.0.0.1', () => say(`listening ${base()}`));
