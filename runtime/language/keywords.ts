/** The keywords of JSON Schema 2020-12 that Haft judges, by what their values are. */
import type { Schema } from './schema.ts';

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
