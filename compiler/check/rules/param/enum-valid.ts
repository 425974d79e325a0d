/** The allowed values have the type of their parameter. */
import { rule } from '../../rule.ts';

export const enumValid = rule({
  id: 'param/enum-valid',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  locked: true,
  says: 'Enum values must have the type of their parameter.',
  why: 'A value of another type is always rejected, so a call that uses it fails.',
  source: 'EXT §2.2 (enum is the closed set of allowed values)',
  good: [
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: Where to look. } }',
    'parameters: { stars: { type: integer, enum: [1, 2, 3], default: 3, description: Fewest stars. } }',
  ],
  bad: [
    'parameters: { stars: { type: string, enum: [1, 2, 3], description: Fewest stars. } }',
    'parameters: { answer: { type: string, enum: [yes, no, true], description: What the user said. } }',
  ],
  check(schema, report) {
    const { enum: values = [], type } = schema.spec;
    for (const [index, value] of values.entries()) {
      if (type === undefined || [type].flat().some((one) => fits(value, one))) continue;
      report(
        ['enum', index],
        `${JSON.stringify(value)} is not of type ${[type].flat().join(' or ')}, so "${schema.name}" can never have this value.`,
        type === 'string' ? 'Put it in quotes.' : 'Change the value or the type.',
      );
    }
  },
});

function fits(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}
