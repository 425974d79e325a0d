/** The addresses of the forge. */
import type { Asked, ForgeAnswer } from './answer.ts';
import { CLIENT, ISSUES, LOGIN, PNG } from './constants.ts';
import type { ForgeState } from './state.ts';
import { count } from './state.ts';

type Route = (asked: Asked, state: ForgeState) => ForgeAnswer | Promise<ForgeAnswer>;

/** The answer, or undefined if the forge has no such address. */
export async function route(asked: Asked, state: ForgeState): Promise<ForgeAnswer | undefined> {
  const name = `${asked.method} ${asked.url.pathname}`;
  if (Object.hasOwn(OPEN, name)) return OPEN[name]?.(asked, state);
  const answer = Object.hasOwn(ROUTES, name) ? ROUTES[name] : undefined;
  if (answer === undefined) return undefined;
  return isKnown(asked, state) ? answer(asked, state) : { status: 401, body: { message: 'Bad credentials' } };
}

function isKnown({ headers }: Asked, { tokens }: ForgeState): boolean {
  const { authorization = '' } = headers;
  return tokens.has(authorization.replace(/^Bearer /, '')) || authorization === basic(LOGIN.user, LOGIN.password);
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}

const OPEN: Readonly<Record<string, Route>> = {
  // RFC 6749 §4.4; a token is accepted until the next one is issued.
  'POST /login/token': ({ headers, bytes }, state) => {
    const expected = basic(encodeURIComponent(CLIENT.id), encodeURIComponent(CLIENT.secret));
    const form = new URLSearchParams(bytes.toString());
    if (headers['authorization'] !== expected || form.get('grant_type') !== 'client_credentials')
      return { status: 401, body: { error: 'invalid_client' } };
    state.issued += 1;
    state.tokens = new Set([`token-${state.issued}-of-the-forge`]);
    return { body: { access_token: [...state.tokens][0], token_type: 'bearer', expires_in: 3600 } };
  },
};

const ROUTES: Readonly<Record<string, Route>> = {
  'GET /api/issues': ({ url }) => issuesPage(url),
  'GET /api/repositories/7/issues': ({ url }) => issuesPage(url),
  'PATCH /api/issues/3': ({ bytes }) => ({ body: { number: 3, received: JSON.parse(bytes.toString()) } }),
  'POST /api/hooks': ({ bytes, headers }) => ({
    status: 201,
    body: { type: headers['content-type'], fields: [...new URLSearchParams(bytes.toString())] },
  }),
  'GET /api/labels': () => ({ body: ['bug', 'help wanted'] }),
  'PUT /api/stars/haft': () => ({ status: 200 }),
  'GET /api/avatars/ada': () => ({ headers: { 'Content-Type': 'image/png' }, body: Buffer.from(PNG, 'base64') }),
  'GET /api/readme': () => ({ headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: '# Haft\n\nHandles.\n' }),
  'POST /api/assets': async ({ bytes, headers }) => {
    const type = headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
    const file = form.get('file');
    if (file === null || typeof file === 'string') return { status: 422, body: { message: 'file is missing' } };
    const text = Buffer.from(await file.arrayBuffer()).toString();
    return { status: 201, body: { label: form.get('label'), name: file.name, type: file.type, text } };
  },
  'GET /api/search': ({ url }) => ({ body: { query: [...url.searchParams], total: 1 } }),
  // The first two requests find it busy.
  'GET /api/stats': (_asked, state) =>
    count(state, 'stats') % 3 === 0 ? { body: { commits: 12 } } : { status: 503, headers: { 'Retry-After': '0' } },
  'POST /api/exports': () => ({ status: 202, headers: { Location: '/api/exports/9' }, body: { id: 9 } }),
  'GET /api/exports/9': (_asked, state) =>
    count(state, 'export') % 3 === 0
      ? { body: { status: 'done', size: 4096 } }
      : { status: 202, headers: { 'Retry-After': '0' }, body: { status: 'running' } },
  'GET /api/archive': () => ({ status: 302, headers: { Location: 'https://cdn.forge.example/archive.zip?sig=1' } }),
  'HEAD /api/archive': () => ({ headers: { 'Content-Length': '2048' } }),
  'DELETE /api/issues/99': () => ({ status: 404, body: { message: 'Not Found' } }),
  'DELETE /api/issues/98': () => ({ status: 429, headers: { 'Retry-After': '7' }, body: { message: 'Slow down' } }),
  'GET /api/user': ({ headers }) => ({ body: { login: 'ada', via: (headers['authorization'] ?? '').split(' ')[0] } }),
  // Takes the token back, as if it had expired before its time.
  'POST /api/tokens/revoke': (_asked, state) => {
    state.tokens.clear();
    return { status: 204 };
  },
  'GET /api/echo': ({ headers }) => ({ body: { said: headers['authorization'] } }),
};

/** Pages of 30, with a Link header whose address is another one than that of the request, as GitHub's is. */
function issuesPage(url: URL): ForgeAnswer {
  const page = Number(url.searchParams.get('page') ?? 1);
  const size = Number(url.searchParams.get('per_page') ?? 30);
  const numbers = Array.from({ length: ISSUES }, (_, index) => index + 1).slice((page - 1) * size, page * size);
  const next = new URL('/api/repositories/7/issues', url);
  next.search = url.search;
  next.searchParams.set('page', String(page + 1));
  const link = page * size < ISSUES ? { Link: `<${next.href}>; rel="next", <${url.origin}/x>; rel="last"` } : {};
  return { headers: link, body: numbers.map((number) => ({ number, title: `Issue ${number}`, body: 'x'.repeat(20) })) };
}
