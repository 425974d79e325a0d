/** A request tests the choice between two similar tools. */
import type { ToolPart } from '../../model.ts';
import { crossRule } from '../../rule.ts';
import { neighborsOf } from '../../analysis/similar/similar-tools.ts';

const LOANS = `name: list_loans
description: { does: Lists the loans of a reader., when: a reader asks what is borrowed }
`;

const searchLoans = (evals: string): string => `---
kind: tool
name: search_loans
server: library
effects: read
description: { does: Searches the loans of a reader., when: a reader looks for a loan, instead: [{ case: all are wanted, use: list_loans }] }
handler: handlers.ts
${evals}`;

export const evalNearMiss = crossRule({
  id: 'eval/near-miss',
  subject: 'tool',
  severity: 'warning',
  around: neighborsOf,
  says: 'Of two similar tools, the evals of one should have a request for the other, or one where it must not be called.',
  why: 'Requests that fit no other tool pass with any description. Only a request that nearly fits shows whether a model can tell similar tools apart.',
  source: 'EXT §9 rule 3 (queries that test the choice)',
  good: [
    `${LOANS}evals: [{ query: what have I borrowed }]\n${searchLoans('evals: [{ query: did I borrow the atlas }, { query: show me everything I have borrowed, expect: list_loans }]')}`,
    `${LOANS}evals: [{ query: what have I borrowed, never: [search_loans] }]\n${searchLoans('evals: [{ query: did I borrow the atlas }]')}`,
    `${LOANS}evals: [{ query: what have I borrowed }]\n${searchLoans('evals: []')}`,
  ],
  bad: [
    `${LOANS}evals: [{ query: what have I borrowed }]\n${searchLoans('evals: [{ query: did I borrow the atlas }, { query: what is the weather like, expect: none }]')}`,
    `${LOANS}evals: [{ query: what have I borrowed }]\n${searchLoans('evals: [{ query: which loans are there, expect: { any_of: [search_loans, list_loans] } }]')}`,
  ],
  check(tool, report, near) {
    if (!hasEvals(tool)) return;
    for (const other of near) {
      if (!hasEvals(other) || separates(tool, other) || separates(other, tool)) continue;
      const [name, sibling] = [tool.spec.name, other.spec.name];
      report(
        ['evals'],
        `Tool "${name}" is easily confused with "${sibling}", and no eval of the two tests which is which.`,
        `Add a request that nearly fits: \`{ query: <a request for ${sibling}>, expect: ${sibling} }\`.`,
        { part: 'key', related: [{ message: 'The similar tool.', span: other.at(['name']) }] },
      );
    }
  },
});

function hasEvals({ spec }: ToolPart): boolean {
  return (spec.evals ?? []).length > 0;
}

/** Whether an eval of the one says that the other is right, or wrong; where both are right, it says nothing. */
function separates({ spec }: ToolPart, { spec: { name } }: ToolPart): boolean {
  return (spec.evals ?? []).some(({ expect, never = [] }) => {
    const right = typeof expect === 'object' ? expect.any_of : [expect];
    return never.includes(name) || (right.includes(name) && !right.includes(spec.name));
  });
}
