/** Types of values as sets: the same, one inside the other, or apart. */
import type { Json, Schema } from '@haft/runtime/language';
import type { Pair } from '../change.ts';
import { typesOf } from '../subset/form.ts';

/** `wider`: every value of the earlier types is one of the later. */
export type TypeRelation = 'same' | 'wider' | 'narrower' | 'other';

export function typeRelation({ before, after }: Pair<Schema>): TypeRelation {
  const [old, now] = [kindsOf(before ?? {}), kindsOf(after ?? {})];
  const [isSubset, isSuperset] = [[...old].every((kind) => now.has(kind)), [...now].every((kind) => old.has(kind))];
  if (isSubset && isSuperset) return 'same';
  if (isSubset) return 'wider';
  return isSuperset ? 'narrower' : 'other';
}

/** Types that a value may have, of its branches too. A number is an integer or has a fraction. */
export function kindsOf(schema: Schema): ReadonlySet<string> {
  const own = new Set<string>(
    typesOf(schema).flatMap((type) => (type === 'number' ? ['integer', 'fraction'] : [type])),
  );
  const { allOf = [], anyOf, oneOf } = schema;
  const conditions = [
    ...allOf.map(kindsOf),
    ...[anyOf, oneOf].flatMap((branches) => (branches ? [new Set(branches.flatMap((one) => [...kindsOf(one)]))] : [])),
  ];
  return new Set([...own].filter((kind) => conditions.every((kinds) => kinds.has(kind))));
}

/** As an author lists them. */
export function shownTypes(schema: Schema): Json {
  if (typeof schema.type === 'string') return schema.type;
  const kinds = kindsOf(schema);
  const numbers = kinds.has('fraction') ? ['number'] : kinds.has('integer') ? ['integer'] : [];
  const types = [...[...kinds].filter((kind) => kind !== 'fraction' && kind !== 'integer'), ...numbers];
  return types.length === 1 ? (types[0] ?? []) : types;
}
