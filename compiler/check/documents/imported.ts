/** Shape of profile `mcp`: any MCP tool, with the JSON Schema 2020-12 keywords that public tools use. */
import type { AnyType, Json, Schema } from '@haft/runtime/language';
import { anything, byType, choice, flag, integer, list, map, number, object, ref, text } from '../../language/build.ts';
import type { SchemaNode, Shape } from '../../language/build.ts';
import { resultRuleDefinition } from '../../language/failure.ts';
import { keywordsShape } from '../../language/parameter.ts';
import { serverShape } from './server.ts';
import { descriptionShape, toolDocumentShape, toolShape } from './tool.ts';

const schemaShape: Shape<Schema> = ref('schema');

const type = choice('A JSON type.', ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

const above = { exclusiveMinimum: 0 } as const;

const keywords = object(
  'The schema of one value.',
  {},
  {
    type: byType<AnyType | readonly AnyType[]>('The type, or a list of types. Default: any.', {
      string: type,
      array: list('The types.', type, { minItems: 1, uniqueItems: true }),
    }),
    const: anything<Json>('The only allowed value.'),
    examples: list('Example values.', anything<Json>('One example.')),
    deprecated: flag('Whether callers should stop using it.'),
    exclusiveMinimum: number('Exclusive minimum of a number.'),
    exclusiveMaximum: number('Exclusive maximum of a number.'),
    multipleOf: { schema: { ...number('A number must be a multiple of this.').schema, ...above } },
    format: text(
      'Format of a string. Checked: date, date-time, time, email, uri, uuid, ipv4, ipv6; other formats are only informative.',
    ),
    uniqueItems: flag('Whether the items of a list must be unique.'),
    prefixItems: list('Schemas of the first items of a list, in order.', schemaShape, { minItems: 1 }),
    minProperties: integer('Minimum number of properties.', { minimum: 0 }),
    maxProperties: integer('Maximum number of properties.', { minimum: 0 }),
    patternProperties: map('Schemas of properties whose names match a regular expression.', schemaShape),
    propertyNames: schemaShape,
    additionalProperties: {
      schema: {
        description: 'Whether an object may have undeclared properties, or the schema of those.',
        type: ['boolean', 'object'],
        allOf: [{ if: { type: 'object' }, then: schemaShape.schema }],
      },
    },
    allOf: list('Schemas that the value must all match.', schemaShape, { minItems: 1 }),
    anyOf: list('Schemas of which the value must match at least one.', schemaShape, { minItems: 1 }),
    oneOf: list('Schemas of which the value must match exactly one.', schemaShape, { minItems: 1 }),
    not: schemaShape,
    $ref: text('Reference to a definition of the tool or its server under `definitions:`, such as #/$defs/point.', {
      pattern: ['^#/\\$defs/[^/~%]+$', 'a reference such as #/$defs/point'],
    }),
    $comment: text('A comment, not shown to anyone.'),
  },
);

const anyDescription: SchemaNode = byType('What the model reads to choose the tool: one text, or the separate parts.', {
  string: text('What the tool does and when to use it, passed to the model unchanged.'),
  object: descriptionShape,
}).schema;

const schemas = map('The parameters, by name.', schemaShape).schema;

const more: Readonly<Record<string, SchemaNode>> = {
  description: anyDescription,
  parameters: schemas,
  definitions: map('Schemas that $ref can refer to; they become "$defs" of the input and output schemas.', schemaShape)
    .schema,
};

/** The same node with other properties in it; those in `optional` may be left out. */
function changed(node: SchemaNode, properties: Readonly<Record<string, SchemaNode>>, optional: string): SchemaNode {
  return {
    ...node,
    properties: { ...Object(node['properties']), ...properties },
    required: [node['required']].flat().filter((key) => key !== optional),
  };
}

const tools = {
  type: 'array',
  description: 'The tools of the server.',
  items: changed(toolShape.schema, more, 'effects'),
};

/** The schema of documents of profile `mcp`; editors and `haft schema` use only profile `ext`. */
export const IMPORTED_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: {
    server: changed(serverShape.schema, { tools }, ''),
    tool: changed(toolDocumentShape.schema, more, 'effects'),
    schema: changed(keywordsShape.schema, Object(keywords.schema['properties']), ''),
    resultRule: resultRuleDefinition.schema,
  },
} as const;
