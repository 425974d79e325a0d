/** What a tool does when it is called. */
import { BEHAVIORS } from '../../../spec/behaviors/index.ts';
import type { ChangeFacts, WrittenKind } from '../../change.ts';
import { changeKinds } from '../../kind.ts';
import { behaviorPairs, callMembers, resultMapping } from '../../compare/behaviors.ts';
import { changed, membersChanged } from '../../compare/changed.ts';

/** A different call, for each behavior that has such a kind. */
const CALLS = BEHAVIORS.flatMap(({ key, change }): WrittenKind<'tool'>[] => {
  if (!change) return [];
  return [
    {
      ...change,
      axis: 'wire',
      level: 'risky',
      next: 'Call the tool with real arguments before and after the change, and compare the results.',
      detect(pair, found) {
        for (const [kind, both] of behaviorPairs(pair))
          if (kind === key) membersChanged(both, found, [key], callMembers);
      },
    },
  ];
});

/** A name that was not mapped had no value. */
const ONLY_NEW = {
  level: 'safe',
  why: 'Only new names are mapped; the others have the values that they had.',
  next: 'Call the tool, and check the new values.',
} as const;

export const TOOL_BEHAVIOR = changeKinds('tool', [
  {
    id: 'tool/behaviour-kind',
    axis: 'wire',
    level: 'risky',
    says: 'The kind of behavior of a tool changed.',
    why: 'Requests, programs and functions fail in different ways, and their results can differ for the same arguments.',
    next: 'Call the tool with real arguments before and after the change, and compare the results.',
    example: {
      before: 'handler: handlers.ts',
      after: 'command: { argv: [books, search] }',
    },
    detect(pair, found) {
      changed(pair, found, [pair.after?.behavior.kind ?? ''], ({ behavior }) => behavior.kind);
    },
  },
  ...CALLS,
  {
    id: 'tool/result-mapping',
    axis: 'wire',
    level: 'risky',
    says: 'The result mapping of a tool changed.',
    why: 'Consumers get different values under the same names.',
    next: 'Call the tool with real arguments before and after the change, and compare the results.',
    example: {
      before: `returns: { type: object, properties: { total: { type: integer } } }
command: { argv: [books, search], result: { total: /total } }`,
      after: `returns: { type: object, properties: { total: { type: integer } } }
command: { argv: [books, search], result: { total: /count } }`,
    },
    detect(pair, found) {
      for (const [kind, both] of behaviorPairs(pair)) {
        // Without a mapping the whole output was the result.
        const wasMapped = both.before !== undefined && resultMapping(both.before) !== undefined;
        const report = (what: ChangeFacts): void =>
          found(wasMapped && what.before === undefined ? { ...what, ...ONLY_NEW } : what);
        membersChanged(both, report, [kind, 'result'], resultMapping);
      }
    },
  },
]);
