/** Parameters have one of EXT's five types. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../intended-type/intended-type.ts';

export const typeAllowed = rule({
  id: 'param/type-allowed',
  subject: 'param',
  severity: 'error',
  says: 'The type of a parameter must be string, integer, boolean, array or object.',
  profiles: ['ext'],
  why: 'Every host and model vendor accepts these five types. Use an integer for a count, and a string with a unit for a measurement.',
  source: 'EXT §2.2 (properties.<p>.type)',
  good: [
    'parameters: { year: { type: integer, description: Year of the first edition. } }',
    'parameters: { price: { type: string, description: "Highest price in euros, such as 12.50." } }',
  ],
  bad: [
    'parameters: { price: { type: number, description: Highest price in euros. } }',
    'parameters:\n  near:\n    type: object\n    description: Where the user is.\n    properties:\n      latitude: { type: number, description: Degrees north. }',
  ],
  check(param, report, { settings }) {
    if (param.spec.type !== 'number') return;
    // A count gets the other message, which can repair it.
    const isCount = meantBy(param, settings)?.type === 'integer';
    if (isCount && settings.severities['param/integer-for-count'] !== 'off') return;
    report(
      ['type'],
      `Parameter "${param.name}" has type number; use string, integer, boolean, array or object.`,
      'Use an integer in a smaller unit (cents, milliseconds), or a string with its format in the description.',
    );
  },
});
