/** Compares types of values: the same, a subset, or different. */
import type { Schema } from '@haft/runtime/language';
import type { Pair } from '../change.ts';

/** `wider`: every value of the earlier type is one of the later. */
export type TypeRelation = 'same' | 'wider' | 'narrower' | 'other';

export function typeRelation({ before, after }: Pair<Schema>): TypeRelation {
  if (before?.type === after?.type) return 'same';
  if (before?.type === 'integer' && after?.type === 'number') return 'wider';
  return before?.type === 'number' && after?.type === 'integer' ? 'narrower' : 'other';
}
