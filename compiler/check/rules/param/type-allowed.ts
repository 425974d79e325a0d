/** Parameters have one of EXT's five types. */
import { rule } from '../../rule.ts';

export const typeAllowed = rule({
  id: 'param/type-allowed',
  subject: 'param',
  severity: 'error',
  profiles: ['ext'],
  why: 'The five types are those that every host and model vendor accepts; counts are integers, and measures are better given as text with a unit.',
  source: 'EXT §2.2 (properties.<p>.type)',
  good: ['parameters: { year: { type: integer, description: Year of the first edition. } }'],
  bad: ['parameters: { price: { type: number, description: Highest price in euros. } }'],
  check(param, report) {
    if (param.spec.type !== 'number') return;
    report(
      ['type'],
      `Parameter "${param.name}" has type number, which is not one of string, integer, boolean, array, object.`,
      'Use integer in a smaller unit (cents, milliseconds), or string with the format in its description.',
    );
  },
});
