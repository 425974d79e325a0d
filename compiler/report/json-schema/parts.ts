/** Parts of the JSON Schemas (2020-12) of what `--format json` prints. */

import { FILE_FORMATS, numberOf } from '../../base/file-formats.ts';

export type JsonSchemaPart = Readonly<Record<string, unknown>>;

export const TEXT: JsonSchemaPart = { type: 'string' };
export const TEXT_OR_NULL: JsonSchemaPart = { type: ['string', 'null'] };
export const COUNT: JsonSchemaPart = { type: 'integer', minimum: 0 };
export const LINE: JsonSchemaPart = { type: 'integer', minimum: 1 };

export const DIALECT: JsonSchemaPart = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

/** The member that says which form a report has; a change of the form raises it. */
export const REPORT: Readonly<Record<string, JsonSchemaPart>> = {
  [FILE_FORMATS.report.key]: { const: numberOf(FILE_FORMATS.report), description: 'The form of this report.' },
};

/** What a finding or a change is about. */
export const ABOUT: Readonly<Record<string, JsonSchemaPart>> = {
  server: { ...TEXT_OR_NULL, description: 'Name of the server that it is about, or null.' },
  tool: { ...TEXT_OR_NULL, description: 'Name of the tool, or null.' },
  skill: { ...TEXT_OR_NULL, description: 'Name of the skill, or null.' },
  path: {
    type: 'array',
    items: { type: ['string', 'integer'] },
    description: 'Keys and indexes below the tool, skill or server.',
  },
};

/** All members are always present. */
export function object(properties: Readonly<Record<string, JsonSchemaPart>>, open = false): JsonSchemaPart {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...(!open && { additionalProperties: false }),
  };
}

export function list(items: JsonSchemaPart): JsonSchemaPart {
  return { type: 'array', items };
}

export function counts(...names: readonly string[]): JsonSchemaPart {
  return object(Object.fromEntries(names.map((name) => [name, COUNT])));
}
