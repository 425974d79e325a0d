/** The JSON Schema that specs may use: EXT §2.2 in profile `ext`, more of 2020-12 in profile `mcp`, with the keywords that Haft judges. */
import { type Json, ownMember } from './json.ts';

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

/** The types that authored specs may use. */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** Imported tools may also allow null. */
export type AnyType = SchemaType | 'null';

/** The form of one value. */
export type Schema = ImportedKeywords & {
  /** In profile `ext` one of `SchemaType`, also with null. */
  readonly type?: AnyType | readonly AnyType[];
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly Json[];
  readonly default?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  /** A schema for a map with free keys. */
  readonly additionalProperties?: boolean | Schema;
  /** Clients over HTTP repeat the argument in the header `Mcp-Param-<name>` (MCP 2026-07-28). */
  readonly 'x-mcp-header'?: string;
};

/** Keywords that EXT does not have; profile `ext` has `const` and `format` of them (ADR 20). */
type ImportedKeywords = {
  /** `#/$defs/<name>`, from the root of the schema that is compiled. */
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly const?: Json;
  readonly examples?: readonly Json[];
  readonly deprecated?: boolean;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  /** Checked if `format.ts` has it. */
  readonly format?: string;
  readonly uniqueItems?: boolean;
  readonly prefixItems?: readonly Schema[];
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
};

/** The one type that a value has if it is not null; undefined where there are several. */
export function mainType({ type }: Schema): AnyType | undefined {
  if (type === undefined || typeof type === 'string') return type;
  const [only, other] = type.filter((one) => one !== 'null');
  return other === undefined ? only : undefined;
}

/** Tells of a member whether the table names it, or without a table, whether the schema of the result has a place for it. */
export function pageFields(table: object | undefined, schema: Schema | undefined): (member: string) => boolean {
  if (table !== undefined) {
    const text = JSON.stringify(table);
    return (member) => text.includes(`"/${member}`);
  }
  const { properties = {}, additionalProperties: others = true } = schema ?? {};
  return (member) => others === true || ownMember(properties, member) !== undefined;
}

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
