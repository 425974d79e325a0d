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
  severity: { enum: ['error', 'warning', 'note'] },
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
  witness: {
    anyOf: [
      object({
        of: { enum: ['call', 'result'] },
        tool: { ...TEXT, description: 'Earlier name of the tool.' },
        before: { description: 'Arguments that were accepted, or the data of a result.' },
        now: { ...TEXT, description: 'The error message, or the data of a result now.' },
      }),
      { type: 'null' },
    ],
    description: 'An example of a breaking change, checked with both schemas; null where none could be made.',
  },
  why: TEXT,
  next: TEXT,
  fingerprint: { ...TEXT, description: 'Stays the same while lines move and wording changes.' },
  file: TEXT_OR_NULL,
  line: { type: ['integer', 'null'], minimum: 1 },
  violations: list(object({ rule: TEXT, severity: { enum: ['error', 'warning'] }, says: TEXT })),
  brokenCalls: { type: ['integer', 'null'], minimum: 0, description: 'Recorded calls that it would reject.' },
  evals: {
    ...list(
      object({
        choice: { ...TEXT_OR_NULL, description: 'Name of the choice in haft.yaml; null where it was tested alone.' },
        model: TEXT,
        tier: { enum: ['offline', 'model', 'agent'] },
        date: { ...TEXT, description: 'YYYY-MM-DD.' },
        passed: COUNT,
        n: { ...COUNT, description: 'Trials.' },
        current: { type: 'boolean', description: 'Whether it was recorded with the current texts.' },
      }),
    ),
    description: 'Recorded results (haft.evals.json) of the tool, skill or server whose text changed.',
  },
});

const VERSIONED = object({ kind: { enum: ['server', 'skill'] }, name: TEXT, version: TEXT });

const COMPARED = object({
  label: TEXT,
  commit: { ...TEXT_OR_NULL, description: 'First 12 digits of the commit.' },
  dirty: { type: ['boolean', 'null'], description: 'Whether tracked files differ from that commit.' },
  versions: list(VERSIONED),
});

/** Of `haft check --format json`; `haft compile` and `haft release` add more members. */
export const FINDINGS_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Findings of haft check',
  ...object({ diagnostics: list(FINDING), summary: object({ errors: COUNT, warnings: COUNT, notes: COUNT }) }, true),
};

const FIGURE = object({
  passed: COUNT,
  total: COUNT,
  low: { type: 'number', description: 'Of the Wilson interval of 95 %.' },
  high: { type: 'number' },
});

const FIGURES = object(
  {
    rightTool: { ...FIGURE, description: 'Of the cases that expect a tool or skill: the right one was called.' },
    wrongTool: FIGURE,
    noCall: FIGURE,
    needlessCall: { ...FIGURE, description: 'Of the cases that expect none or a question: one was called.' },
    rightArguments: FIGURE,
    flaky: list(TEXT),
    failed: list(TEXT),
    notJudged: list(TEXT),
    anyCall: { type: 'boolean' },
  },
  true,
);

const RUN = object(
  {
    choice: { ...TEXT, description: 'server/<name>, skill/<name> or choice/<name>.' },
    figures: FIGURES,
    cases: list(
      object(
        {
          id: TEXT,
          owner: { ...TEXT, description: 'Tool, skill or choice that has the case.' },
          request: TEXT,
          trials: {
            type: 'array',
            items: {
              type: 'object',
              properties: { kind: { enum: ['judged', 'not-judged', 'error'] } },
              required: ['kind'],
            },
          },
        },
        true,
      ),
    ),
  },
  true,
);

const SUGGESTION = object({
  id: { ...TEXT, description: 'For `haft eval --fix <id>`.' },
  kind: TEXT,
  choice: TEXT,
  expected: { ...TEXT_OR_NULL, description: 'Null where no call or a question was expected.' },
  chosen: TEXT_OR_NULL,
  title: TEXT,
  file: TEXT,
  line: LINE,
  column: LINE,
  from: { ...list(TEXT), description: 'Ids of the cases that it was made from; they are not measured.' },
  leavesScore: { type: 'boolean', description: 'Whether these cases are examples then, which are not judged offline.' },
  proven: { type: 'boolean', description: 'Whether other cases show a gain.' },
  gain: object({
    won: list(TEXT),
    lost: list(TEXT),
    cases: COUNT,
    own: { type: ['boolean', 'null'], description: 'Whether the cases that it was made from are right then.' },
  }),
  edits: list(object({ file: TEXT, start: COUNT, end: COUNT, text: TEXT })),
});

const RUN_OF: Schema = {
  type: 'object',
  properties: {
    heading: { ...TEXT, description: 'The tier and the model, in words.' },
    tier: { enum: ['offline', 'model', 'agent'] },
    model: TEXT,
    engine: { ...TEXT, description: 'Address of the model, or version of the program.' },
    seeds: list({ type: 'integer' }),
    shard: { ...TEXT, description: 'With --shard: 2/4.' },
    choices: {
      ...list(object({ choice: TEXT, hash: TEXT, casesHash: TEXT, cases: COUNT })),
      description: 'With --shard: all choices of the whole.',
    },
  },
  required: ['heading', 'tier', 'model'],
  additionalProperties: false,
};

/** Of `haft eval --format json`. */
export const EVALS_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of haft eval',
  type: 'object',
  properties: {
    diagnostics: list(FINDING),
    summary: object({ errors: COUNT, warnings: COUNT, notes: COUNT }),
    run: RUN_OF,
    evals: list(RUN),
    gate: {
      ...object({ verdict: { enum: ['passed', 'failed', 'void'] }, problems: list(TEXT) }),
      description: 'Whether the run passed; absent with --shard. A run that shows nothing is void.',
    },
    against: {
      ...object(
        {
          label: TEXT,
          verdict: { enum: ['better', 'worse', 'no-difference-seen', 'void'] },
          cases: COUNT,
          lost: list(TEXT),
          won: list(TEXT),
          flaky: list(TEXT),
          p: { type: 'number' },
          before: list(RUN),
        },
        true,
      ),
      description: 'With --against.',
    },
    suggestions: {
      ...object({ list: list(SUGGESTION), tried: COUNT, breaking: COUNT, withoutGain: COUNT, unmeasured: COUNT }),
      description: 'With --suggest.',
    },
  },
  required: ['diagnostics', 'summary', 'run', 'evals'],
};

/** Of `haft diff --format json`. */
export const CHANGES_SCHEMA: Schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Report of haft diff',
  ...object({
    compared: object({ project: TEXT, day: TEXT, before: COMPARED, after: COMPARED }),
    changes: list(CHANGE),
    staleEvals: list(
      object({
        server: TEXT_OR_NULL,
        skill: TEXT_OR_NULL,
        choice: TEXT_OR_NULL,
        tools: list(TEXT),
        cases: COUNT,
        hash: TEXT,
        casesHash: TEXT,
        because: list(TEXT),
        problem: TEXT,
      }),
    ),
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
    usage: {
      ...object({
        calls: COUNT,
        valid: COUNT,
        broken: COUNT,
        unknown: COUNT,
        badLines: COUNT,
        firstBadLines: list(LINE),
      }),
      type: ['object', 'null'],
      description: 'Recorded calls of --usage; null without.',
    },
    summary: object({
      breaking: COUNT,
      unknown: COUNT,
      risky: COUNT,
      safe: COUNT,
      policy: COUNT,
      warnings: COUNT,
      staleEvals: COUNT,
    }),
  }),
};
