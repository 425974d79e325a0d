/** A parameter has the narrowest type that its description suggests. */
import { rule } from '../../rule.ts';
import { suspectedOf } from '../../intended-type/suspected-type.ts';
import type { Suspected } from '../../intended-type/suspected-type.ts';

export const narrowerType = rule({
  id: 'param/narrower-type',
  subject: 'param',
  severity: 'warning',
  says: 'A parameter should have the narrowest type that its description suggests.',
  profiles: ['ext'],
  why: 'What is only in the description is not enforced: a model sends "ten", "on" or "medium-sized", and the call fails or does something else.',
  source: 'EXT §8 rule 2 (use the narrowest type)',
  good: [
    'parameters: { language: { type: string, description: "Language of the book, such as en, de or fr." } }',
    'parameters: { reader: { type: string, description: Name or email of the reader. } }',
    'parameters: { barcode: { type: string, pattern: "^[0-9]+$", description: Barcode on the back. } }',
  ],
  bad: [
    'parameters: { hurry: { type: string, description: "How urgent it is: low, normal, high." } }',
    'parameters: { amount_wanted: { type: string, description: How many books to list. } }',
    'parameters: { lent: { type: string, description: on or off } }',
    'parameters: { which: { type: string, description: "Pass open for current loans, closed for returned ones." } }',
    'parameters: { rooms: { type: array, items: { type: string }, description: "Rooms to search: one of attic, hall, cellar." } }',
  ],
  check(param, report, { settings }) {
    const suspected = suspectedOf(param, settings);
    if (!suspected) return;
    const [what, use] = describe(suspected);
    const path = param.spec.description === undefined ? ['type'] : ['description'];
    report(
      path,
      `Parameter "${param.name}" has type ${param.spec.type} but seems to be ${what}.`,
      `${use} Otherwise describe what else is accepted.`,
    );
  },
});

function describe(suspected: Suspected): readonly [what: string, use: string] {
  switch (suspected.type) {
    case 'integer':
      return ['a number', 'If it is always whole, use `type: integer` with a minimum and a maximum.'];
    case 'array':
      return ['a list', 'If there can be several, use `type: array` with `items: { type: string }`.'];
    case 'boolean':
      return ['a flag', 'If it is yes or no, use `type: boolean`.'];
    case 'enum': {
      const values = suspected.values.join(', ');
      return [`one of ${values}`, `If these are all values, add \`enum: [${values}]\`.`];
    }
  }
}
