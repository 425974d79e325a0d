/** A parameter that is true or false is a boolean. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../analysis/intended-type/intended-type.ts';
import { retype } from '../../analysis/edits/retype.ts';

export const booleanForFlag = rule({
  id: 'param/boolean-for-flag',
  subject: 'param',
  severity: 'error',
  says: 'A parameter that is true or false must be a boolean.',
  profiles: ['ext'],
  why: 'As a string, a flag arrives as "True", "yes", "1" or "on", and many services treat all of them as set.',
  source: 'EXT §8 rule 2 (boolean for flags)',
  good: [
    'parameters: { include_lent: { type: boolean, default: false, description: Whether to list lent books too. } }',
    'parameters: { include_fields: { type: array, items: { type: string }, default: [], description: Fields to return beside the title. } }',
    'parameters: { skip: { type: integer, minimum: 0, default: 0, description: How many books to skip. } }',
  ],
  bad: [
    'parameters: { include_lent: { type: string, enum: ["true", "false"], default: "false", description: Whether to list lent books too. } }',
    'parameters: { is_lent: { type: integer, description: 1 for lent books only. } }',
    `parameters:
  exact:
    type: string
    enum: [yes, no]
    default: no
    description: Whether the title has to match letter by letter.`,
    'parameters: { notify: { type: string, description: Whether to send the reader a message. } }',
  ],
  check(param, report, { settings }) {
    if (meantBy(param, settings)?.type !== 'boolean') return;
    const { name, spec } = param;
    // Only true and false come out as the same text again; yes and no, or 1 and 0, are another service's words.
    const same = spec.enum?.every((value) => truth(value) !== undefined) ?? false;
    report(
      ['type'],
      `Parameter "${name}" is a flag but has type ${spec.type}.`,
      'Use `type: boolean` with a default, and no enum.',
      {
        fix: { title: `Make "${name}" a boolean.`, edits: same ? retype(param, 'boolean', truth) : [undefined] },
      },
    );
  },
});

function truth(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  return value === 'true' ? true : value === 'false' ? false : undefined;
}
