/** Parameters and results have one of EXT's five types, or one of those that ADR 20 adds. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../analysis/intended-type/intended-type.ts';

export const typeAllowed = rule({
  id: 'param/type-allowed',
  subject: 'schema',
  severity: 'error',
  says: 'A parameter or result must have one type: string, integer, boolean, array, object, or number, which in a parameter has both bounds.',
  profiles: ['ext'],
  why: 'Hosts and models handle the five types best. A number is right for a real quantity, such as a latitude, and then its bounds are known.',
  source: 'EXT §2.2 (properties.<p>.type)',
  good: [
    'parameters: { year: { type: integer, description: Year of the first edition. } }',
    'parameters: { price: { type: string, description: "Highest price in euros, such as 12.50." } }',
    'parameters: { latitude: { type: number, minimum: -90, maximum: 90, description: Degrees north. } }',
    'returns: { type: object, properties: { distance: { type: number, description: In kilometers. } } }',
  ],
  bad: [
    'parameters: { shelf: { type: [string, integer], description: Label of the shelf. } }',
    'returns: { type: object, properties: { shelf: { type: [string, integer] } } }',
    'parameters: { price: { type: number, description: Highest price in euros. } }',
    'parameters:\n  near:\n    type: object\n    description: Where the user is.\n    properties:\n      latitude: { type: number, description: Degrees north. }',
  ],
  check(param, report, { settings }) {
    const { type, minimum, maximum } = param.spec;
    if (Array.isArray(type) && !type.includes('null')) {
      const hint = 'Choose one type, or use two properties; only "null" is allowed in addition to a type.';
      report(['type'], `"${param.name}" has two types: ${type.join(' and ')}.`, hint);
      return;
    }
    if (param.side === 'result') return;
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
