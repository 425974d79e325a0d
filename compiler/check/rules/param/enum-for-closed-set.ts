/** A closed set of values is an enum. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../analysis/intended-type/intended-type.ts';
import { setFits } from '../../analysis/edits/retype.ts';

export const enumForClosedSet = rule({
  id: 'param/enum-for-closed-set',
  subject: 'param',
  severity: 'error',
  says: 'A string with a closed set of values must declare them as enum.',
  profiles: ['ext'],
  why: 'Values that are only in the description are not enforced: a model sends "descending" for "desc", and the call fails. An enum prevents this.',
  source: 'EXT §8 rule 2 (enum for closed sets)',
  good: [
    'parameters: { order: { type: string, enum: [asc, desc], default: asc, description: Order of the titles. } }',
    'parameters: { language: { type: string, description: "Language of the book, such as en, de or fr." } }',
    'parameters: { reader: { type: string, description: Either name or email of the reader. } }',
  ],
  bad: [
    'parameters: { order: { type: string, description: "Order of the titles: asc or desc." } }',
    `parameters:
  state:
    type: string
    description: Which loans to list. One of "open", "overdue" or "returned".
    default: open`,
    'parameters: { sort_by: { type: string, description: Sort field (title|author|year) } }',
    'parameters: { binding: { type: string, description: "How the book is bound. Allowed values: hardcover, paperback, spiral." } }',
  ],
  check(param, report, { settings }) {
    const meant = meantBy(param, settings);
    if (meant?.type !== 'enum') return;
    const { name } = param;
    const values = meant.values.map(String);
    const edits = setFits(param, values)
      ? [param.edit({ kind: 'insert', path: [], key: 'enum', value: values })]
      : [undefined];
    report(
      ['description'],
      `"${name}" lists its values only in the description: ${values.join(', ')}.`,
      `Add \`enum: [${values.join(', ')}]\`.`,
      {
        word: values[0],
        fix: { title: `Declare the values of "${name}" as enum.`, edits },
      },
    );
  },
});
