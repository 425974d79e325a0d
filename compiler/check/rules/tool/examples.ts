/** The description of a tool has example requests of users. */
import { rule } from '../../rule.ts';

export const examples = rule({
  id: 'tool/examples',
  subject: 'tool',
  severity: 'error',
  says: 'A tool description should include example requests of users.',
  profiles: ['ext'],
  why: 'The model compares the request with the description; an example in a user’s words matches better than any explanation.',
  source: 'EXT §8 rule 1 (includes example queries)',
  good: [
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: [Do we have anything on beekeeping?]`,
    `description:
  does: Gives the words of a scanned page.
  when: the user wants to read a page
  examples: ["What does scans/1887/page-12.png say?", "Read https://example.org/scan.png to me"]`,
  ],
  bad: [
    'description: { does: Searches the shelves by words., when: the user looks for a book }',
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: ['search_books(query="beekeeping")']`,
    `description:
  does: Searches the shelves by words.
  when: the user looks for a book
  examples: ['{"query": "beekeeping", "limit": 5}']`,
  ],
  check({ spec }, report) {
    const { name, description } = spec;
    const hint = 'Add `examples:` with two or three requests as users would type them.';
    if (!description.examples?.length)
      report(['description'], `The description of tool "${name}" has no example request.`, hint, { part: 'key' });
    for (const [at, example] of (description.examples ?? []).entries()) {
      const isCall = example.includes(`${name}(`) || /^\s*[{[][^]*[}\]]\s*$/.test(example);
      if (!isCall) continue;
      const message = `This example of tool "${name}" is a call, not a user request.`;
      report(['description', 'examples', at], message, 'Write it as a user would: "Do we have …?".');
    }
  },
});
