/** Keywords of JSON Schema whose changes cannot be classified (profile `mcp`). */
import type { Json, Schema } from '@haft/runtime/language';

const KEYWORDS = [
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  '$ref',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'format',
  'uniqueItems',
  'prefixItems',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
] as const;

/** The values of these keywords in a schema; undefined where it has none. */
export function undecided(schema: Schema): Json | undefined {
  const values = KEYWORDS.flatMap((keyword) => {
    const value: unknown = Reflect.get(schema, keyword);
    return value === undefined ? [] : [[keyword, value] as const];
  });
  const open: unknown = schema.additionalProperties;
  const all = typeof open === 'object' ? [...values, ['additionalProperties', open] as const] : values;
  return all.length === 0 ? undefined : (JSON.parse(JSON.stringify(Object.fromEntries(all))) as Json);
}
