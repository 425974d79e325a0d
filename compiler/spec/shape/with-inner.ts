/** A schema with all that are inside it replaced. */
import type { Schema } from '@haft/runtime/language';

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

export function each<T, R>(members: Readonly<Record<string, T>>, change: (one: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, change(one)]));
}
