/** The result of a tool is taken from another place of the answer. */
import { behaviours, resultMapping } from '../../parts/behaviours.ts';
import { membersChanged } from '../../parts/changed.ts';
import { changeKind } from '../../kind.ts';

export const toolResultMapping = changeKind({
  id: 'tool/result-mapping',
  scope: 'tool',
  axis: 'wire',
  level: 'risky',
  says: 'The result of a tool is taken from another place of the answer.',
  why: 'Readers find other values under the same names.',
  next: 'Call the tool with real arguments before and after, and compare the results.',
  example: {
    before: `returns: { type: object, properties: { total: { type: integer } } }
command: { argv: [books, search], result: { total: /total } }`,
    after: `returns: { type: object, properties: { total: { type: integer } } }
command: { argv: [books, search], result: { total: /count } }`,
  },
  mirror: 'tool/result-mapping',
  detect(pair, found) {
    for (const kind of ['http', 'command'] as const)
      membersChanged(behaviours(pair, kind), found, [kind, 'result'], resultMapping);
  },
});
