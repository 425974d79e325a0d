/** Whether a schema uses what only imported tools have, so that a server carries the validation of it. */
import type { Schema } from './schema.ts';

/** What a schema says in them is compared only as a whole. */
export const COMPOSED: ReadonlySet<string> = new Set<keyof Schema>([
  '$ref',
  'multipleOf',
  'format',
  'uniqueItems',
  'prefixItems',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'propertyNames',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
]);

const IMPORTED: ReadonlySet<string> = new Set([...COMPOSED, 'const', 'exclusiveMinimum', 'exclusiveMaximum']);

/** Whether a schema, or one inside it, needs `compileImported`. */
export function hasImported(schema: Schema | boolean): boolean {
  if (typeof schema === 'boolean') return true;
  const { type, items, properties = {}, additionalProperties: others } = schema;
  return (
    typeof type !== 'string' ||
    Array.isArray(items) ||
    type === 'null' ||
    typeof others === 'object' ||
    Object.entries(schema).some(([key, value]) => IMPORTED.has(key) && value !== undefined) ||
    [...Object.values(properties), ...(items === undefined ? [] : [items])].some(hasImported)
  );
}
