/** Whose tokens a server accepts. */
import { changeKinds } from '../../kind.ts';
import { membersChanged, reportChanged } from '../../compare/changed.ts';
import { bothGuarded } from '../../compare/server-parts.ts';

const HTTP = 'transports: [http]';
const AUTH = (keys: string): string => `${HTTP}\nauth: { issuer: "https://login.shop.example"${keys} }`;

const SCOPES = ', scopes: { read: Read books. }, effects: { read: [read] }';

export const SERVER_AUTH = changeKinds('server', [
  {
    id: 'server/auth-added',
    level: 'breaking',
    says: 'A server now requires access tokens.',
    why: 'Clients that cannot log in, and programs without a token, are rejected.',
    next: 'Tell users to log in, and give programs a token of HAFT_TOKENS_FILE.',
    example: { before: HTTP, after: AUTH('') },
    mirror: 'server/auth-removed',
    detect({ before, after }, report) {
      if (before && after?.auth && !before.auth) report({ path: ['auth'], after: after.auth.issuer });
    },
  },
  {
    id: 'server/auth-removed',
    level: 'breaking',
    says: 'A server no longer requires access tokens.',
    why: 'Everyone who reaches the server can call its tools, and handlers no longer know their users.',
    next: 'Keep `auth`, or make sure that only its users reach the server.',
    mirror: 'server/auth-added',
    detect({ before, after }, report) {
      if (after && before?.auth && !after.auth) report({ path: ['auth'], before: before.auth.issuer });
    },
  },
  {
    id: 'server/auth-tokens',
    level: 'breaking',
    says: 'A server accepts other tokens.',
    why: 'Tokens that clients have are rejected, and users must log in again.',
    next: 'Add the new audience next to the old one first, or tell users about the login.',
    example: { before: AUTH(SCOPES), after: AUTH(`${SCOPES}, audience: ["api://books"]`) },
    detect(pair, report) {
      membersChanged(bothGuarded(pair), report, ['auth'], ({ issuer, audience, jwks_uri, introspection }) => {
        return { issuer, audience, jwks_uri, introspection };
      });
    },
  },
  {
    id: 'server/auth-headers',
    level: 'breaking',
    says: 'A server sends on other headers of its callers.',
    why: 'Calls without a header that a tool needs fail, and a header that is no longer declared is ignored.',
    next: 'Tell users which header to add to the entry of server "<server>" in their hosts, and where they find its value.',
    example: { before: AUTH(''), after: AUTH(', headers: { X-Books-Key: { description: Key of the library. } }') },
    detect(pair, report) {
      reportChanged(bothGuarded(pair), report, ['auth', 'headers'], ({ headers }) => headers);
    },
  },
  {
    id: 'server/auth-scopes',
    level: 'risky',
    says: 'What clients ask their users to allow changed.',
    why: 'An authorization server that does not know a scope rejects the login, and users see another question.',
    next: 'Declare the scopes at the authorization server first.',
    example: {
      before: AUTH(', scopes: { read: Read books. }'),
      after: AUTH(', scopes: { read: Read books., lend: Lend books. }'),
    },
    detect(pair, report) {
      const guarded = bothGuarded(pair);
      reportChanged(guarded, report, ['auth', 'scopes'], ({ scopes }) => scopes);
      reportChanged(guarded, report, ['auth', 'challenge'], ({ challenge = 'all' }) => challenge);
    },
  },
]);
