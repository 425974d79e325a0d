/** What a tool does when it is called. */
import { sameJson } from '@haft/runtime/language';
import { exchangeIn, movedCall } from '../../adapters/exchange.ts';
import { inferAdapter } from '../../adapters/infer.ts';
import { BEHAVIORS } from '../../../spec/behaviors/index.ts';
import type { ChangeFacts, ToolPair } from '../../change.ts';
import { DEPRECATED, exampleOf } from '../../compare/example-documents.ts';
import { kindsOf } from '../../kind.ts';
import { behaviorPairs, callMembers, resultMapping } from '../../compare/failures.ts';
import { reportChanged, membersChanged } from '../../compare/changed.ts';

const { wire } = kindsOf('tool');

/** A different call, for each behavior that has such a kind. */
const CALLS = BEHAVIORS.flatMap(({ key, change }) =>
  change
    ? wire.risky(change.id, {
        ...change,
        next: 'Call the tool with real arguments before and after the change, and compare the results.',
        detect(pair, report) {
          const meaning = pair.before && pair.after && exchangeIn(pair.before, pair.after);
          const reportMeaning = (what: ChangeFacts): void => report({ ...what, ...meaning });
          for (const [kind, both] of behaviorPairs(pair))
            if (kind === key) membersChanged(both, reportMeaning, [key], callMembers);
        },
      })
    : [],
);

/** Where the other tool is as it was. */
function movedBy({ before, after, owner }: ToolPair): string | undefined {
  if (before?.behavior.kind !== 'via' || after?.behavior.kind !== 'via') return undefined;
  const name = before.behavior.tool;
  const [old, now] = [owner.before, owner.after].map((one) => one?.tools.find((tool) => tool.name === name));
  const isSame =
    old &&
    now &&
    after.behavior.tool === name &&
    sameJson([old.inputSchema, old.behavior], [now.inputSchema, now.behavior]);
  return isSame ? movedCall(before, now, [before.behavior, after.behavior]) : undefined;
}

/** A deprecated tool and its successor. */
const ADAPTED = `${DEPRECATED}*
---
kind: tool
name: search_books_v2
server: library
description: { does: Searches the shelves by words and author., when: the user looks for a book }
effects: read
parameters: { words: { type: string, description: Words to look for. } }
command: { argv: [books, find, "{words}"] }`;

const TOTAL = `returns: { type: object, properties: { total: { type: integer } } }
command: { argv: [books, search], result: { total: * } }`;

/** What `haft bump` writes, with its proof. */
const SAME_WORK = {
  level: 'safe',
  why: 'Every call of it becomes the same call as before, and every result is read as before: this is proved from both behaviors and schemas.',
  next: 'Migrate its callers until its removal date.',
} as const;

/** A name that was not mapped had no value. */
const ONLY_NEW = {
  level: 'safe',
  why: 'Only new names are mapped; the others have the values that they had.',
  next: 'Call the tool, and check the new values.',
} as const;

export const TOOL_BEHAVIOR = [
  wire.risky('tool/behaviour-kind', {
    says: 'The kind of behavior of a tool changed.',
    why: 'Requests, programs and functions fail in different ways, and their results can differ for the same arguments.',
    next: 'Call the tool with real arguments before and after the change, and compare the results.',
    example: { before: 'handler: handlers.ts', after: 'command: { argv: [books, search] }' },
    detect(pair, report) {
      if (pair.after?.behavior.kind === 'via') return;
      reportChanged(pair, report, [pair.after?.behavior.kind ?? ''], ({ behavior }) => behavior.kind);
    },
  }),
  wire.risky('tool/adapted', {
    says: 'A deprecated tool calls another tool instead of its own behavior.',
    why: 'Its calls are valid for the other tool, which may do something else with the same arguments.',
    next: 'Call the tool with real arguments before and after the change, and compare the results.',
    example: exampleOf(ADAPTED, ' }\ncommand: { argv: [books, search] }', ', via: {} }'),
    mirror: 'A behavior instead of `via` is reported as tool/behaviour-kind.',
    detect(pair, report) {
      const { before, after } = pair;
      if (after?.behavior.kind !== 'via' || !before || before.behavior.kind === 'via') return;
      const { tool, kind: _kind, blocks: _blocks, ...adapter } = after.behavior;
      const target = pair.owner.after?.tools.find(({ name }) => name === tool);
      const proved = target ? inferAdapter(before, target) : '';
      const why = target && typeof proved !== 'string' ? movedCall(before, target, [proved, adapter]) : undefined;
      const facts = sameJson(proved, adapter) ? SAME_WORK : why !== undefined && { level: 'breaking' as const, why };
      report({ path: ['deprecated', 'via'], before: before.behavior.kind, after: tool, ...facts });
    },
  }),
  wire.risky('tool/adapter', {
    says: 'The way in which a deprecated tool calls another tool changed.',
    why: 'Consumers can get different values for the same arguments.',
    next: 'Call the tool with real arguments before and after the change, and compare the results.',
    example: exampleOf(ADAPTED, ', via: {} }', ', via: {}, result: { total: /total } }'),
    detect(pair, report) {
      const { before, after } = pair;
      if (before?.behavior.kind !== 'via' || after?.behavior.kind !== 'via') return;
      const why = movedBy(pair);
      const reportMeaning = (what: ChangeFacts): void =>
        report({ ...what, ...(why !== undefined && { level: 'breaking', why }) });
      const both = { before: before.behavior, after: after.behavior };
      membersChanged(both, reportMeaning, ['deprecated', 'via'], (one) => one);
    },
  }),
  ...CALLS,
  wire.risky('tool/result-mapping', {
    says: 'The result mapping of a tool changed.',
    why: 'Consumers get different values under the same names.',
    next: 'Call the tool with real arguments before and after the change, and compare the results.',
    example: exampleOf(TOTAL, '/total', '/count'),
    detect(pair, report) {
      for (const [kind, both] of behaviorPairs(pair)) {
        // Without a mapping the whole output was the result.
        const wasMapped = both.before !== undefined && resultMapping(both.before) !== undefined;
        const reportMapped = (what: ChangeFacts): void =>
          report(wasMapped && what.before === undefined ? { ...what, ...ONLY_NEW } : what);
        membersChanged(both, reportMapped, [kind, 'result'], resultMapping);
      }
    },
  }),
];
