/** Schemas in their canonical form: fixed key order, closed objects, nothing left to a reader's default. */
import type { ObjectSchema } from '@haft/runtime';
import type { Schema } from '@haft/runtime/language';

/** The tool's `inputSchema`: an object that accepts nothing undeclared (EXT §2.2). */
export function inputSchema(parameters: Readonly<Record<string, Schema>>, required: readonly string[]): ObjectSchema {
  const properties = Object.fromEntries(
    Object.entries(parameters).map(([name, schema]) => [name, argumentSchema(schema)]),
  );
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}

/** A closed form for arguments: an object with declared properties takes no others. */
function argumentSchema(schema: Schema): Schema {
  return canonical(schema, argumentSchema, schema.properties !== undefined ? false : undefined);
}

/** Results stay open unless the author closes them: an answer with more in it is still an answer. */
export function resultSchema(schema: Schema): Schema {
  return canonical(schema, resultSchema, undefined);
}

const ORDER = [
  'title',
  'description',
  'enum',
  'default',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
] as const;

function canonical(schema: Schema, inner: (schema: Schema) => Schema, closed: boolean | undefined): Schema {
  const plain = Object.fromEntries(ORDER.flatMap((key) => (schema[key] === undefined ? [] : [[key, schema[key]]])));
  const { items, properties, required, additionalProperties = closed } = schema;
  return {
    type: schema.type,
    ...plain,
    ...(items && { items: inner(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, value]) => [key, inner(value)])),
    }),
    ...(required && { required }),
    ...(additionalProperties !== undefined && { additionalProperties }),
  };
}
