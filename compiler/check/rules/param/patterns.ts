/** Patterns of parameters. */
import { say } from '../../../base/sentence.ts';
import { rule } from '../../rule.ts';
import { isPattern, problemOf, slownessOf } from '../../analysis/patterns/slow.ts';

export const patternLinear = rule({
  id: 'param/pattern-linear',
  subject: 'schema',
  severity: 'warning',
  says: 'A pattern should match in time proportional to the length of the text.',
  why: 'A backtracking engine can take minutes on a text that almost matches, which blocks the host or a validator. Haft servers are not affected.',
  source: 'JSON Schema 2020-12, Validation §10 (patterns that are extremely expensive to compute); CWE-1333',
  good: [
    'parameters: { tags: { type: string, pattern: "^\\\\w+(?:\\\\s\\\\w+)*$", description: "Words, such as old maps." } }',
    'parameters: { mail: { type: string, pattern: "^[^\\\\s@]+@[^\\\\s@.]+(?:\\\\.[^\\\\s@.]+)+$", description: Mail address. } }',
    'returns: { type: object, properties: { isbn: { type: string, pattern: "^(?:97[89])?[0-9]{9}[0-9X]$" } } }',
  ],
  bad: [
    'parameters: { tags: { type: string, pattern: "^(\\\\w+\\\\s?)+$", description: "Words, such as old maps." } }',
    'parameters: { mail: { type: string, pattern: "^[^\\\\s@]+@[^\\\\s@]+\\\\.[^\\\\s@]+$", description: Mail address. } }',
    'parameters:\n  line:\n    type: string\n    pattern: \\s+$\n    description: Line of the book.',
    'returns: { type: object, properties: { name: { type: string, pattern: "^(a|aa)+$" } } }',
  ],
  check({ name, spec }, report) {
    const { pattern, patternProperties = {} } = spec;
    const slowness = pattern !== undefined && isPattern(pattern) ? slownessOf(pattern) : undefined;
    if (slowness)
      report(['pattern'], messageOf(`The pattern of "${name}"`, slowness.again), HINT, { word: slowness.part });
    for (const key of Object.keys(patternProperties)) {
      const slow = isPattern(key) ? slownessOf(key) : undefined;
      const message = slow && messageOf(`A pattern for the properties of "${name}"`, slow.again);
      if (message) report(['patternProperties', key], message, HINT, { part: 'key', word: slow.part });
    }
  },
});

function messageOf(subject: string, again: string): string {
  const text = JSON.stringify(`${again.repeat(Math.ceil(4 / again.length))}…`);
  return `${subject} is slow on long texts: on texts such as ${text}, the time grows faster than the length.`;
}

const HINT =
  'Let every character match in one way only: write `^a+$` instead of `^(a+)+$` and `^[^.]+\\.[^.]+$` instead of `^.+\\..+$`; and start the pattern with `^`, or limit the repeat.';

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
        say`The pattern of "${schema.name}" is not a valid regular expression: ${problem}.`,
        'Fix it, or escape special characters with \\.',
      );
  },
});
