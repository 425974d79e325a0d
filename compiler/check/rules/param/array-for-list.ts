/** Lists are arrays of strings. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../text/meant.ts';

export const arrayForList = rule({
  id: 'param/array-for-list',
  subject: 'param',
  severity: 'error',
  says: 'A parameter that takes several values is an array.',
  profiles: ['ext'],
  why: 'In a string of several values the model chooses its own separator, spaces and quotes, and a value that holds a comma becomes two.',
  source: 'EXT §8 rule 2 (array of string for lists)',
  good: [
    'parameters: { tags: { type: array, items: { type: string }, description: Tags that a book must have. } }',
    'parameters: { position: { type: string, description: "Latitude and longitude, separated by a comma." } }',
    'parameters: { table: { type: string, description: Rows to import as comma-separated values. } }',
  ],
  bad: [
    'parameters: { tags: { type: string, description: Comma-separated tags that a book must have. } }',
    'parameters: { fields: { type: string, description: "Fields to return, separated by commas.", default: "title,author" } }',
    'parameters:\n  book_ids:\n    type: string\n    description: List of book IDs to reserve\nrequired: [book_ids]',
  ],
  check(param, report, { settings }) {
    if (meantBy(param, settings)?.type !== 'array') return;
    const { name } = param;
    report(
      ['type'],
      `Parameter "${name}" takes a list, and its type is string.`,
      'Write "type: array" with "items: { type: string }"; a text body or a query joins the values itself.',
    );
  },
});
