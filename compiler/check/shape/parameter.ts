/** Shape of a parameter and of a result: the JSON Schema subset that specs may write (EXT §2.2). */
import type { Json, Schema } from '@haft/runtime/language';
import { anything, choice, flag, integer, list, map, number, object, ref, text } from './build.ts';
import type { Shape } from './build.ts';
import { MIRROR_NAME, PARAMETER_NAME } from './names.ts';

/** Recursive: `items` and `properties` are schemas again. */
export const schemaShape: Shape<Schema> = ref('schema');

export const schemaDefinition = object(
  'The form of one value: a parameter, a property, a list item or a result.',
  {
    type: choice(
      'The narrowest type that fits: integer for counts, boolean for flags, array for lists, string with enum for closed sets (EXT §8). "number" only in results.',
      ['string', 'integer', 'number', 'boolean', 'array', 'object'],
    ),
  },
  {
    title: text('A short name for people; the model rarely sees it.'),
    description: text(
      'What the value means, for the model: units, format, what it refers to. Not how it is used inside.',
    ),
    enum: list('The closed set of allowed values.', anything<Json>('One allowed value.'), { minItems: 1 }),
    default: anything<Json>(
      'Used when the argument is left out. A parameter with a default is never required (EXT §8).',
    ),
    minimum: number('Smallest allowed value of an integer or number.'),
    maximum: number('Largest allowed value of an integer or number.'),
    minLength: integer('Fewest characters of a string.', { minimum: 0 }),
    maxLength: integer('Most characters of a string.', { minimum: 0 }),
    pattern: text('Regular expression that a string has to match somewhere; anchor it with ^ and $.'),
    items: schemaShape,
    minItems: integer('Fewest items of an array.', { minimum: 0 }),
    maxItems: integer('Most items of an array.', { minimum: 0 }),
    properties: map('The properties of an object, by name.', schemaShape),
    required: list('Names of the properties that have to be there.', text('Name of a property.'), {
      uniqueItems: true,
    }),
    additionalProperties: flag('Whether an object may hold properties that are not listed.', { default: false }),
    'x-mcp-header': text(
      'The end of a header name, such as Region: clients over HTTP repeat the argument in Mcp-Param-Region, by which gateways route; the server refuses a call in which the two differ.',
      { pattern: MIRROR_NAME },
    ),
  },
);

export const parametersShape = map(
  'The parameters of the tool, by name. As few as possible: every one is a choice the model has to make.',
  schemaShape,
  PARAMETER_NAME,
);
