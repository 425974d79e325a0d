/** The keywords of JSON Schema 2020-12 that Haft judges, by what their values are, and those that only imported tools have. */
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

/** Their values are no schemas; in the order in which they are printed. */
export const VALUE_KEYWORDS = [
  '$ref',
  'title',
  'description',
  'enum',
  'const',
  'default',
  'examples',
  'deprecated',
  'minimum',
  'exclusiveMinimum',
  'maximum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minProperties',
  'maxProperties',
  'x-mcp-header',
] as const satisfies readonly (keyof Schema)[];

/** `additionalProperties` may be a schema, too, and is judged by itself. */
export const WITH_SCHEMA: ReadonlySet<string> = new Set<keyof Schema>(['items', 'propertyNames', 'not']);
export const WITH_LIST: ReadonlySet<string> = new Set<keyof Schema>(['prefixItems', 'allOf', 'anyOf', 'oneOf']);
const NAMED_HERE = ['properties', 'patternProperties'] as const satisfies readonly (keyof Schema)[];
export const WITH_MAP: ReadonlySet<string> = new Set(NAMED_HERE);
/** Also where definitions are, those of draft 7 among them. */
export const WITH_NAMES: ReadonlySet<string> = new Set([...NAMED_HERE, '$defs', 'definitions']);

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
