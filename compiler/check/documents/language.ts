/** The whole spec language as one JSON Schema: what ajv checks, what `haft schema` prints, what editors read. */
import { configShape } from './config.ts';
import { adapterRuleDefinition, resultRuleDefinition } from '../../spec/shape/failure.ts';
import { schemaDefinition } from '../../spec/shape/parameter.ts';
import { serverShape } from './server.ts';
import { skillShape } from './skill.ts';
import { toolDocumentShape } from './tool.ts';

export const KINDS = ['server', 'skill', 'tool'] as const;
export type DocumentKind = (typeof KINDS)[number];

export const SPEC_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Haft spec',
  description: 'A Haft spec document: a tool server, a tool or a skill.',
  type: 'object',
  required: ['kind'],
  properties: {
    kind: { enum: KINDS, description: 'The kind of this document: server, tool or skill.' },
  },
  allOf: KINDS.map((kind) => ({
    if: { properties: { kind: { const: kind } }, required: ['kind'] },
    then: { $ref: `#/$defs/${kind}` },
  })),
  $defs: {
    server: serverShape.schema,
    skill: skillShape.schema,
    tool: toolDocumentShape.schema,
    config: configShape.schema,
    schema: schemaDefinition.schema,
    resultRule: resultRuleDefinition.schema,
    adapterRule: adapterRuleDefinition.schema,
  },
} as const;
