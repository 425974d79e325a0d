/** Every required property of an object is declared. */
import { rule } from '../../rule.ts';
import { unknownName } from '../../analysis/unknown-name.ts';

export const requiredProperty = rule({
  id: 'param/required-property',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  locked: true,
  says: 'Every required property of an object must be declared.',
  why: 'A closed object cannot have an undeclared property, so every call or result is rejected.',
  source: 'JSON Schema 2020-12, required',
  good: [
    'returns: { type: object, properties: { title: { type: string } }, required: [title] }',
    'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, required: [name] } }',
  ],
  bad: [
    'returns: { type: object, properties: { title: { type: string } }, required: [titel] }',
    'parameters: { author: { type: object, description: Who wrote it., properties: { name: { type: string } }, required: [surname] } }',
  ],
  check(schema, report) {
    const { properties, required = [], additionalProperties, patternProperties } = schema.spec;
    // An imported form may leave to another branch, or to no one, what it requires.
    if (schema.tool.profile === 'mcp' && (additionalProperties !== false || patternProperties)) return;
    const known = Object.keys(properties ?? {});
    for (const [index, name] of required.entries()) {
      if (properties && !known.includes(name)) report(['required', index], ...unknownName('property', name, known));
    }
  },
});
