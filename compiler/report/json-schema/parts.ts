/** Parts of the JSON Schemas (2020-12) of what `--format json` prints. */

import { FILE_FORMATS, numberOf } from '../../base/file-formats.ts';

export type Schema = Readonly<Record<string, unknown>>;

export const TEXT: Schema = { type: 'string' };
export const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const LINE: Schema = { type: 'integer', minimum: 1 };

export const DIALECT: Schema = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

/** The member that says which form a report has; a change of the form raises it. */
export const REPORT: Readonly<Record<string, Schema>> = {
  [FILE_FORMATS.report.key]: { const: numberOf(FILE_FORMATS.report), description: 'The form of this report.' },
};

/** What a finding or a change is about. */
export const ABOUT: Readonly<Record<string, Schema>> = {
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
export function object(properties: Readonly<Record<string, Schema>>, open = false): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...(!open && { additionalProperties: false }),
  };
}

export function list(items: Schema): Schema {
  return { type: 'array', items };
}

export function counts(...names: readonly string[]): Schema {
  return object(Object.fromEntries(names.map((name) => [name, COUNT])));
}
