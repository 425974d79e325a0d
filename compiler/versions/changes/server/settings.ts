/** Settings of a server: how it lists its tools, its limits, its transports, whose tokens it accepts, and the exit codes of its program. */
import { type FailureExit, type Json, declaredExitCodes } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import type { Detect, ServerPair } from '../../change.ts';
import { limitsMoved, membersChanged, reportChanged } from '../../compare/changed.ts';
import { namesMoved } from '../../compare/sequence.ts';
import { bothGuarded } from '../../compare/server-parts.ts';
import { kindsOf } from '../../kind.ts';

const { wire } = kindsOf('server');

const ERRORS = (status: number): string =>
  `connections: { catalogue: { base_url: "https://books.example.org", errors: { ${status}: { error: The catalogue is closed., retry_hint: Try again tomorrow., code: closed } } } }`;

const exitsOf = memoizeBy((server: ServerPlan) => declaredExitCodes(server));

/** A setting with two values has this one now. */
function settingChanged(key: string, value: (server: ServerPlan) => Json, now: Json): Detect<ServerPair> {
  return (pair, report) => {
    if (pair.after && value(pair.after) === now) reportChanged(pair, report, [key], value);
  };
}

const HTTP = 'transports: [http]';
const AUTH = (keys: string): string => `${HTTP}\nauth: { issuer: "https://login.shop.example"${keys} }`;

const SCOPES = ', scopes: { read: Read books. }, effects: { read: [read] }';

export const SERVER_SETTINGS = [
  wire.risky('server/exit-code', {
    output: 'cli',
    says: 'A failure of the server has another exit code in its program.',
    why: 'Scripts that run the program look at its exit code, and do something else now.',
    next: 'Leave the code at the status or place where it was, or give the failure a new code.',
    example: { before: ERRORS(404), after: ERRORS(503) },
    detect({ before, after }, report) {
      if (!before || !after) return;
      const released = exitsOf(before);
      const exits = released.size > 0 ? exitsOf(after) : released;
      for (const [code, exit] of released) {
        const now: FailureExit | undefined = exits.get(code);
        if (now !== undefined && now !== exit) report({ path: ['exit_codes', code], before: exit, after: now });
      }
    },
  }),
  wire.risky('server/limits-tightened', {
    says: 'A limit of the server was tightened.',
    why: 'Callers within the old limit can now be rejected or timed out.',
    next: 'Keep the limit, or check how close actual use is to it.',
    example: { before: 'limits: { calls_per_minute: 120 }', after: 'limits: { calls_per_minute: 60 }' },
    detect: limitsMoved('tightened'),
  }),
  wire.safe('server/limits-loosened', {
    says: 'A limit of the server was loosened.',
    why: 'All calls that were accepted still are.',
    next: 'Check that the services behind the server can handle the load.',
    detect: limitsMoved('loosened'),
  }),
  wire.breaking('server/list-search', {
    says: 'Most tools are no longer listed: two tools find and call them.',
    why: 'Hosts ask the user about a tool by its name: permissions that name one of them no longer apply, and a host may not offer a tool that is not listed.',
    next: 'Tell users to allow `find_tools` and `call_tool`, or keep `list: all` for hosts with a search of their own.',
    example: { before: 'list: all', after: 'list: search' },
    detect: settingChanged('list', ({ list = 'all' }) => list, 'search'),
  }),
  wire.breaking('server/list-all', {
    says: 'All tools are listed again, and the two that found and called them are gone.',
    why: 'Permissions and programs that name `find_tools` or `call_tool` fail.',
    next: 'Tell users to allow the tools by their names.',
    mirror: 'server/list-search',
    detect: settingChanged('list', ({ list = 'all' }) => list, 'all'),
  }),
  wire.safe('server/transport-added', {
    says: 'A transport was added.',
    why: 'The existing transports are not affected.',
    next: 'Tell users whose hosts need the new transport.',
    example: { before: 'transports: [stdio]', after: 'transports: [stdio, http]' },
    detect: namesMoved('added', 'transports', ({ transports }) => transports),
  }),
  wire.breaking('server/transport-removed', {
    says: 'A transport was removed.',
    why: 'Hosts whose entry uses it cannot connect.',
    next: 'Keep the transport until no host entry uses it.',
    detect: namesMoved('removed', 'transports', ({ transports }) => transports),
  }),
  wire.breaking('server/transport-default', {
    says: 'The default transport of the server changed.',
    why: 'A host entry that does not select a transport gets one that the host may not support.',
    next: 'Put the previous transport first again.',
    example: { before: 'transports: [stdio, http]', after: 'transports: [http, stdio]' },
    detect(pair, report) {
      const [old, now] = [pair.before?.transports[0], pair.after?.transports[0]];
      // Kind server/transport-removed reports a removed default.
      const isLeft = old !== undefined && pair.after?.transports.includes(old);
      if (isLeft && now !== undefined && old !== now) report({ path: ['transports'], before: old, after: now });
    },
  }),
  wire.safe('server/coercion-on', {
    says: 'Arguments of the wrong JSON type are now converted when nothing is lost.',
    why: 'All calls that were accepted still are.',
    next: 'Check that no tool relies on the rejection.',
    example: { before: 'coerce: false', after: 'coerce: true' },
    detect: settingChanged('coerce', ({ coerce }) => coerce, true),
  }),
  wire.breaking('server/coercion-off', {
    says: 'Arguments of the wrong JSON type are no longer converted.',
    why: 'Small models that send "5" for 5 worked before and are now rejected.',
    next: 'Keep "coerce: true", or check which models call the server.',
    mirror: 'server/coercion-on',
    detect: settingChanged('coerce', ({ coerce }) => coerce, false),
  }),
  wire.breaking('server/auth-added', {
    says: 'A server now requires access tokens.',
    why: 'Clients that cannot log in, and programs without a token, are rejected.',
    next: 'Tell users to log in, and give programs a token of HAFT_TOKENS_FILE.',
    example: { before: HTTP, after: AUTH('') },
    detect({ before, after }, report) {
      if (before && after?.auth && !before.auth) report({ path: ['auth'], after: after.auth.issuer });
    },
  }),
  wire.breaking('server/auth-removed', {
    says: 'A server no longer requires access tokens.',
    why: 'Everyone who reaches the server can call its tools, and handlers no longer know their users.',
    next: 'Keep `auth`, or make sure that only its users reach the server.',
    detect({ before, after }, report) {
      if (after && before?.auth && !after.auth) report({ path: ['auth'], before: before.auth.issuer });
    },
  }),
  wire.breaking('server/auth-tokens', {
    says: 'A server accepts other tokens.',
    why: 'Tokens that clients have are rejected, and users must log in again.',
    next: 'Add the new audience next to the old one first, or tell users about the login.',
    example: { before: AUTH(SCOPES), after: AUTH(`${SCOPES}, audience: ["api://books"]`) },
    detect(pair, report) {
      membersChanged(bothGuarded(pair), report, ['auth'], ({ issuer, audience, jwks_uri, introspection }) => {
        return { issuer, audience, jwks_uri, introspection };
      });
    },
  }),
  wire.breaking('server/auth-headers', {
    says: 'A server sends on other headers of its callers.',
    why: 'Calls without a header that a tool needs fail, and a header that is no longer declared is ignored.',
    next: 'Tell users which header to add to the entry of server "<server>" in their hosts, and where they find its value.',
    example: { before: AUTH(''), after: AUTH(', headers: { X-Books-Key: { description: Key of the library. } }') },
    detect: (pair, report) => reportChanged(bothGuarded(pair), report, ['auth', 'headers'], ({ headers }) => headers),
  }),
  wire.risky('server/auth-scopes', {
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
  }),
];
