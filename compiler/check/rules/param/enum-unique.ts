/** An enum does not have the same value twice. */
import { rule } from '../../rule.ts';

export const enumUnique = rule({
  id: 'param/enum-unique',
  subject: 'schema',
  severity: 'error',
  says: 'An enum must not have duplicate values.',
  profiles: ['ext'],
  why: 'Some model vendors reject the whole list of tools for it, and usually another value was intended.',
  source: 'JSON Schema 2020-12, enum (elements in the array should be unique)',
  good: [
    'parameters: { scope: { type: string, enum: [title, author], default: title, description: Where to look. } }',
    'parameters: { stars: { type: integer, enum: [1, 2, 3], default: 3, description: Fewest stars. } }',
  ],
  bad: [
    'parameters: { scope: { type: string, enum: [title, author, title], default: title, description: Where to look. } }',
    'returns: { type: object, properties: { stars: { type: integer, enum: [1, 2, 2] } } }',
  ],
  check(schema, report) {
    const values = schema.spec.enum ?? [];
    const texts = values.map((value) => JSON.stringify(value));
    for (const [at, text] of texts.entries()) {
      if (texts.indexOf(text) === at) continue;
      report(
        ['enum', at],
        `Duplicate value ${text} in the enum of "${schema.name}".`,
        'Remove one of them, or write the value that was meant.',
      );
    }
  },
});
