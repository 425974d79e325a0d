/** A schema with all that are inside it replaced. */
import { type Schema, WITH_LIST, WITH_NAMES, WITH_SCHEMA, isObject } from '@haft/runtime/language';

export function withInner(schema: Schema, change: (inner: Schema) => Schema): Schema {
  const { items, additionalProperties: others, propertyNames, not, properties, patternProperties } = schema;
  const { prefixItems, allOf, anyOf, oneOf } = schema;
  return {
    ...schema,
    ...(items && { items: change(items) }),
    ...(typeof others === 'object' && { additionalProperties: change(others) }),
    ...(propertyNames && { propertyNames: change(propertyNames) }),
    ...(not && { not: change(not) }),
    ...(properties && { properties: each(properties, change) }),
    ...(patternProperties && { patternProperties: each(patternProperties, change) }),
    ...(prefixItems && { prefixItems: prefixItems.map(change) }),
    ...(allOf && { allOf: allOf.map(change) }),
    ...(anyOf && { anyOf: anyOf.map(change) }),
    ...(oneOf && { oneOf: oneOf.map(change) }),
  };
}

/** The value of a keyword with the schemas in it replaced; of a schema that is not checked, so that it may be none. */
export function keywordWithInner(key: string, value: unknown, change: (inner: unknown) => unknown): unknown {
  if (WITH_SCHEMA.has(key) || key === 'additionalProperties') return change(value);
  if (WITH_LIST.has(key) && Array.isArray(value)) return value.map(change);
  return WITH_NAMES.has(key) && isObject(value) ? each(value, change) : value;
}

export function each<T, R>(members: Readonly<Record<string, T>>, change: (one: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, change(one)]));
}
