/** A description does not name stores, queues, functions or status codes behind the tool. */
import { described } from '../../example-documents.ts';
import { rule } from '../../rule.ts';
import { describedTexts, insideOf, suspectOf } from '../../prose/implementation-terms.ts';

export const insideNamed = rule({
  id: 'tool/inside-named',
  subject: 'tool',
  severity: 'warning',
  says: 'A tool description should not name stores, queues, functions, source files or status codes behind the tool.',
  profiles: ['ext'],
  why: 'Users ask for books, not for "Redis" or "fetchBook()": such words match no request, and they are wrong as soon as the implementation changes.',
  source: 'EXT §8 rule 1 (not implementation details or endpoint names)',
  good: [
    described('Searches the shelves by words. Says so where no book matches.'),
    `name: list_redis_keys\n${described('Lists the keys of a Redis store.', 'the user looks for a key')}`,
    'parameters: { script: { type: string, description: "Path of the script, such as scripts/clean.py." } }',
  ],
  bad: [
    described('Searches the shelves, reading from Redis first.'),
    described('Lends a book by publishing it to the loans queue.'),
    described('Gets a book by fetchBook() in catalog.ts. Returns 404 if there is none.'),
    'parameters: { book: { type: string, description: Passed to LoanService.lend as it is. } }',
  ],
  check(tool, report) {
    for (const text of describedTexts(tool)) {
      if (text.of === 'request' || insideOf(text, tool) !== undefined) continue;
      const phrase = suspectOf(text, tool);
      if (phrase === undefined) continue;
      report(
        text.path,
        `"${phrase}" in tool "${tool.spec.name}" seems to be an implementation detail.`,
        'Describe in the terms of users what is given, found or changed. If it is the subject of the server, name it in the `summary` of the server.',
        { word: phrase },
      );
    }
  },
});
