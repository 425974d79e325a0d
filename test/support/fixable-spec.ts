/** Random projects broken in the ways that a rule can repair for certain. */
import * as fc from 'fast-check';
import type { JsonObject } from '../../runtime/language/json.ts';
import { anyChange } from './broken-spec.ts';
import { mapOf, onPart, parameter, skill, tool } from './spec-overlay.ts';
import type { Change } from './spec-overlay.ts';

/** Breaks what a rule can repair for certain. */
export function anyFixable(): fc.Arbitrary<Change> {
  const fixable = fc.constantFrom<
    ((random: number) => { readonly on: 'tool' | 'skill'; readonly lay: (spec: JsonObject) => JsonObject })[]
  >(
    () =>
      parameter('lent', {
        type: 'string',
        enum: ['true', 'false'],
        default: 'false',
        description: 'Whether lent ones are listed.',
      }),
    () =>
      parameter('is_old', {
        type: 'string',
        enum: ['true', 'false'],
        description: 'Whether it is old. Defaults to true.',
      }),
    () => parameter('page_count', { type: 'string', default: '25', description: 'How many pages there are at most.' }),
    () => parameter('limit', { type: 'number', minimum: 9, maximum: 2, description: 'How many there are at most.' }),
    () => parameter('rows', { type: 'integer', minimum: 9, maximum: 2, description: 'Rows of seats. Default: 5.' }),
    () => parameter('sort_by', { type: 'string', description: 'Sort field (title|author|year)' }),
    () => parameter('sort', { type: 'string', description: 'Order: asc or desc.', default: 'asc' }),
    () => parameter('maxPages', { type: 'string', description: 'How many pages there are.' }),
    () => parameter('Guest-Name', { type: 'string', description: 'Who comes to the party.' }),
    () =>
      parameter('marks', {
        type: 'array',
        items: { type: 'string' },
        minItems: 7,
        maxItems: 1,
        description: 'Marks on\u200b it.',
      }),
    () => tool((spec) => ({ ...spec, required: Object.keys(mapOf(spec['parameters'])) })),
    () => tool((spec) => ({ ...spec, required: Object.keys(mapOf(spec['parameters'])).slice(0, 1) })),
    () =>
      tool((spec) => ({ ...spec, description: { ...mapOf(spec['description']), when: 'Use when the user is lost' } })),
    () =>
      tool((spec) => ({
        ...spec,
        description: { ...mapOf(spec['description']), does: 'Finds the way\u200b home by\u00ad night.' },
      })),
    () =>
      tool((spec) => ({
        ...spec,
        description: {
          ...mapOf(spec['description']),
          instead: [{ case: 'If the way is known', use: spec['name'] ?? '' }],
        },
      })),
    () =>
      skill((spec) => ({
        ...spec,
        description: { ...mapOf(spec['description']), when: 'Use when the user is lost.' },
      })),
    () =>
      skill((spec) => ({
        ...spec,
        description: {
          ...mapOf(spec['description']),
          not_for: [{ case: 'Do NOT use for the law' }, { case: 'Not for fun' }],
        },
      })),
    () => skill((spec) => ({ ...spec, context: 'The office\u200b is small.', steps: ['Ask\u202e for the day.'] })),
  );
  return fc.oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fc.nat(), fixable).map(
        ([at, make]): Change =>
          (project) =>
            onPart(project, at, make(at)),
      ),
    },
    { weight: 1, arbitrary: anyChange() },
  );
}
