/** Whether a schema uses what only imported tools have, so that a server carries the validation of it. */
import type { Schema } from './schema.ts';

const IMPORTED: ReadonlySet<string> = new Set<keyof Schema>([
  '$ref',
  'const',
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
  'allOf',
  'anyOf',
  'oneOf',
  'not',
]);

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
