/** Parameters have one of EXT's five types. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../intended-type/intended-type.ts';

export const typeAllowed = rule({
  id: 'param/type-allowed',
  subject: 'param',
  severity: 'error',
  says: 'The type of a parameter must be string, integer, boolean, array or object, or number with both bounds.',
  profiles: ['ext'],
  why: 'Hosts and models know the five types best. A number is right for a real quantity, such as a latitude, and then its bounds are known.',
  source: 'EXT §2.2 (properties.<p>.type)',
  good: [
    'parameters: { year: { type: integer, description: Year of the first edition. } }',
    'parameters: { price: { type: string, description: "Highest price in euros, such as 12.50." } }',
    'parameters: { latitude: { type: number, minimum: -90, maximum: 90, description: Degrees north. } }',
  ],
  bad: [
    'parameters: { shelf: { type: [string, integer], description: Label of the shelf. } }',
    'parameters: { price: { type: number, description: Highest price in euros. } }',
    'parameters:\n  near:\n    type: object\n    description: Where the user is.\n    properties:\n      latitude: { type: number, description: Degrees north. }',
  ],
  check(param, report, { settings }) {
    const { type, minimum, maximum } = param.spec;
    if (Array.isArray(type) && !type.includes('null')) {
      const hint = 'Choose one type, or split the parameter; beside one type only "null" is allowed.';
      report(['type'], `Parameter "${param.name}" has two types: ${type.join(' and ')}.`, hint);
      return;
    }
    if (![type].flat().includes('number') || (minimum !== undefined && maximum !== undefined)) return;
    // A count gets the other message, which can repair it.
    const isCount = meantBy(param, settings)?.type === 'integer';
    if (isCount && settings.severities['param/integer-for-count'] !== 'off') return;
    report(
      ['type'],
      `Parameter "${param.name}" has type number without both bounds.`,
      'Use an integer in a smaller unit (cents, milliseconds), or add `minimum` and `maximum` if the quantity is real.',
    );
  },
});
