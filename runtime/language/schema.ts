/** The JSON Schema that specs may use for parameters and results (EXT §2.2; MCP, JSON Schema 2020-12 subset). */
import type { Json } from './json.ts';

/** The types that specs may use. */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';

/** The form of one value. */
export interface Schema {
  readonly type: SchemaType;
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
  readonly additionalProperties?: boolean;
}
