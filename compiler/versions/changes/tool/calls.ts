/** How a tool is called: what it changes, how long it may take, the tokens it needs, what it asks its user, and the failures it declares. */
import type { Json } from '@haft/runtime/language';
import type { ToolPlan } from '../../../plan/model.ts';
import type { Detect, ToolPair } from '../../change.ts';
import { effectsMoved } from '../../compare/annotations.ts';
import { exampleOf } from '../../compare/example-documents.ts';
import { behaviorPairs, failuresChanged, messagesChanged } from '../../compare/failures.ts';
import { limitsMoved, memberChanged, memberMoved, reportChanged } from '../../compare/changed.ts';
import { kindsOf } from '../../kind.ts';

const { wire, model } = kindsOf('tool');

function inFailing(changed: typeof failuresChanged): Detect<ToolPair> {
  return (pair, report) => {
    changed(pair, report, []);
    for (const [kind, both] of behaviorPairs(pair)) changed(both, report, [kind]);
  };
}

const guarded = (keys: string): string => `server: shop
${keys}
---
kind: server
name: shop
version: 1.0.0
summary: Orders books.
transports: [http]
auth: { issuer: "https://login.shop.example", scopes: { read: Read books., lend: Lend books. } }`;

/** Whether tokens that were enough no longer are, or all of them are and others as well. */
function scopesMoved(how: 'widened' | 'narrowed'): Detect<ToolPair> {
  return ({ before, after }, report) => {
    if (!before || !after) return;
    const isWider = needsMore(before, after);
    if (how === 'widened' ? isWider : !isWider && needsMore(after, before))
      report({ path: ['scopes'], before: needsOf(before), after: needsOf(after) });
  };
}

function needsMore(from: ToolPlan, to: ToolPlan): boolean {
  if (to.public === true) return false;
  return from.public === true || (to.scopes ?? []).some((scope) => !from.scopes?.includes(scope));
}

function needsOf({ scopes = [], public: isPublic }: ToolPlan): Json {
  return isPublic === true ? 'public' : scopes;
}

/** None where the tool's own timeout is unchanged: a change of its server is reported once, for the server. */
function timeoutMoved(isMoved: (old: number, now: number) => boolean): Detect<ToolPair> {
  return ({ before, after, owner }, report) => {
    if (!before || !after || before.timeout_ms === after.timeout_ms) return;
    const old = before.timeout_ms ?? owner.before?.limits.timeout_ms;
    const now = after.timeout_ms ?? owner.after?.limits.timeout_ms;
    if (old !== undefined && now !== undefined && isMoved(old, now))
      report({ path: ['timeout_ms'], before: old, after: now });
  };
}

const LOANS =
  'returns: { type: object, properties: { loans: { type: array, maxItems: 50, items: { type: object, properties: { title: { type: string }, days: { type: integer } } } } } }';

const TITLE = 'parameters: { title: { type: string, description: Exact title. } }\n';

const SEARCH = 'command: { argv: [books, search]* }';
const LOCKED = ', exit_codes: { 3: { error: The index is locked., retry_hint: * } }';

export const TOOL_CALLS = [
  wire.risky('tool/effects-widened', {
    says: 'A tool declares more side effects.',
    why: 'Hosts that ran it without approval now ask, or keep running it although it changes data.',
    next: 'Check that the user is asked before changes, and consider a separate tool for them.',
    example: { before: 'effects: read', after: 'effects: write' },
    detect: effectsMoved('widened'),
  }),
  wire.safe('tool/effects-narrowed', {
    says: 'A tool declares fewer side effects.',
    why: 'Hosts may stop asking for approval; existing calls still work.',
    next: 'Check that the tool really has no undeclared side effects.',
    mirror: 'tool/effects-widened',
    detect: effectsMoved('narrowed'),
  }),
  wire.risky('tool/failures', {
    says: 'The error cases of a tool changed.',
    why: 'Callers that check the error code see a different one, or a success instead of an error.',
    next: 'Keep the codes that callers know, and add new ones.',
    example: exampleOf(SEARCH, '', LOCKED.replace('*', 'Try again in a minute., code: locked')),
    detect: inFailing(failuresChanged),
  }),
  model.risky('tool/failure-words', {
    says: 'An error message of a tool changed.',
    why: 'A model reads it when a call fails, and follows its hint.',
    next: 'Check that the new message says what to do next.',
    example: exampleOf(SEARCH.replace('*', LOCKED), 'Try again in a minute.', 'Ask the user to close the index.'),
    detect: inFailing(messagesChanged),
  }),
  wire.breaking('tool/scopes-widened', {
    says: 'A call needs scopes that it did not need before.',
    why: 'Tokens that were enough are rejected until the user allows more; some clients do not ask again.',
    next: 'Keep the scopes, or tell users that they have to log in again.',
    example: { before: guarded('scopes: [read]'), after: guarded('scopes: [read, lend]') },
    detect: scopesMoved('widened'),
  }),
  wire.safe('tool/scopes-narrowed', {
    says: 'A call needs fewer scopes than before.',
    why: 'All tokens that were enough still are.',
    next: 'Check that everyone who can now call the tool may do so.',
    mirror: 'tool/scopes-widened',
    detect: scopesMoved('narrowed'),
  }),
  wire.risky('tool/timeout-shortened', {
    says: 'The timeout of a tool was reduced.',
    why: 'Slow calls that worked before now time out.',
    next: 'Keep the longer timeout unless slow results are useless.',
    example: { before: 'timeout_ms: 60000', after: 'timeout_ms: 10000' },
    detect: timeoutMoved((old, now) => now < old),
  }),
  wire.safe('tool/timeout-lengthened', {
    says: 'The timeout of a tool was increased.',
    why: 'All calls that worked still do; hosts with a shorter timeout give up first.',
    next: 'Check that the hosts wait that long.',
    detect: timeoutMoved((old, now) => now > old),
  }),
  wire.risky('tool/limits-tightened', {
    says: 'A limit of a tool was added or tightened.',
    why: 'Calls and results within the old limit can now be rejected.',
    next: 'Keep the limit, or check how close actual use is to it.',
    example: { before: 'limits: { result_bytes: 100000 }', after: 'limits: { result_bytes: 20000 }' },
    detect: limitsMoved('tightened'),
  }),
  wire.safe('tool/limits-loosened', {
    says: 'A limit of a tool was loosened or removed.',
    why: 'All calls and results that were accepted still are.',
    next: 'Check that hosts and the services behind the tool can handle more.',
    detect: limitsMoved('loosened'),
  }),
  wire.risky('tool/tags', {
    says: 'The tags of a tool changed.',
    why: 'Servers that are started with `--tools tag:…` or `--without tag:…` serve it, or no longer do.',
    next: 'Keep the tags, or tell those who start the server.',
    example: { before: 'tags: [admin]', after: 'tags: [staff]' },
    detect: memberChanged('tags'),
  }),
  wire.safe('tool/view', {
    says: 'The view of a tool, or the page that it names, was added, removed or changed.',
    why: 'Hosts that draw views show the same result differently; models and other hosts get what they got before.',
    next: 'Look at it: `haft view <tool> --with result.json`.',
    example: { before: `view: table\n${LOANS}`, after: `view: { table: loans, columns: [title] }\n${LOANS}` },
    detect: (pair, report) =>
      reportChanged(pair, report, ['view'], ({ view, page }) => (page === undefined ? view : { view, page })),
  }),
  wire.risky('tool/requires-added', {
    says: 'A tool now works only in clients that can ask their user.',
    why: 'Other clients no longer see it, or get an error for its calls.',
    next: 'Tell the users of such clients, or delete `requires` and return a failure from the tool.',
    example: { before: TITLE, after: `${TITLE}requires: elicitation` },
    detect: memberMoved('added', 'requires'),
  }),
  wire.safe('tool/requires-removed', {
    says: 'A tool also works in clients that cannot ask their user.',
    why: 'All calls that worked still do.',
    next: 'Call it in a client that cannot ask.',
    detect: memberMoved('removed', 'requires'),
  }),
  wire.risky('tool/ask', {
    says: 'The parameters that a tool asks the user for changed.',
    why: 'A call without one of them is now asked about, or no longer.',
    next: 'Call the tool without them, in a client that can ask and in one that cannot.',
    example: { before: TITLE, after: `${TITLE}ask: [{ title: Which book? }]` },
    detect: memberChanged('ask'),
  }),
];
