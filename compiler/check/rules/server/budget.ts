/** The tools of a server stay within its token budget. */
import { rule } from '../../rule.ts';
import { toolTokens } from '../../analysis/tokens.ts';

/** Country codes, as large public servers repeat them in every tool. */
const CODES = [...'ABCDEFGHIJ'].flatMap((first) => [...'ABCDEFGHIJKLMNOPQRSTU'].map((second) => first + second));

export const budget = rule({
  id: 'server/budget',
  subject: 'server',
  severity: 'warning',
  says: 'The tools of a server should stay within its token budget.',
  why: 'The model reads every tool before every answer. This costs money and context, and with many tools the model chooses worse.',
  source: 'EXT §8 (as few as possible; large material exhausts context); MCP tools/list',
  good: ['name: library', 'summary: Finds books in a library, and lends them.'],
  bad: [
    `name: library
tools:
  - name: list_loans
    description: { does: Lists the loans of a month., when: the user asks for loans }
    parameters: &filters
      reader_country: &country { type: string, enum: [${CODES.join(', ')}], description: Country of the reader. }
      author_country: *country
      publisher_country: *country
      printed_in: *country
      sold_in: *country
      lent_in: *country
    effects: read
    handler: handlers.ts
  - { name: list_fines, description: { does: Lists the fines of a month., when: the user asks for fines }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_holds, description: { does: Lists books that readers wait for., when: the user asks for holds }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_gifts, description: { does: Lists books that were given., when: the user asks for gifts }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_sales, description: { does: Lists books that were sold., when: the user asks for sales }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_rooms, description: { does: Lists the rooms of a house., when: the user asks for rooms }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_staff, description: { does: Lists who works in a house., when: the user asks for staff }, parameters: *filters, effects: read, handler: handlers.ts }
  - { name: list_paper, description: { does: Lists newspapers of a month., when: the user asks for paper }, parameters: *filters, effects: read, handler: handlers.ts }`,
    `name: library
tools:
  - name: find_passages
    description: { does: Finds passages in the scanned books., when: the user looks for a quotation }
    parameters:
      where: &where
        type: object
        description: Where to look.
        properties: { one: &place { type: string, enum: [${CODES.join(', ')}] }, two: *place, three: *place, four: *place, five: *place, six: *place, seven: *place }
      and: *where
      or: *where
      not: *where
      near: *where
      after: *where
      before: *where
    effects: read
    handler: handlers.ts`,
  ],
  check(server, report, { settings }) {
    const costs = server.tools.map(({ spec }) => ({ name: spec.name, total: toolTokens(spec) }));
    const total = costs.reduce((sum, cost) => sum + cost.total, 0);
    const most = settings.budgets.server;
    if (total <= most) return;
    const largest = costs
      .toSorted((a, b) => b.total - a.total)
      .slice(0, 3)
      .map(({ name, total }) => `${name} (${total})`);
    const what = costs.length === 1 ? 'The tool' : `The ${costs.length} tools`;
    report(
      ['name'],
      `${what} of server "${server.spec.name}" need about ${total} tokens; the budget is ${most}.`,
      `Shorten the largest, ${largest.join(', ')}, or split the server by task.`,
    );
  },
});
