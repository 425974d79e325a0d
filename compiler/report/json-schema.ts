/** JSON Schemas of what `haft check` and `haft diff` print as JSON, and what they are made of. */
import { TIER_NAMES } from '../versions/receipts/tiers.ts';
import { FILE_FORMATS, numberOf } from '../base/file-formats.ts';

export const TEXT: JsonSchemaPart = { type: 'string' };

export const TEXT_OR_NULL: JsonSchemaPart = { type: ['string', 'null'] };

export const COUNT: JsonSchemaPart = { type: 'integer', minimum: 0 };

export const LINE: JsonSchemaPart = { type: 'integer', minimum: 1 };

export const DIALECT: JsonSchemaPart = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

/** The member that says which form a report has; a change of the form raises it. */
const REPORT: Readonly<Record<string, JsonSchemaPart>> = {
  [FILE_FORMATS.report.key]: { const: numberOf(FILE_FORMATS.report), description: 'The form of this report.' },
};

/** What a finding or a change is about. */
const ABOUT: Readonly<Record<string, JsonSchemaPart>> = {
  server: { ...TEXT_OR_NULL, description: 'Name of the server that it is about, or null.' },
  tool: { ...TEXT_OR_NULL, description: 'Name of the tool, or null.' },
  skill: { ...TEXT_OR_NULL, description: 'Name of the skill, or null.' },
  path: {
    type: 'array',
    items: { type: ['string', 'integer'] },
    description: 'Keys and indexes below the tool, skill or server.',
  },
};

const FIX = object({
  title: { ...TEXT, description: 'What it does.' },
  grade: {
    enum: ['safe', 'suggestion', null],
    description:
      '`haft check --fix` applies safe ones; `--fix-suggested` also the others. Null from commands that do not prove it.',
  },
  because: { ...TEXT_OR_NULL, description: 'Of a suggestion: what it would change, or why that is not known.' },
});

export const FINDING = object({
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
  fixable: { type: 'boolean', description: 'Whether there is a fix.' },
  fix: orNull(FIX, 'Null where there is none.'),
});

/** The findings of a report, which the results of other commands have as well. */
export const FINDINGS = { ...REPORT, diagnostics: list(FINDING), summary: counts('errors', 'warnings', 'notes') };

/** Schema of `haft check --format json`; `haft compile` and `haft release` add more members. */
export const FINDINGS_SCHEMA: JsonSchemaPart = {
  ...DIALECT,
  title: 'Findings of haft check',
  ...object(FINDINGS, true),
};

const CHANGE = object({
  kind: { ...TEXT, description: 'Id of the kind of change: `haft explain <kind>`.' },
  axis: { enum: ['wire', 'model', 'policy'] },
  level: { enum: ['breaking', 'unknown', 'risky', 'safe'] },
  subject: TEXT,
  ...ABOUT,
  before: { description: 'Any JSON; null where it did not exist.' },
  after: { description: 'Any JSON; null where it does not exist.' },
  witness: orNull(
    object({
      of: { enum: ['call', 'result'] },
      tool: { ...TEXT, description: 'Earlier name of the tool.' },
      before: { description: 'Arguments that were accepted, or the data of a result.' },
      now: { ...TEXT, description: 'The error message, or the data of a result now.' },
    }),
    'An example of a breaking change, checked with both schemas; null where none could be made.',
  ),
  why: TEXT,
  next: TEXT,
  fingerprint: { ...TEXT, description: 'Stays the same while lines move and wording changes.' },
  file: TEXT_OR_NULL,
  line: { type: ['integer', 'null'], minimum: 1 },
  violations: list(object({ rule: TEXT, severity: { enum: ['error', 'warning'] }, says: TEXT })),
  command: { ...TEXT_OR_NULL, description: 'The command that `next` asks for, where it is one and certain.' },
  approval: orNull(
    object({ fingerprint: TEXT, change: TEXT, by: TEXT, until: TEXT, reason: TEXT }),
    'The approval of the target branch (haft.approvals.json); null where none counts.',
  ),
  brokenCalls: {
    type: ['integer', 'null'],
    minimum: 0,
    description: 'Recorded calls that it rejects, alone or with other changes.',
  },
  flip: orNull(
    object({
      request: TEXT,
      before: { ...TEXT_OR_NULL, description: 'The tool or skill that it led to; null for none.' },
      now: TEXT_OR_NULL,
      model: {
        ...TEXT_OR_NULL,
        description: 'The model that was asked with both texts; null where words were compared.',
      },
      date: { ...TEXT_OR_NULL, description: 'YYYY-MM-DD of the later answers of the model.' },
    }),
    'A request of a case that leads elsewhere since the change; null where none is known.',
  ),
  recorded: {
    ...list(object({ arguments: {}, outcome: { enum: ['same', 'differs', 'unrecorded'] }, differences: list({}) })),
    description: 'What recorded calls of the tool give with the earlier and the later version of it.',
  },
  evals: {
    ...list(
      object({
        choice: { ...TEXT_OR_NULL, description: 'Name of the choice in haft.yaml; null where it was tested alone.' },
        model: TEXT,
        tier: { enum: [...TIER_NAMES] },
        date: { ...TEXT, description: 'YYYY-MM-DD.' },
        current: { type: 'boolean', description: 'Whether it was recorded with the current texts.' },
        reported: { type: 'boolean', description: 'Whether `haft eval --from` recorded it, and Haft did not run it.' },
        passed: COUNT,
        n: { ...COUNT, description: 'Trials.' },
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

export const CHANGES_SCHEMA: JsonSchemaPart = {
  ...DIALECT,
  title: 'Report of haft diff',
  ...object({
    ...REPORT,
    compared: object({ project: TEXT, day: TEXT, before: COMPARED, after: COMPARED }),
    verdict: object({
      tone: { enum: ['stop', 'look', 'go'] },
      headline: { ...TEXT, description: 'Made of all changes, whatever --axis and --level choose.' },
      notShown: { ...TEXT_OR_NULL, description: 'Changes that --axis or --level leave out; null where none are.' },
    }),
    notes: {
      ...list(TEXT),
      description: 'What else to know: commits of the base, its rules, approvals that do not count.',
    },
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
    texts: {
      ...list(
        object({
          server: TEXT,
          tool: TEXT,
          path: list(TEXT),
          before: { ...TEXT, description: 'Empty where there was none.' },
          after: { ...TEXT, description: 'Empty where there is none now.' },
          decided: orNull(
            object({
              decision: { enum: ['same meaning'] },
              reason: TEXT,
              date: { ...TEXT, description: 'YYYY-MM-DD.' },
            }),
            'The decision on its meaning (haft.decisions.json); null where it is not decided.',
          ),
        }),
      ),
      description: 'Changed texts of released tools.',
    },
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
    usage: orNull(
      object({
        clients: {
          ...list(object({ client: TEXT, valid: COUNT, broken: COUNT, first: TEXT, last: TEXT })),
          description: 'Clients with calls that would be rejected; times as in the log, empty where it has none.',
        },
        calls: COUNT,
        valid: COUNT,
        broken: COUNT,
        unknown: COUNT,
        badLines: COUNT,
        firstBadLines: list(LINE),
      }),
      'Recorded calls of --usage; null without.',
    ),
    summary: counts('breaking', 'unknown', 'risky', 'safe', 'policy', 'warnings', 'staleEvals', 'undecidedTexts'),
  }),
};

/** Parts of the JSON Schemas (2020-12) of what `--format json` prints. */
export interface JsonSchemaPart {
  readonly [keyword: string]: unknown;
  readonly items?: JsonSchemaPart;
  readonly properties?: Members;
}

type Members = Readonly<Record<string, JsonSchemaPart>>;

/** All members but `optional` are always present. */
export function object(members: Members, open = false, optional: Members = {}): JsonSchemaPart {
  return {
    type: 'object',
    properties: { ...members, ...optional },
    required: Object.keys(members),
    ...(!open && { additionalProperties: false }),
  };
}

export function list(items: JsonSchemaPart): JsonSchemaPart {
  return { type: 'array', items };
}

function orNull(schema: JsonSchemaPart, description: string): JsonSchemaPart {
  return { ...schema, type: ['object', 'null'], description };
}

/** A value with the members that its schema lists, in that order; what does not exist is null, or an empty list. */
export function shapedBy({ type, items, properties }: JsonSchemaPart, value: unknown): unknown {
  if (type === 'array') return items && Array.isArray(value) ? value.map((one) => shapedBy(items, one)) : (value ?? []);
  if (!properties || value === undefined || value === null) return value ?? null;
  const members = Object.entries(properties).map(([name, part]) => [
    name,
    shapedBy(part, Reflect.get(Object(value), name)),
  ]);
  return Object.fromEntries(members);
}

function counts(...names: readonly string[]): JsonSchemaPart {
  return object(Object.fromEntries(names.map((name) => [name, COUNT])));
}
