/** A pattern is a valid regular expression. */
import { problemOf } from '../../analysis/patterns/valid.ts';
import { rule } from '../../rule.ts';

export const patternValid = rule({
  id: 'param/pattern-valid',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  locked: true,
  says: 'A pattern must be a valid regular expression.',
  why: 'The server compiles the pattern; an invalid one makes every call fail.',
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
        `The pattern of "${schema.name}" is not a valid regular expression: ${problem}.`,
        'Fix it, or escape special characters with \\.',
      );
  },
});
