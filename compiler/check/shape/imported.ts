/** Shape of profile `mcp`: any MCP tool, with the JSON Schema 2020-12 keywords that public tools use. */
import type { AnyType, Json, Schema } from '@haft/runtime/language';
import { anything, byType, choice, flag, integer, list, map, number, object, ref, text } from './build.ts';
import type { SchemaNode, Shape } from './build.ts';
import { resultRuleDefinition } from './failure.ts';
import { schemaDefinition } from './parameter.ts';
import { serverShape } from './server.ts';
import { descriptionShape, toolDocumentShape, toolShape } from './tool.ts';

const schemaShape: Shape<Schema> = ref('schema');

const type = choice('A type of JSON.', ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

const above = { exclusiveMinimum: 0 } as const;

const keywords = object(
  'The form of one value.',
  {},
  {
    type: byType<AnyType | readonly AnyType[]>('The type of the value, or a list of types; any where absent.', {
      string: type,
      array: list('The types.', type, { minItems: 1, uniqueItems: true }),
    }),
    const: anything<Json>('The only allowed value.'),
    examples: list('Values as they may come.', anything<Json>('One value.')),
    deprecated: flag('Whether callers should stop to use it.'),
    exclusiveMinimum: number('A number has to be above it.'),
    exclusiveMaximum: number('A number has to be below it.'),
    multipleOf: { schema: { ...number('A number has to be a multiple of it.').schema, ...above } },
    format: text('What a string stands for: date, date-time, time, email, uri, uuid, ipv4 or ipv6; others only tell.'),
    uniqueItems: flag('Whether a list may hold no value twice.'),
    prefixItems: list('The forms of the first items of a list, in order.', schemaShape, { minItems: 1 }),
    minProperties: integer('Fewest members of an object.', { minimum: 0 }),
    maxProperties: integer('Most members of an object.', { minimum: 0 }),
    patternProperties: map('The forms of members by regular expressions of their names.', schemaShape),
    propertyNames: schemaShape,
    additionalProperties: {
      schema: {
        description: 'Whether an object may hold properties that are not listed, or the form of those.',
        type: ['boolean', 'object'],
        allOf: [{ if: { type: 'object' }, then: schemaShape.schema }],
      },
    },
    allOf: list('Forms that the value has to have all.', schemaShape, { minItems: 1 }),
    anyOf: list('Forms of which the value has to have one or more.', schemaShape, { minItems: 1 }),
    oneOf: list('Forms of which the value has to have exactly one.', schemaShape, { minItems: 1 }),
    not: schemaShape,
    $ref: text('A definition of the tool, such as #/$defs/point; it stands under "definitions:".', {
      pattern: ['^#/\\$defs/[^/~%]+$', 'a reference such as #/$defs/point'],
    }),
    $comment: text('A remark that nobody is shown.'),
  },
);

const anyDescription: SchemaNode = byType('What the model reads to choose the tool: a text, or its parts.', {
  string: text('What the tool does and when to use it, exactly as the model gets it.'),
  object: descriptionShape,
}).schema;

const schemas = map('The parameters of the tool, by name.', schemaShape).schema;

const more: Readonly<Record<string, SchemaNode>> = {
  description: anyDescription,
  parameters: schemas,
  definitions: map('Forms that $ref leads to: they become "$defs" of the input and output schema.', schemaShape).schema,
};

/** The same node with other properties in it; those in `optional` may be left out. */
function changed(node: SchemaNode, properties: Readonly<Record<string, SchemaNode>>, optional: string): SchemaNode {
  return {
    ...node,
    properties: { ...Object(node['properties']), ...properties },
    required: [node['required']].flat().filter((key) => key !== optional),
  };
}

const tools = { type: 'array', description: 'Its tools.', items: changed(toolShape.schema, more, 'effects') };

/** What documents of profile `mcp` are checked against; editors and `haft schema` know only profile `ext`. */
export const IMPORTED_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: {
    server: changed(serverShape.schema, { tools }, ''),
    tool: changed(toolDocumentShape.schema, more, 'effects'),
    schema: changed(schemaDefinition.schema, Object(keywords.schema['properties']), 'type'),
    resultRule: resultRuleDefinition.schema,
  },
} as const;
