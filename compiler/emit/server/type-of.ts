/** JSON Schema → TypeScript type. */
import type { Schema } from '@haft/runtime/language';
import { doc, identifier, join, literal, propertyName, ts } from '../code.ts';
import type { Code } from '../code.ts';

/** Defaults are filled before a handler runs, so a property with one is always there. */
export function typeOf(schema: Schema): Code {
  if (schema.enum)
    return join(
      schema.enum.map((value) => literal(value)),
      ' | ',
    );
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return identifier(schema.type);
    case 'integer':
      return identifier('number');
    case 'array':
      return arrayType(schema.items);
    case 'object':
      return objectType(schema);
  }
}

function arrayType(items: Schema | undefined): Code {
  if (!items) return ts`readonly haft.Json[]`;
  // A union or a list inside a list needs its brackets.
  const simple = !items.enum && items.type !== 'array';
  return simple ? ts`readonly ${typeOf(items)}[]` : ts`readonly (${typeOf(items)})[]`;
}

function objectType(schema: Schema): Code {
  const properties = Object.entries(schema.properties ?? {});
  if (schema.properties === undefined) return ts`haft.JsonObject`;
  if (properties.length === 0) return ts`Record<string, never>`;
  return ts`{
  ${properties.map(([name, property]) => member(name, property, schema))}
}`;
}

function member(name: string, property: Schema, owner: Schema): Code {
  const certain = owner.required?.includes(name) || property.default !== undefined;
  const line = certain
    ? ts`readonly ${propertyName(name)}: ${typeOf(property)};`
    : ts`readonly ${propertyName(name)}?: ${typeOf(property)};`;
  return property.description === undefined ? line : ts`${doc(property.description)}\n${line}`;
}
