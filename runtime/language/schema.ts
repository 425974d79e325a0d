/** The JSON Schema that specs may use: EXT §2.2 in profile `ext`, more of 2020-12 in profile `mcp`. */
import { type Json, ownMember } from './json.ts';

/** The types that authored specs may use. */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** Imported tools may also allow null. */
export type AnyType = SchemaType | 'null';

/** The form of one value. */
export interface Schema extends ImportedKeywords {
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
}

/** Keywords that EXT does not have; profile `ext` has `const` and `format` of them (ADR 20). */
interface ImportedKeywords {
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
}

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
