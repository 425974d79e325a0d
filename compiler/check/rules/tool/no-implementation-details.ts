/** The description of a tool does not mention its implementation. */
import { described } from '../../example-documents.ts';
import { rule } from '../../rule.ts';
import { describedTexts, insideOf } from '../../analysis/prose/implementation-terms.ts';

export const noImplementationDetails = rule({
  id: 'tool/no-implementation-details',
  subject: 'tool',
  severity: 'error',
  says: 'A tool description must not mention implementation details.',
  profiles: ['ext'],
  why: 'Users never say "endpoint": such terms match no request, and an internal change then changes the contract.',
  source: 'EXT §8 rule 1 (not implementation details or endpoint names)',
  good: [
    described('Searches the shelves by words.'),
    described('Summarizes a web page.', 'the user gives the URL of the page'),
    'parameters: { source: { type: string, description: "Path of the scan, such as /scans/1887/page-12.png." } }',
    'parameters: { site: { type: string, description: "Where it was found, for example https://example.org/book." } }',
    `name: run_query\n${described('Runs a read-only SQL query on the catalogue.', 'no other tool answers the question')}`,
    'description: { does: Reads a scan aloud., when: the user wants to listen, examples: ["Read https://example.org/scan.png to me"] }',
  ],
  bad: [
    described('Calls GET /books with the given parameters.'),
    described('Wrapper around the library REST API. Returns a JSON response.'),
    described('Searches books using the catalogue API endpoint https://api.library.example/v2/books.'),
    described('Reads from the book_copies table.', 'a copy is needed'),
    'parameters: { book: { type: string, description: "Inserted into /books/{id}/copies." } }',
  ],
  check(tool, report) {
    for (const text of describedTexts(tool)) {
      const phrase = insideOf(text, tool);
      if (phrase === undefined) continue;
      report(
        text.path,
        `"${phrase}" in tool "${tool.spec.name}" is an implementation detail.`,
        'Use the user’s terms: what is given, found or changed.',
        { word: phrase },
      );
    }
  },
});
