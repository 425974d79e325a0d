/** Parameters have one of EXT's five types. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../text/meant.ts';

export const typeAllowed = rule({
  id: 'param/type-allowed',
  subject: 'param',
  severity: 'error',
  says: 'A parameter has one of the five types string, integer, boolean, array and object.',
  profiles: ['ext'],
  why: 'The five types are those that every host and model vendor accepts; counts are integers, and measures are better given as text with a unit.',
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
      `Parameter "${param.name}" has type number, which is not one of string, integer, boolean, array, object.`,
      'Use integer in a smaller unit (cents, milliseconds), or string with the format in its description.',
    );
  },
});
