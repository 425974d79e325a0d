/** Schemas in canonical form: fixed key order, closed objects, no implicit defaults. */
import type { ObjectSchema } from '@haft/runtime';
import type { Schema } from '@haft/runtime/language';

/** What a schema belongs to. */
interface SchemaOwner {
  /** Imported schemas are not changed: closing one branch could reject what another one allows. */
  readonly imported: boolean;
  readonly definitions: Readonly<Record<string, Schema>> | undefined;
}

/** The tool's `inputSchema`: an object that accepts nothing undeclared (EXT §2.2). */
export function inputSchema(
  parameters: Readonly<Record<string, Schema>>,
  required: readonly string[],
  { imported, definitions }: SchemaOwner,
): ObjectSchema {
  const properties = each(parameters, imported ? resultSchema : argumentSchema);
  const $defs = definitions && { $defs: each(definitions, resultSchema) };
  return { type: 'object', properties, required: [...required], additionalProperties: false, ...$defs };
}

/** A closed form for arguments: an object with declared properties takes no others. */
function argumentSchema(schema: Schema): Schema {
  return canonical(schema, argumentSchema, schema.properties !== undefined ? false : undefined);
}

/** Results stay open unless the author closes them: a response with additional properties is still valid. */
export function resultSchema(schema: Schema): Schema {
  return canonical(schema, resultSchema, undefined);
}

const ORDER = [
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
] as const;

type Inner = (schema: Schema) => Schema;

function canonical(schema: Schema, inner: Inner, closed: boolean | undefined): Schema {
  const { type, items, properties, required, additionalProperties: others = closed } = schema;
  return {
    ...(type !== undefined && { type }),
    ...inFixedOrder(schema),
    ...(schema.prefixItems && { prefixItems: schema.prefixItems.map(inner) }),
    ...(items && { items: inner(items) }),
    ...(properties && { properties: each(properties, inner) }),
    ...(schema.patternProperties && { patternProperties: each(schema.patternProperties, inner) }),
    ...(schema.propertyNames && { propertyNames: inner(schema.propertyNames) }),
    ...(required && { required }),
    ...(others !== undefined && { additionalProperties: typeof others === 'object' ? inner(others) : others }),
    ...branches(schema, inner),
  };
}

function inFixedOrder(schema: Schema): Schema {
  const plain: Record<string, unknown> = {};
  for (const key of ORDER) if (schema[key] !== undefined) plain[key] = schema[key];
  return plain;
}

function branches({ allOf, anyOf, oneOf, not }: Schema, inner: Inner): Schema {
  return {
    ...(allOf && { allOf: allOf.map(inner) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
    ...(oneOf && { oneOf: oneOf.map(inner) }),
    ...(not && { not: inner(not) }),
  };
}

function each(schemas: Readonly<Record<string, Schema>>, inner: Inner): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, inner(schema)]));
}
