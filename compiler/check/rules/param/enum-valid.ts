/** The allowed values are possible values of their schema. */
import type { Json, Schema } from '@haft/runtime/language';
import { isOrNull } from '../../analysis/schemas/or-null.ts';
import { rule } from '../../rule.ts';
import { valueIssue } from '../../analysis/schemas/value-issue.ts';

export const enumValid = rule({
  id: 'param/enum-valid',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  locked: true,
  says: 'The values of `enum` and `const` must be valid for the rest of their schema.',
  why: 'Another value is always rejected, so a call that uses it fails.',
  source: 'EXT §2.2 (enum is the closed set of allowed values)',
  good: [
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: Where to look. } }',
    'parameters: { stars: { type: integer, enum: [1, 2, 3], default: 3, description: Fewest stars. } }',
    'parameters: { state: { type: [string, "null"], enum: [lent, lost, null], description: State of the book; null clears it. } }',
  ],
  bad: [
    'parameters: { stars: { type: string, enum: [1, 2, 3], description: Fewest stars. } }',
    'parameters: { answer: { type: string, enum: [yes, no, true], description: What the user said. } }',
    'parameters: { state: { type: [string, "null"], enum: [lent, lost], description: State of the book; null clears it. } }',
    'parameters: { stars: { type: integer, minimum: 1, maximum: 5, enum: [1, 5, 10], description: Stars of the book; all when left out. } }',
    'returns: { type: object, properties: { unit: { type: string, const: 7 } } }',
  ],
  check(schema, report) {
    const { enum: values = [], const: only, default: _preset, ...rest } = schema.spec;
    const { type } = rest;
    for (const [index, value] of values.entries()) {
      if (type === undefined || [type].flat().some((one) => fits(value, one))) continue;
      report(
        ['enum', index],
        `${JSON.stringify(value)} is not of type ${[type].flat().join(' or ')}, so "${schema.name}" can never have this value.`,
        type === 'string' ? 'Put it in quotes.' : 'Change the value or the type.',
      );
    }
    if (schema.tool.profile === 'mcp') return;
    const impossible = (value: Json, bounds: Schema): string | undefined =>
      // The loop above has reported another type.
      [type ?? []].flat().some((one) => fits(value, one)) ? valueIssue(bounds, value, schema.tool) : undefined;
    for (const [index, value] of values.entries()) {
      const issue = impossible(value, rest);
      if (issue === undefined) continue;
      report(
        ['enum', index],
        `"${schema.name}" can never have the value ${JSON.stringify(value)}: ${issue}`,
        'Change the value, or the constraint that it violates.',
      );
    }
    const issue =
      only === undefined
        ? undefined
        : valueIssue(schema.spec.enum ? { ...rest, enum: values } : rest, only, schema.tool);
    if (issue !== undefined) {
      const hint = 'Change `const`, or the constraint that it violates.';
      report(['const'], `"${schema.name}" can never have its \`const\`: ${issue}`, hint);
    }
    if (isOrNull(schema.spec) && schema.spec.enum && !values.includes(null)) {
      const message = `"${schema.name}" may be null by its type, but its \`enum\` does not list null.`;
      report(['enum'], message, 'Add null to `enum`, or remove "null" from `type`.', { part: 'key' });
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
