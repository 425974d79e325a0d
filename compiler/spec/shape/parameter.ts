/** Shape of a parameter and of a result: the JSON Schema subset that specs may write (EXT §2.2). */
import type { AnyType, Json, Schema } from '@haft/runtime/language';
import { type Shape, anything, byType, choice, integer, list, map, number, object, ref, text } from './build.ts';
import { DEFINITION_NAME, MIRROR_NAME, PARAMETER_NAME } from './names.ts';

const type = choice('A type.', ['string', 'integer', 'number', 'boolean', 'array', 'object']);

const orNull = list(
  'One type and "null", such as [string, "null"], where null clears a field.',
  choice('A type.', ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']),
  { minItems: 2, maxItems: 2, uniqueItems: true },
);

/** Recursive: `items` and `properties` are schemas again. */
export const schemaShape: Shape<Schema> = ref('schema');

const typeOfValue = byType<AnyType | readonly AnyType[]>(
  'The narrowest suitable type: integer for counts, boolean for flags, array for lists, string with enum for closed sets, number with bounds for real quantities (EXT §8, ADR 20). Required unless `use` is set.',
  { string: type, array: orNull },
);

const valuesShape: Shape<boolean | Schema> = {
  schema: {
    description:
      'Whether an object may have undeclared properties, or the schema of their values: a map with free keys. Default: false.',
    type: ['boolean', 'object'],
    allOf: [{ if: { type: 'object' }, then: schemaShape.schema }],
  },
};

/** All keywords of a schema, none of them required. */
export const keywordsShape = object(
  'The schema of one value: a parameter, a property, a list item or a result.',
  {},
  {
    type: typeOfValue,
    use: text(
      'Name of a definition of the server, which takes the place of this schema. Keys next to it, such as `description`, replace those of the definition.',
      { pattern: DEFINITION_NAME },
    ),
    title: text('A short name for people; models rarely see it.'),
    description: text(
      'What the value means, for the model: unit, format, what it refers to. Not how it is used internally.',
    ),
    enum: list('The allowed values.', anything<Json>('One allowed value.'), { minItems: 1 }),
    default: anything<Json>(
      'Value used when the argument is absent. A parameter with a default is never required (EXT §8).',
    ),
    minimum: number('Minimum of an integer or number.'),
    maximum: number('Maximum of an integer or number.'),
    minLength: integer('Minimum number of characters.', { minimum: 0 }),
    maxLength: integer('Maximum number of characters.', { minimum: 0 }),
    const: anything<Json>('The only allowed value.'),
    format: choice('Format of a string (RFC 3339, RFC 9562, RFC 3986, RFC 5321); other values are rejected.', [
      'date',
      'date-time',
      'time',
      'email',
      'uri',
      'uuid',
    ]),
    pattern: text('Regular expression that must match somewhere in the string; anchor it with ^ and $.'),
    items: schemaShape,
    minItems: integer('Minimum number of items.', { minimum: 0 }),
    maxItems: integer('Maximum number of items.', { minimum: 0 }),
    properties: map('The properties of an object, by name.', schemaShape),
    required: list('Names of the required properties.', text('Property name.'), { uniqueItems: true }),
    additionalProperties: valuesShape,
    'x-mcp-header': text(
      'Suffix of the header in which HTTP clients repeat this argument, for gateways: Region gives Mcp-Param-Region. Calls in which the two differ are rejected.',
      { pattern: MIRROR_NAME },
    ),
  },
);

/** A schema says its type, or the definition that does. */
export const schemaDefinition: Shape<Schema> = {
  schema: {
    ...keywordsShape.schema,
    allOf: [
      {
        if: { type: 'object', not: { required: ['use'] } },
        // For the message about a type that is missing.
        then: { required: ['type'], description: typeOfValue.schema['description'] },
      },
    ],
  },
};

export const definitionsShape = map(
  'Schemas that tools of this server share, by name: a parameter, property, item or result `{ use: <name> }` is replaced by the definition.',
  schemaShape,
  DEFINITION_NAME,
);

export const parametersShape = map(
  'The parameters, by name. Use as few as possible: each one is a choice for the model.',
  schemaShape,
  PARAMETER_NAME,
);
