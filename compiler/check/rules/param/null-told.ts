/** The description of a parameter that may be null states what null does. */
import { isOrNull } from '../../analysis/schemas/or-null.ts';
import { rule } from '../../rule.ts';

export const nullDescribed = rule({
  id: 'param/null-told',
  subject: 'param',
  severity: 'warning',
  says: 'The description of a parameter that may be null should state what null does, and null should not be its default.',
  profiles: ['ext'],
  why: 'A model sends null for "not given"; where null clears a field, that deletes what the user did not mention. A default of null does the same in every call.',
  source: 'EXT §2.2 (properties.<p>.description); ADR 20 (null clears a field)',
  good: [
    'parameters: { due: { type: [string, "null"], format: date, description: Day on which the book is due; null removes it. } }',
    'parameters: { shelf: { type: string, description: Label of the shelf. } }',
  ],
  bad: [
    'parameters: { due: { type: [string, "null"], format: date, description: Day on which the book is due. } }',
    'parameters: { floor: { type: [integer, "null"], minimum: 0, maximum: 5, description: Floor to look on. } }',
    'parameters: { due: { type: [string, "null"], format: date, default: null, description: Day on which the book is due; null removes it. } }',
  ],
  check({ name, spec }, report) {
    if (!isOrNull(spec)) return;
    if (spec.default === null)
      report(
        ['default'],
        `Null is the default of "${name}", so a call that does not mention it clears it.`,
        'Remove `default`; an absent field is then left unchanged.',
      );
    if (/\b(?:null|clear|remov|delet|empt|unset|reset)\w*/i.test(spec.description ?? '')) return;
    report(
      ['type'],
      `Parameter "${name}" may be null, and its description does not state what null does.`,
      'State it if null clears the field, such as "null removes it"; otherwise do not allow null.',
    );
  },
});
