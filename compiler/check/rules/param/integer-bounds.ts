/** A count has bounds. */
import { rule } from '../../rule.ts';
import { namesCount } from '../../analysis/intended-type/count-like.ts';
import { narrowType, ownWords } from '../../analysis/intended-type/intended-type.ts';
import { POSITIONS } from '../../analysis/intended-type/type-lexicon.ts';

export const integerBounds = rule({
  id: 'param/integer-bounds',
  subject: 'param',
  severity: 'warning',
  says: 'A count should have a minimum and a maximum.',
  profiles: ['ext'],
  why: 'A model that wants everything sends 100000, and a confused one sends -1. Bounds show what is possible.',
  source: 'EXT §2.2 (minimum / maximum); EXT §8 (count: minimum 1, maximum 100)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many books at most. } }',
    'parameters: { offset: { type: integer, minimum: 0, default: 0, description: How many books to skip. } }',
    'parameters: { year: { type: integer, description: Year of the first edition. } }',
  ],
  bad: [
    'parameters: { limit: { type: integer, default: 25, description: How many books at most. } }',
    'parameters:\n  page_size:\n    type: integer\n    minimum: 1\n    default: 25\n    description: Books on a page.',
    'parameters: { page: { type: integer, default: 1, description: Page of the list. } }',
  ],
  check(param, report, { settings }) {
    const { name, spec } = param;
    const words = ownWords(param);
    if (narrowType(param, settings) !== 'integer' || !namesCount(words, settings.lexicon.counts, true)) return;
    const isPosition = POSITIONS.has(words.at(-1) ?? '') && words.at(-2) !== 'per';
    const needed = isPosition ? (['minimum'] as const) : (['minimum', 'maximum'] as const);
    const absent = needed.filter((bound) => spec[bound] === undefined);
    if (absent.length === 0) return;
    report(
      [],
      `Integer "${name}" has no ${absent.join(' and no ')}.`,
      `Add ${absent.map((bound) => `"${bound}:"`).join(' and ')} with the limits of the service or program.`,
      { part: 'key' },
    );
  },
});
