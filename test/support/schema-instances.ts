/** Random values as a schema has them, and others nearby. */
import * as fc from 'fast-check';
import type { Json, Schema } from '../../runtime/language/index.ts';

const SCALARS: readonly Json[] = [
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  0.5,
  1.5,
  -1,
  12,
  60,
  99,
  101,
  1000,
  '',
  'a',
  'ab',
  'low',
  'high',
  'title',
  'author',
  'new',
  'F',
  'A1',
  'abc',
  'abcdef',
  'abcdefghij',
  '2026-01-31',
  '2026-01-31T09:30:00Z',
  'name@example.org',
  '123e4567-e89b-12d3-a456-426614174000',
  '7',
];

/** Values as a schema has them, and others nearby: not all of them are accepted. */
export function instanceOf(schema: Schema, depth = 3): fc.Arbitrary<Json> {
  const scalar = fc.constantFrom(...SCALARS);
  const own: fc.Arbitrary<Json>[] = [scalar];
  if (schema.enum) own.push(fc.constantFrom(...schema.enum));
  if (schema.const !== undefined) own.push(fc.constant(schema.const));
  if (depth === 0) return fc.oneof(...own);
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    own.push(instanceOf(one, depth));
  if (schema.minimum !== undefined || schema.maximum !== undefined) {
    const low = Math.ceil(schema.minimum ?? Math.min(0, schema.maximum ?? 0)) - 2;
    own.push(fc.integer({ min: low, max: Math.floor(Math.max(schema.maximum ?? low + 100, low)) + 2 }));
  }
  if (schema.type === 'array' || schema.items || schema.prefixItems) {
    const items = [...(schema.prefixItems ?? []), ...(schema.items ? [schema.items] : [])];
    own.push(
      fc.array(fc.oneof(...(items.length > 0 ? items.map((one) => instanceOf(one, depth - 1)) : [scalar])), {
        maxLength: 6,
      }),
    );
  }
  if (schema.type === 'object' || schema.properties) {
    const others =
      typeof schema.additionalProperties === 'object' ? instanceOf(schema.additionalProperties, depth - 1) : scalar;
    const members = Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, one]) => [name, instanceOf(one, depth - 1)]),
    );
    own.push(
      fc.record(members, {
        requiredKeys: schema.required?.filter((name) => Object.hasOwn(members, name)) ?? [],
      }) as fc.Arbitrary<Json>,
    );
    own.push(
      fc
        .tuple(fc.record(members), fc.dictionary(fc.constantFrom('other', 'x2', 'a', 'added'), others, { maxKeys: 3 }))
        .map(([base, more]): Json => ({ ...(base as Record<string, Json>), ...more })),
    );
  }
  return fc.oneof(...own);
}
