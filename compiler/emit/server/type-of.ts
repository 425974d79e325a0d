/** JSON Schema → TypeScript type. */
import { plain } from '@haft/runtime/language';
import type { AnyType, Schema } from '@haft/runtime/language';
import { doc, identifier, join, literal, propertyName, ts } from '../code.ts';
import type { Code } from '../code.ts';

/** Defaults are filled before a handler runs, so a property with one is always there. */
export function typeOf(given: Schema): Code {
  return plainType(plain(given));
}

function plainType(schema: Schema): Code {
  const { type, enum: values, const: only, anyOf, oneOf = anyOf } = schema;
  if (values) return union(values.map((value) => literal(value)));
  if (only !== undefined) return literal(only);
  if (typeof type === 'string') return singleType(schema, type);
  if (type) return union(type.map((one) => singleType(schema, one)));
  // What references and combinations come to is more than a type can say.
  return oneOf && !schema.$ref && !schema.allOf ? union(oneOf.map(typeOf)) : ts`haft.Json`;
}

function union(types: readonly Code[]): Code {
  return join([...new Set(types)], ' | ');
}

function singleType(schema: Schema, type: AnyType): Code {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'number':
    case 'null':
      return identifier(type);
    case 'integer':
      return identifier('number');
    case 'array':
      return arrayType(schema);
    case 'object':
      return objectType(schema);
  }
}

function arrayType({ items, prefixItems }: Schema): Code {
  if (!items || prefixItems) return ts`readonly haft.Json[]`;
  // A union or a list inside a list needs its brackets.
  const simple = !items.enum && typeof items.type === 'string' && items.type !== 'array';
  return simple ? ts`readonly ${plainType(items)}[]` : ts`readonly (${plainType(items)})[]`;
}

function objectType(schema: Schema): Code {
  const { properties = {}, additionalProperties: others, patternProperties, allOf, anyOf, oneOf, $ref } = schema;
  if (patternProperties || allOf || anyOf || oneOf || $ref) return ts`haft.JsonObject`;
  const members = Object.entries(properties);
  // With members of their own types an index would have to fit them all.
  if (typeof others === 'object')
    return members.length > 0 ? ts`haft.JsonObject` : ts`{ readonly [name: string]: ${plainType(others)} }`;
  if (schema.properties === undefined) return ts`haft.JsonObject`;
  if (members.length === 0) return ts`Record<string, never>`;
  return ts`{
  ${members.map(([name, property]) => member(name, property, schema))}
}`;
}

function member(name: string, property: Schema, owner: Schema): Code {
  const certain = owner.required?.includes(name) || property.default !== undefined;
  const line = certain
    ? ts`readonly ${propertyName(name)}: ${plainType(property)};`
    : ts`readonly ${propertyName(name)}?: ${plainType(property)};`;
  return property.description === undefined ? line : ts`${doc(property.description)}\n${line}`;
}
