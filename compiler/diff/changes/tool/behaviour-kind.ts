/** A tool is carried out in another way. */
import { changed } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolBehaviourKind = changeKind({
  id: 'tool/behaviour-kind',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'A tool is carried out in another way.',
  why: 'A request, a program and a function fail in different ways, and their results can differ for the same arguments.',
  next: 'Call the tool with real arguments before and after, and compare the results.',
  example: {
    before: 'handler: handlers.ts',
    after: 'command: { argv: [books, search] }',
  },
  mirror: 'tool/behaviour-kind',
  detect(pair, found) {
    changed(pair, found, [pair.after?.behaviour.kind ?? ''], ({ behaviour }) => behaviour.kind);
  },
});
