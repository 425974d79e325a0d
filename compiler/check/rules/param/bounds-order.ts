/** A lower bound is not above its upper bound. */
import { rule } from '../../rule.ts';

const PAIRS = [
  ['minimum', 'maximum'],
  ['minLength', 'maxLength'],
  ['minItems', 'maxItems'],
] as const;

export const boundsOrder = rule({
  id: 'param/bounds-order',
  subject: 'schema',
  severity: 'error',
  imported: 'warning',
  says: 'A lower bound must not be greater than its upper bound.',
  why: 'No value can satisfy both bounds, so every call with the argument is rejected.',
  source: 'EXT §2.2 (minimum / maximum)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, description: How many books at most. } }',
    'parameters: { code: { type: string, minLength: 8, maxLength: 8, description: Code on the card. } }',
  ],
  bad: [
    'parameters:\n  tags:\n    type: array\n    items: { type: string }\n    minItems: 10 # enough to choose from\n    maxItems: 1\n    description: Tags that a book must have.',
    'parameters: { limit: { type: integer, minimum: 100, maximum: 1, description: How many books at most. } }',
    'returns: { type: object, properties: { stars: { type: number, minimum: 5, maximum: 0 } } }',
  ],
  check(param, report) {
    for (const [low, high] of PAIRS) {
      const { [low]: least, [high]: most } = param.spec;
      if (least === undefined || most === undefined || least <= most) continue;
      report(
        [low],
        `"${low}" of "${param.name}" is ${least}, greater than its "${high}" of ${most}.`,
        'Swap the bounds, or change one of them.',
        {
          fix: {
            title: 'Swap the two bounds.',
            edits: [
              param.edit({ kind: 'replace', path: [low], value: most }),
              param.edit({ kind: 'replace', path: [high], value: least }),
            ],
          },
        },
      );
    }
  },
});
