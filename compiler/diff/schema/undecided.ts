/** Keywords of JSON Schema of which two forms cannot be compared by looking at them (profile `mcp`). */
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

/** What a schema says in these keywords; nothing where it says none. */
export function undecided(schema: Schema): Json | undefined {
  const said = KEYWORDS.flatMap((keyword) => {
    const value: unknown = Reflect.get(schema, keyword);
    return value === undefined ? [] : [[keyword, value] as const];
  });
  const open: unknown = schema.additionalProperties;
  const all = typeof open === 'object' ? [...said, ['additionalProperties', open] as const] : said;
  return all.length === 0 ? undefined : (JSON.parse(JSON.stringify(Object.fromEntries(all))) as Json);
}
