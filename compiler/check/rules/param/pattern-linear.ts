/** A pattern can be matched in linear time by every engine. */
import type { Slowness } from '../../patterns/slow.ts';
import { slownessOf } from '../../patterns/slow.ts';
import { isPattern } from '../../patterns/valid.ts';
import { rule } from '../../rule.ts';

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
    if (pattern !== undefined) {
      const found = isPattern(pattern) ? slownessOf(pattern) : undefined;
      if (found)
        report(['pattern'], messageOf(`The pattern of "${name}"`, found), HINTS[found.kind], { word: found.parts[0] });
    }
    for (const key of Object.keys(patternProperties)) {
      const found = isPattern(key) ? slownessOf(key) : undefined;
      if (!found) continue;
      const message = messageOf(`A pattern for the properties of "${name}"`, found);
      report(['patternProperties', key], message, HINTS[found.kind], { part: 'key', word: found.parts[0] });
    }
  },
});

function messageOf(subject: string, { kind, parts, again }: Slowness): string {
  const [one, other] = parts.map((part) => `\`${part}\``);
  const text = JSON.stringify(`${again.repeat(Math.ceil(4 / Math.max(1, again.length)))}…`);
  if (kind === 'anywhere')
    return `${subject} is slow on long texts: ${one} is tried again at every character of ${text}.`;
  if (kind === 'nested') return `${subject} is slow on long texts: ${one} can match ${text} in many ways.`;
  return `${subject} is slow on long texts: ${one} and the ${other} after it can match the same characters, as in ${text}.`;
}

const HINTS: Readonly<Record<Slowness['kind'], string>> = {
  nested:
    'Let every character match in one way only: write `^a+$` instead of `^(a+)+$`, and `^\\w+(?:\\s\\w+)*$` instead of `^(\\w+\\s?)+$`.',
  adjacent:
    'Let the first one exclude the character that ends it: write `^[^.]+\\.[^.]+$` instead of `^.+\\..+$`; or merge the two.',
  anywhere:
    'Start the pattern with `^`, or limit the repeat: write `\\s$` instead of `\\s+$`, or `[a-z]{1,64}@` instead of `[a-z]+@`.',
};
