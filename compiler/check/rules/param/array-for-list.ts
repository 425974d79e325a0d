/** A parameter with several values is an array. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../analysis/intended-type/intended-type.ts';

export const arrayForList = rule({
  id: 'param/array-for-list',
  subject: 'param',
  severity: 'error',
  says: 'A parameter that takes several values must be an array.',
  profiles: ['ext'],
  why: 'For several values in one string, the model chooses its own separator, spaces and quotes, and a value that contains a comma is split in two.',
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
      `Parameter "${name}" takes a list but has type string.`,
      'Use `type: array` with `items: { type: string }`; text bodies and queries join the values themselves.',
    );
  },
});
