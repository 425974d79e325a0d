/** A pattern is a regular expression. */
import { problemOf } from '../../patterns/valid.ts';
import { rule } from '../../rule.ts';

export const patternValid = rule({
  id: 'param/pattern-valid',
  subject: 'schema',
  severity: 'error',
  locked: true,
  says: 'A pattern is a regular expression.',
  why: 'The server builds its checks from the pattern; one that cannot be read makes every call fail.',
  source: 'JSON Schema 2020-12, pattern (a regular expression of ECMA-262 with Unicode)',
  good: [
    'parameters: { isbn: { type: string, pattern: "^[0-9]{13}$", description: ISBN without hyphens. } }',
    'parameters: { shelf: { type: string, pattern: "^\\\\p{L}+-[0-9]+$", description: "Shelf, such as Ä-12." } }',
  ],
  bad: [
    'parameters: { isbn: { type: string, pattern: "[0-9{13}", description: ISBN without hyphens. } }',
    'returns: { type: object, properties: { isbn: { type: string, pattern: "*" } } }',
  ],
  check(schema, report) {
    const { pattern } = schema.spec;
    const problem = pattern === undefined ? undefined : problemOf(pattern);
    if (problem)
      report(
        ['pattern'],
        `The pattern of "${schema.name}" cannot be read: ${problem}.`,
        'Correct it, or escape what is meant letter by letter with \\.',
      );
  },
});
