/** Counts are integers. */
import { rule } from '../../rule.ts';
import { meantBy } from '../../analysis/intended-type/intended-type.ts';
import { retype } from '../../analysis/edits/retype.ts';

export const integerForCount = rule({
  id: 'param/integer-for-count',
  subject: 'param',
  severity: 'error',
  says: 'A parameter that counts must be an integer.',
  profiles: ['ext'],
  why: 'Without an integer type a model sends "ten", "10 books" or 2.5, and bounds cannot be enforced.',
  source: 'EXT §8 rule 2 (integer for counts)',
  good: [
    'parameters: { limit: { type: integer, minimum: 1, maximum: 100, default: 25, description: How many books at most. } }',
    'parameters: { account_number: { type: string, description: Number on the library card. } }',
    'parameters: { phone_count_label: { type: string, description: What to write beside the count. } }',
    'parameters: { page_size: { type: string, enum: [small, large], default: small, description: How full a page is. } }',
  ],
  bad: [
    'parameters: { max_results: { type: string, default: "10", description: How many books to return at most. } }',
    'parameters: { limit: { type: number, minimum: 1, maximum: 50, default: 10, description: How many books to return. } }',
    `parameters:
  query: { type: string, description: Words to look for. }
  num_pages:
    type: string
    description: Number of pages to read.
evals: [{ query: three pages about gardens, arguments: { query: gardens, num_pages: "3" } }]`,
  ],
  check(param, report, { settings }) {
    if (meantBy(param, settings)?.type !== 'integer') return;
    const { name, spec } = param;
    report(
      ['type'],
      `Parameter "${name}" is a count but has type ${spec.type}.`,
      'Use `type: integer` with a minimum and a maximum.',
      {
        fix: { title: `Make "${name}" an integer.`, edits: retype(param, 'integer', wholeNumber) },
      },
    );
  },
});

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined;
}
