/** JSON Schema 2020-12 of the output of `--format json`. */

type Schema = Readonly<Record<string, unknown>>;

const TEXT: Schema = { type: 'string' };
const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };
const COUNT: Schema = { type: 'integer', minimum: 0 };
const LINE: Schema = { type: 'integer', minimum: 1 };

const ABOUT: Readonly<Record<string, Schema>> = {
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
function object(properties: Readonly<Record<string, Schema>>, open = false): Schema {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    ...(!open && { additionalProperties: false }),
  };
}

function list(items: Schema): Schema {
  return { type: 'array', items };
}

const FINDING = object({
  code: { ...TEXT, description: 'Id of the rule: `haft explain <code>`.' },
  severity: { enum: ['error', 'warning'] },
  message: { ...TEXT, description: 'For people; its wording may change.' },
  file: { ...TEXT, description: 'Relative to the project.' },
  line: LINE,
  column: LINE,
  endLine: LINE,
  endColumn: LINE,
  hint: TEXT_OR_NULL,
  ...ABOUT,
  fixable: { type: 'boolean', description: 'Whether `haft check --fix` fixes it.' },
});

const CHANGE = object({
  kind: { ...TEXT, description: 'Id of the kind of change: `haft explain <kind>`.' },
  axis: { enum: ['wire', 'model', 'policy'] },
  level: { enum: ['breaking', 'unknown', 'risky', 'safe'] },
  subject: TEXT,
  ...ABOUT,
  before: { description: 'Any JSON; null where it did not exist.' },
  after: { description: 'Any JSON; null where it does not exist.' },
  why: TEXT,
  next: TEXT,
  fingerprint: { ...TEXT, description: 'Stays the same while lines move and wording changes.' },
  file: TEXT_OR_NULL,
  line: { type: ['integer', 'null'], minimum: 1 },
});

/** Of `haft check --format json`; `haft compile` and `haft release` add more members. */
export const FINDINGS_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Findings of haft check',
  ...object({ diagnostics: list(FINDING), summary: object({ errors: COUNT, warnings: COUNT }) }, true),
};

/** Of `haft diff --format json`. */
export const CHANGES_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of haft diff',
  ...object({
    changes: list(CHANGE),
    staleEvals: list(object({ server: TEXT, tool: TEXT, cases: COUNT, hash: TEXT, because: list(TEXT) })),
    versions: list(
      object({
        kind: { enum: ['server', 'skill'] },
        name: TEXT,
        released: TEXT,
        written: TEXT,
        suggested: TEXT,
        enough: { type: 'boolean' },
      }),
    ),
    deprecated: list(
      object({ server: TEXT, tool: TEXT, use: TEXT, removeAfter: TEXT, daysLeft: { type: 'integer' }, reason: TEXT }),
    ),
    summary: object({ breaking: COUNT, unknown: COUNT, risky: COUNT, safe: COUNT, policy: COUNT, staleEvals: COUNT }),
  }),
};
