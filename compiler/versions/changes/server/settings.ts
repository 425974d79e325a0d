/** Settings of a server: how it lists its tools, its limits, its transports, and the exit codes of its program. */
import { type FailureExit, declaredExitCodes } from '@haft/runtime/language';
import { memoizeBy } from '../../../base/memo.ts';
import type { ServerPlan } from '../../../plan/model.ts';
import { entryAdded, entryRemoved } from '../../compare/sequence.ts';
import { limitsMoved } from '../../compare/limits.ts';
import { changeKinds } from '../../kind.ts';

const ERRORS = (status: number): string =>
  `connections: { catalogue: { base_url: "https://books.example.org", errors: { ${status}: { error: The catalogue is closed., retry_hint: Try again tomorrow., code: closed } } } }`;

const exitsOf = memoizeBy((server: ServerPlan) => declaredExitCodes(server));

/** The exit codes of a server's program. */
export const SERVER_EXIT_CODES = changeKinds('server', [
  {
    id: 'server/exit-code',
    level: 'risky',
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
  },
]);

/** Limits of a server: calls per minute, concurrency, time, size of results. */
export const SERVER_LIMITS = changeKinds('server', [
  {
    id: 'server/limits-tightened',
    level: 'risky',
    says: 'A limit of the server was tightened.',
    why: 'Callers within the old limit can now be rejected or timed out.',
    next: 'Keep the limit, or check how close actual use is to it.',
    example: { before: 'limits: { calls_per_minute: 120 }', after: 'limits: { calls_per_minute: 60 }' },
    mirror: 'server/limits-loosened',
    detect: limitsMoved('tightened'),
  },
  {
    id: 'server/limits-loosened',
    level: 'safe',
    says: 'A limit of the server was loosened.',
    why: 'All calls that were accepted still are.',
    next: 'Check that the services behind the server can handle the load.',
    mirror: 'server/limits-tightened',
    detect: limitsMoved('loosened'),
  },
]);

/** Whether clients see all tools of a server, or find them. */
export const SERVER_LIST = changeKinds('server', [
  {
    id: 'server/list-search',
    level: 'breaking',
    says: 'Most tools are no longer listed: two tools find and call them.',
    why: 'Hosts ask the user about a tool by its name: permissions that name one of them no longer apply, and a host may not offer a tool that is not listed.',
    next: 'Tell users to allow `find_tools` and `call_tool`, or keep `list: all` for hosts with a search of their own.',
    example: { before: 'list: all', after: 'list: search' },
    mirror: 'server/list-all',
    detect(pair, report) {
      if (pair.before && pair.after && !pair.before.list && pair.after.list)
        report({ path: ['list'], before: 'all', after: 'search' });
    },
  },
  {
    id: 'server/list-all',
    level: 'breaking',
    says: 'All tools are listed again, and the two that found and called them are gone.',
    why: 'Permissions and programs that name `find_tools` or `call_tool` fail.',
    next: 'Tell users to allow the tools by their names.',
    mirror: 'server/list-search',
    detect(pair, report) {
      if (pair.before && pair.after && pair.before.list && !pair.after.list)
        report({ path: ['list'], before: 'search', after: 'all' });
    },
  },
]);

/** The transports on which a server listens. */
export const SERVER_TRANSPORT = changeKinds('server', [
  {
    id: 'server/transport-added',
    level: 'safe',
    says: 'A transport was added.',
    why: 'The existing transports are not affected.',
    next: 'Tell users whose hosts need the new transport.',
    example: { before: 'transports: [stdio]', after: 'transports: [stdio, http]' },
    mirror: 'server/transport-removed',
    detect: entryAdded('transports', ({ transports }) => transports),
  },
  {
    id: 'server/transport-removed',
    level: 'breaking',
    says: 'A transport was removed.',
    why: 'Hosts whose entry uses it cannot connect.',
    next: 'Keep the transport until no host entry uses it.',
    mirror: 'server/transport-added',
    detect: entryRemoved('transports', ({ transports }) => transports),
  },
  {
    id: 'server/transport-default',
    level: 'breaking',
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
  },
]);
