/** Of two similar tools, one names the other. */
import { crossRule } from '../../rule.ts';
import { names, neighborsOf } from '../../analysis/similar/similar-tools.ts';

const LOANS =
  'name: list_loans\ndescription: { does: Lists the loans of a reader., when: a reader asks what is borrowed }';

/** The base of these examples has no second tool, so one is behind it. */
const otherTool = (name: string, description: string, effects = 'read'): string => `---
kind: tool
name: ${name}
server: library
effects: ${effects}
description: ${description}
handler: handlers.ts`;

export const neighborNamed = crossRule({
  id: 'tool/neighbour-named',
  subject: 'tool',
  severity: 'warning',
  around: neighborsOf,
  says: 'Of two similar tools, one must say when to use the other.',
  profiles: ['ext'],
  why: 'Given "search_loans" and "list_loans" without guidance, a model uses the first one listed.',
  source: 'EXT §8 rule 1 (names the tool to use instead for neighboring cases)',
  good: [
    `${LOANS}\n${otherTool('search_loans', '{ does: Searches loans by title., when: a title is known, instead: [{ case: all are wanted, use: list_loans }] }')}`,
    `${LOANS}\n${otherTool('list_shelves', '{ does: Lists the shelves of a room., when: a reader asks what is where }')}`,
    `${LOANS}\n${otherTool('extend_loan', '{ does: Extends a loan by two weeks., when: a reader needs a book for longer }', 'write')}`,
  ],
  bad: [
    `${LOANS}\n${otherTool('search_loans', '{ does: Searches the loans of a reader., when: a reader looks for a loan }')}`,
    `${LOANS}\n${otherTool('get_loans_by_reader', '{ does: Gets all loans that one reader has., when: a reader wants to know what to bring back }')}`,
  ],
  check(tool, report, near) {
    const unnamed = near.filter((other) => !names(tool, other) && !names(other, tool) && !succeeds(tool, other));
    const [first] = unnamed;
    if (!first) return;
    const others = unnamed.map((other) => `"${other.spec.name}"`).join(', ');
    report(
      ['name'],
      `Tool "${tool.spec.name}" is easily confused with ${others}, and no description says when to use which.`,
      `Add to its description: \`instead: [{ case: <when the other tool fits>, use: ${first.spec.name} }]\`.`,
      { related: unnamed.map((other) => ({ message: 'The similar tool.', span: other.at(['name']) })) },
    );
  },
});

type Named = Parameters<typeof names>[0];

function succeeds({ spec: a }: Named, { spec: b }: Named): boolean {
  return [a.replaces].flat().includes(b.name) || [b.replaces].flat().includes(a.name);
}
