/** Shape of profile `mcp`: any MCP tool, with the JSON Schema 2020-12 keywords that public tools use. */
import type { AnyType, Json, Schema } from '@haft/runtime/language';
import {
  anyMap,
  anything,
  byType,
  choice,
  flag,
  integer,
  list,
  map,
  number,
  object,
  ref,
  text,
} from '../../spec/shape/build.ts';
import type { SchemaNode, Shape } from '../../spec/shape/build.ts';
import { adapterRuleDefinition, resultRuleDefinition } from '../../spec/shape/failure.ts';
import { IMPORTED_TOOL_NAME } from '../../spec/shape/names.ts';
import { keywordsShape } from '../../spec/shape/parameter.ts';
import { passShape, upstreamShape, upstreamsShape } from '../../spec/behaviors/upstreams.ts';
import { serverShape } from './server.ts';
import type { DocumentKind } from './language.ts';
import { skillDescriptionShape, skillShape } from './skill.ts';
import { descriptionShape, toolDocumentShape, toolShape } from './tool.ts';

const schemaShape: Shape<Schema> = ref('schema');

const type = choice('A JSON type.', ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']);

const above = { exclusiveMinimum: 0 } as const;

/** Unlike those of authors, imported texts may be empty. */
const anyText = (description: string): Shape<string> => ({ schema: { type: 'string', description } });

const schemas = (description: string): Shape<Readonly<Record<string, Schema>>> => map(description, schemaShape);

/** JSON Schema's own keywords with the types that they have there; any other keyword is passed on. */
const keywords = object(
  'The schema of one value.',
  {},
  {
    type: byType<AnyType | readonly AnyType[]>('The type, or a list of types. Default: any.', {
      string: type,
      array: list('The types.', type, { minItems: 1, uniqueItems: true }),
    }),
    title: anyText('A short name for people.'),
    description: anyText('What the value means.'),
    enum: list('The allowed values.', anything<Json>('One allowed value.')),
    const: anything<Json>('The only allowed value.'),
    examples: list('Example values.', anything<Json>('One example.')),
    deprecated: flag('Whether callers should stop using it.'),
    exclusiveMinimum: number('Exclusive minimum of a number.'),
    exclusiveMaximum: number('Exclusive maximum of a number.'),
    multipleOf: { schema: { ...number('A number must be a multiple of this.').schema, ...above } },
    pattern: anyText('Regular expression that must match somewhere in the string.'),
    format: anyText(
      'Format of a string. Checked: date, date-time, time, email, uri, uuid, ipv4, ipv6; other formats are only informative.',
    ),
    items: {
      schema: {
        description:
          'The schema of every item of a list; a list of schemas (draft 7) is passed on without being checked.',
        type: ['object', 'boolean', 'array'],
        allOf: [
          { if: { type: 'array' }, then: list('Schemas by position.', schemaShape).schema },
          { if: { type: ['object', 'boolean'] }, then: schemaShape.schema },
        ],
      },
    },
    uniqueItems: flag('Whether the items of a list must be unique.'),
    prefixItems: list('Schemas of the first items of a list, in order.', schemaShape, { minItems: 1 }),
    minProperties: integer('Minimum number of properties.', { minimum: 0 }),
    maxProperties: integer('Maximum number of properties.', { minimum: 0 }),
    required: list('Names of the required properties.', anyText('Property name.')),
    patternProperties: schemas('Schemas of properties whose names match a regular expression.'),
    propertyNames: schemaShape,
    additionalProperties: schemaShape,
    allOf: list('Schemas that the value must all match.', schemaShape, { minItems: 1 }),
    anyOf: list('Schemas of which the value must match at least one.', schemaShape, { minItems: 1 }),
    oneOf: list('Schemas of which the value must match exactly one.', schemaShape, { minItems: 1 }),
    not: schemaShape,
    $ref: anyText(
      'Reference to a definition of the tool or its server, such as #/$defs/point, or to another place of the input schema; one that leads out of the schema is passed on without being checked.',
    ),
    $defs: schemas('Definitions inside the schema.'),
    definitions: schemas('Definitions inside the schema (draft 7).'),
    $comment: anyText('A comment, not shown to anyone.'),
  },
);

/** Besides the map of keywords, `true` allows everything and `false` nothing. */
const schemaNode: SchemaNode = {
  description: 'The schema of one value.',
  type: ['object', 'boolean'],
  properties: { ...Object(keywordsShape.schema['properties']), ...Object(keywords.schema['properties']) },
};

const ROOT_KEYWORD = [
  '^(?!(type|properties|required|additionalProperties|\\$defs)$)',
  'a keyword other than `type` and those with keys of their own: `parameters`, `required`, `additional_parameters`, `definitions`',
] as const;

const from = text(
  'Its place in the source of the import, by which `haft import --update` and `haft diff` recognize it. Not compiled.',
);

const results = choice(
  '`envelope`: results as EXT §2.4 defines them; `raw`: the result alone, and only the tool fields that are given here.',
  ['envelope', 'raw'],
);

const anyDescription: SchemaNode = byType('What the model reads to choose the tool: one text, or the separate parts.', {
  string: anyText('What the tool does and when to use it, passed to the model unchanged; it may be empty.'),
  object: descriptionShape,
}).schema;

const isHint = (description: string): SchemaNode => flag(description).schema;

const more: Readonly<Record<string, SchemaNode>> = {
  name: text('The name of the tool.', { pattern: IMPORTED_TOOL_NAME }).schema,
  title: anyText('Display name. Default: none.').schema,
  description: anyDescription,
  from: from.schema,
  parameters: schemas('The parameters, by name.').schema,
  required: list('The required parameters.', anyText('Parameter name.')).schema,
  definitions: schemas('Schemas that $ref can refer to; they become "$defs" of the input and output schemas.').schema,
  additional_parameters: {
    ...schemaNode,
    description:
      'Whether calls may have undeclared parameters, or the schema of those ("additionalProperties" of the input schema). Default: false; with `results: raw`, whatever the schema says without it.',
    type: ['boolean', 'object'],
  },
  parameters_schema: {
    description: 'Further keywords of the input schema itself, such as $schema, title or anyOf.',
    type: 'object',
    propertyNames: { pattern: ROOT_KEYWORD[0], patternErrorMessage: ROOT_KEYWORD[1] },
    allOf: [{ if: { type: 'object' }, then: schemaShape.schema }],
  },
  hints: {
    type: 'object',
    description: 'The annotations of the tool exactly as given, instead of `effects`, `idempotent` and `open_world`.',
    properties: {
      title: anyText('A title for people.').schema,
      readOnlyHint: isHint('Whether it changes nothing.'),
      destructiveHint: isHint('Whether it may remove or overwrite something.'),
      idempotentHint: isHint('Whether repeating a call has no further effect.'),
      openWorldHint: isHint('Whether it interacts with an open set of entities.'),
    },
  },
  icons: list('Icons of the tool, as MCP defines them: src, mimeType, sizes.', anyMap('One icon.')).schema,
  meta: anyMap('"_meta" of the tool.').schema,
  execution: anyMap('"execution" of the tool, such as { taskSupport: forbidden }.').schema,
  output_schema: {
    ...anyMap('"outputSchema" as it is, passed on without being checked; only with `results: raw`.').schema,
    properties: { type: choice('The type of structured content.', ['object']).schema },
    required: ['type'],
  },
  results: results.schema,
};

/** The same node with other properties in it; those in `optional` may be left out. */
function withProperties(
  node: SchemaNode,
  properties: Readonly<Record<string, SchemaNode>>,
  ...optional: readonly string[]
): SchemaNode {
  return {
    ...node,
    properties: { ...Object(node['properties']), ...properties },
    required: [node['required']].flat().filter((key) => !optional.includes(String(key))),
  };
}

const tools = {
  type: 'array',
  description: 'The tools of the server.',
  items: withProperties(toolShape.schema, more, 'effects', 'description'),
};

const upstreamKeys: Readonly<Record<string, SchemaNode>> = { pass: passShape.pass.schema };

const serverKeys: Readonly<Record<string, SchemaNode>> = {
  tools,
  upstreams: { ...upstreamsShape.schema, additionalProperties: withProperties(upstreamShape.schema, upstreamKeys) },
  from: from.schema,
  instructions: anyText('What the model reads about the server. Default: the summary; "" is none.').schema,
  results: results.schema,
};

const skillKeys: Readonly<Record<string, SchemaNode>> = {
  from: from.schema,
  description: byType('What a host reads to decide whether to load the skill: one text, or the separate parts.', {
    string: anyText('What the skill does and when to use it, unchanged.'),
    object: { schema: withProperties(skillDescriptionShape.schema, {}, 'triggers', 'not_for') },
  }).schema,
  text: anyText('The body of SKILL.md, unchanged; instead of `context`, `steps` and `never`.').schema,
  text_file: text('The file next to the spec with the body of SKILL.md, such as SKILL.body.md.').schema,
  front_matter: anyMap('Further front matter of SKILL.md: any keys and values, in this order.').schema,
  front_matter_source: anyText(
    'The front matter of SKILL.md, byte for byte, with its --- lines; written unchanged as long as it agrees with the other keys.',
  ).schema,
};

/** The schema of documents of profile `mcp`, which `haft schema --profile mcp` prints. */
export const IMPORTED_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $defs: {
    server: withProperties(serverShape.schema, serverKeys),
    tool: withProperties(toolDocumentShape.schema, more, 'effects', 'description'),
    skill: withProperties(skillShape.schema, skillKeys, 'version', 'context', 'steps', 'never'),
    schema: schemaNode,
    resultRule: resultRuleDefinition.schema,
    adapterRule: adapterRuleDefinition.schema,
  },
} as const;

/** Keys that a kind of document has only in profile `mcp`. */
export const IMPORTED_KEYS: Readonly<Record<DocumentKind, ReadonlySet<string>>> = {
  server: new Set([...keysBeyond(serverKeys, serverShape.schema), ...Object.keys(upstreamKeys)]),
  tool: keysBeyond(more, toolShape.schema),
  skill: keysBeyond(skillKeys, skillShape.schema),
};

function keysBeyond(keys: Readonly<Record<string, SchemaNode>>, { properties }: SchemaNode): ReadonlySet<string> {
  return new Set(Object.keys(keys).filter((key) => !Object.hasOwn(Object(properties), key)));
}
