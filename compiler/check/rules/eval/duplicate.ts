/** Every eval asks something else. */
import { ruleAround } from '../../rule.ts';
import { repeatedQueries } from '../../text/eval-queries.ts';

export const evalDuplicate = ruleAround({
  id: 'eval/duplicate',
  subject: 'tool',
  severity: 'warning',
  around: repeatedQueries,
  says: 'Every eval asks something else.',
  why: 'A request that stands twice is counted twice and tests once; one that two tools both claim can never pass for both.',
  source: 'EXT §9 rule 3 (5-10 typical queries)',
  good: [
    'evals: [{ query: do we have the atlas }, { query: is the atlas on loan }]',
    'evals: [{ query: do we have the atlas }]',
  ],
  bad: [
    'evals: [{ query: do we have the atlas }, { query: Do we have the atlas? }]',
    `evals: [{ query: do we have the atlas }]
---
kind: tool
name: list_shelves
server: library
effects: read
description: { does: Lists the shelves of a room., when: a reader asks what stands where }
handler: handlers.ts
evals: [{ query: do we have the atlas }]`,
  ],
  check(tool, report, repeated) {
    for (const { index, first } of repeated) {
      const other = first.tool === tool ? 'this tool' : `tool "${first.tool.spec.name}"`;
      const message = `The request "${tool.spec.evals?.[index]?.query}" stands in another eval of ${other} already.`;
      const hint =
        first.tool === tool ? 'Ask for something else, or delete it.' : 'Decide which tool it should lead to.';
      report(['evals', index, 'query'], message, hint, {
        related: [{ message: 'The first one is here.', span: first.tool.at(['evals', first.index, 'query']) }],
      });
    }
  },
});
