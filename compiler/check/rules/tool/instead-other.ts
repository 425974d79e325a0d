/** A tool does not send the model to itself. */
import { rule } from '../../rule.ts';

const instead = (use: string): string => {
  return `description: { does: Searches the shelves by words., when: the user looks for a book, instead: [{ case: the title is known, use: ${use} }] }`;
};

export const insteadOther = rule({
  id: 'tool/instead-other',
  subject: 'tool',
  severity: 'error',
  says: 'A tool under `instead` must be another tool.',
  profiles: ['ext'],
  why: 'The description of search_books that says "use search_books instead" sends the model in a circle.',
  source: 'EXT §8 rule 1 (names the tool to use instead)',
  good: [
    'description: { does: Searches the shelves by words., when: the user looks for a book }',
    `${instead('get_book')}\n---\nkind: tool\nname: get_book\nserver: library\neffects: read\ndescription: { does: Gets author and year of a book., when: its title is known }\nhandler: handlers.ts`,
  ],
  bad: [
    instead('search_books'),
    `name: search_books
---
kind: tool
name: list_shelves
server: library
effects: read
description: { does: Lists the shelves of a floor., when: the user asks what stands where, instead: [{ case: all floors are meant, use: list_shelves }] }
handler: handlers.ts`,
  ],
  check({ spec }, report) {
    for (const [at, { use }] of (spec.description.instead ?? []).entries()) {
      if (use !== spec.name) continue;
      report(
        ['description', 'instead', at, 'use'],
        `Tool "${spec.name}" names itself as the tool to use instead.`,
        'Name the other tool, or describe the case under `when`.',
      );
    }
  },
});
