/** A keyword of a schema belongs to its type. */
import { rule } from '../../rule.ts';
import { ignoredKeywords } from '../../analysis/schemas/ignored-keywords.ts';

export const keywordIgnored = rule({
  id: 'param/keyword-ignored',
  subject: 'schema',
  severity: 'error',
  says: 'A schema must not have keywords that its type ignores.',
  profiles: ['ext'],
  why: 'Such a keyword checks nothing: with `minimum` on a string, "-5" passes, and the author believes it does not.',
  source: 'JSON Schema 2020-12, validation (a keyword applies to values of one type)',
  good: [
    'parameters: { shelf: { type: string, minLength: 1, maxLength: 10, description: Label of the shelf. } }',
    'parameters: { floor: { type: integer, minimum: 0, maximum: 5, description: Floor to look on. } }',
  ],
  bad: [
    'parameters: { shelf: { type: string, minimum: 1, description: Label of the shelf. } }',
    'parameters: { floor: { type: integer, pattern: "^[0-5]$", description: Floor to look on. } }',
    'returns: { type: object, properties: { title: { type: string, items: { type: string } } } }',
  ],
  check(schema, report) {
    for (const { keyword, of } of ignoredKeywords(schema.spec)) {
      const type = String(schema.spec.type);
      report(
        [keyword],
        `\`${keyword}\` of "${schema.name}" has no effect: its type is ${type}, not ${of.join(' or ')}.`,
        `Remove \`${keyword}\`, or change the type.`,
        { part: 'key' },
      );
    }
  },
});
