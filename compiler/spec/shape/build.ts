/** Builders of the spec language's shape: one call gives the JSON Schema for ajv and editors, and the TypeScript type. */
import { type JsonObject, isObject } from '@haft/runtime/language';

/** A JSON Schema (2020-12) that carries the type of what it accepts. */
export interface Shape<T> {
  readonly schema: SchemaNode;
  /** Never set; only carries `T`. */
  readonly accepts?: T;
}

export type SchemaNode = Readonly<Record<string, unknown>>;

/** What a keyword holds, as a schema. */
export function nodeOf(value: unknown): SchemaNode {
  return isObject(value) ? value : {};
}

/** The type of the values that a shape accepts. */
export type Static<S> = S extends Shape<infer T> ? T : never;

type Shapes = Readonly<Record<string, Shape<unknown>>>;
type Flat<T> = { [K in keyof T]: T[K] };
type ObjectOf<R extends Shapes, O extends Shapes> = Flat<
  { readonly [K in keyof R]: Static<R[K]> } & { readonly [K in keyof O]?: Static<O[K]> }
>;

interface TextOptions {
  /** A regular expression, and the sentence for values that do not match. */
  readonly pattern?: readonly [pattern: string, expected: string];
  /** 0 where the text may be empty, with a pattern that allows it. */
  readonly minLength?: 0;
  readonly maxLength?: number;
  readonly default?: string;
}

/** A text that is not empty. The description is what an editor shows on hover. */
export function text(description: string, options: TextOptions = {}): Shape<string> {
  const { pattern, ...rest } = options;
  const [form, expected] = pattern ?? NOT_BLANK;
  return {
    schema: { type: 'string', description, minLength: 1, pattern: form, patternErrorMessage: expected, ...rest },
  };
}

const NOT_BLANK = ['\\S', 'a non-empty string'] as const;

interface NumberOptions {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly default?: number;
}

export function integer(description: string, options: NumberOptions = {}): Shape<number> {
  return { schema: { type: 'integer', description, ...options } };
}

export function number(description: string, options: NumberOptions = {}): Shape<number> {
  return { schema: { type: 'number', description, ...options } };
}

export function flag(description: string, options: { readonly default?: boolean } = {}): Shape<boolean> {
  return { schema: { type: 'boolean', description, ...options } };
}

export const nothing: Shape<null> = { schema: { type: 'null', description: 'No value.' } };

export function choice<const T extends string>(
  description: string,
  values: readonly T[],
  options: { readonly default?: T } = {},
): Shape<T> {
  return { schema: { type: 'string', enum: values, description, ...options } };
}

/** An existing day, as YYYY-MM-DD. */
export function date(description: string): Shape<string> {
  return {
    schema: {
      type: 'string',
      description,
      format: 'date',
      patternErrorMessage: 'a valid date such as 2026-11-20',
    },
  };
}

/** Any JSON value. */
export function anything<T = unknown>(description: string): Shape<T> {
  return { schema: { description } };
}

/** A map of any JSON values. */
export function anyMap(description: string): Shape<JsonObject> {
  return { schema: { type: 'object', description } };
}

interface ListOptions {
  readonly uniqueItems?: boolean;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export function list<T>(description: string, items: Shape<T>, options: ListOptions = {}): Shape<readonly T[]> {
  return { schema: { type: 'array', description, items: items.schema, ...options } };
}

/** A map with keys of the author's own. */
export function map<T>(
  description: string,
  values: Shape<T>,
  keys?: readonly [pattern: string, expected: string],
): Shape<Readonly<Record<string, T>>> {
  const propertyNames = keys && { propertyNames: { pattern: keys[0], patternErrorMessage: keys[1] } };
  return { schema: { type: 'object', description, additionalProperties: values.schema, ...propertyNames } };
}

/** A map with a closed set of keys. */
export function object<R extends Shapes, O extends Shapes = Record<never, never>>(
  description: string,
  required: R,
  optional?: O,
): Shape<ObjectOf<R, O>> {
  const entries = Object.entries({ ...required, ...optional });
  const properties = Object.fromEntries(entries.map(([key, shape]) => [key, shape.schema]));
  return {
    schema: { type: 'object', description, properties, required: Object.keys(required), additionalProperties: false },
  };
}

type JsonType = 'string' | 'object' | 'array' | 'integer' | 'number' | 'boolean' | 'null';

/** One of several alternatives with different JSON types, so that an error is about the alternative that the author started. */
export function byType<T>(description: string, forms: Partial<Record<JsonType, Shape<unknown>>>): Shape<T> {
  const entries = Object.entries(forms);
  return {
    schema: {
      description,
      type: entries.map(([type]) => type),
      allOf: entries.map(([type, form]) => ({ if: { type }, then: form.schema })),
    },
  };
}

/** A shape defined elsewhere in the same document, for recursion. */
export function ref<T>(name: string): Shape<T> {
  return { schema: { $ref: `#/$defs/${name}` } };
}
