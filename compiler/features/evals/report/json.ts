/** A run of evals as members of a JSON result, and their schema. */
import { type Suggestion, isProven } from '../suggest/suggestion.ts';
import { findRecall } from '../figures/find-recall.ts';
import { isReading, readingsOf } from '../figures/readings.ts';
import type { CalibratedReading, ChoiceRun } from '../figures/suite.ts';
import { choiceKey } from '../../../versions/receipts/choice.ts';
import { type SourceFile, positionAt } from '../../../base/diagnostic.ts';
import type { EvalReport } from './figures-text.ts';
import { TIER_NAMES } from '../../../versions/receipts/tiers.ts';
import {
  COUNT,
  DIALECT,
  FINDINGS,
  type JsonSchemaPart,
  LINE,
  TEXT,
  TEXT_OR_NULL,
  list,
  object,
} from '../../../report/json-schema.ts';

/** JSON Schema of what `haft eval --format json` prints. */
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
    declined: { ...FIGURE, description: 'Of the cases that expect a tool or skill: the model declined the request.' },
    needlessCall: { ...FIGURE, description: 'Of the cases that expect none or a question: one was called.' },
    rightArguments: FIGURE,
    flaky: list(TEXT),
    failed: list(TEXT),
    notJudged: list(TEXT),
    unanswered: {
      ...object({ trials: COUNT, of: COUNT }),
      description: 'Trials without an answer, of all that were asked.',
    },
    anyCall: { type: 'boolean' },
  },
  true,
);

const CALIBRATED = object({
  model: TEXT,
  date: TEXT,
  measured: {
    ...object({ close: COUNT, confused: list(list(TEXT)), elsewhere: COUNT, right: COUNT }),
    type: ['object', 'null'],
    description: 'Null where the model was asked with other texts.',
  },
});

const READING_MEMBERS = {
  pairs: list(
    object({
      expected: TEXT,
      rival: TEXT,
      margin: { type: 'number', description: 'Negative where the rival is ahead.' },
      cases: list(TEXT),
    }),
  ),
  withoutWords: { ...list(TEXT), description: 'Cases of which no word is in any tool.' },
  languages: list(object({ language: TEXT, cases: COUNT })),
};

const FIND = {
  ...object({ tools: COUNT, requests: COUNT, found: list(object({ rank: COUNT, count: COUNT })) }),
  description:
    'A search of the tools by words: of the requests, those whose expected tool is among the first `rank`. Absent up to ten tools.',
};

const READING: JsonSchemaPart = {
  ...object(READING_MEMBERS, false, { calibrated: list(CALIBRATED), find: FIND }),
  description: 'Offline: what the words show, which is no accuracy of a model.',
};

const RUN_MEMBERS = {
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
          items: object({ kind: { enum: ['judged', 'not-judged', 'error'] } }, true),
        },
      },
      true,
    ),
  ),
};

const RUN = object(RUN_MEMBERS, true, { reading: READING });

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
  proven: { type: 'boolean', description: 'Whether a case that shares no word with it shows a gain.' },
  gain: object({
    won: list(TEXT),
    lost: list(TEXT),
    apart: { ...list(TEXT), description: 'Those of `won` that share no word with the edit.' },
    cases: COUNT,
    own: { type: ['boolean', 'null'], description: 'Whether the cases that it was made from are right then.' },
  }),
  edits: list(object({ file: TEXT, start: COUNT, end: COUNT, text: TEXT })),
});

const COUNTED = {
  requests: COUNT,
  reused: { ...COUNT, description: 'Answers that were known from earlier runs.' },
  input: { ...COUNT, description: 'Tokens, as the service counted them.' },
  output: COUNT,
  cached: { ...COUNT, description: 'Tokens of the input that the service read from its cache.' },
  seconds: { type: 'number' },
  remarks: { ...list(TEXT), description: 'What the service did not accept.' },
};

const USAGE: JsonSchemaPart = {
  ...object(COUNTED, false, { cost: { type: 'number', description: 'In the currency of `price`, at most.' } }),
  description: 'What was sent; absent where no model was asked.',
};

const RUN_OF = object(
  {
    heading: { ...TEXT, description: 'The tier and the model, in words.' },
    tier: { enum: [...TIER_NAMES] },
    model: TEXT,
  },
  false,
  {
    engine: { ...TEXT, description: 'Address of the model, or version of the program.' },
    seeds: list({ type: 'integer' }),
    usage: USAGE,
    shard: { ...TEXT, description: 'With --shard: 2/4.' },
    choices: {
      ...list(object({ choice: TEXT, hash: TEXT, casesHash: TEXT, cases: COUNT })),
      description: 'With --shard: all choices of the whole.',
    },
  },
);

export const EVALS_SCHEMA: JsonSchemaPart = {
  ...DIALECT,
  title: 'Report of haft eval',
  type: 'object',
  properties: {
    ...FINDINGS,
    run: RUN_OF,
    evals: list(RUN),
    gate: {
      ...object({ verdict: { enum: ['passed', 'failed', 'void'] }, problems: list(TEXT) }),
      description: 'Whether the run passed. A run that shows nothing is void. Absent with --shard, and offline.',
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
          unanswered: { ...list(TEXT), description: 'Cases that had no answer before or after.' },
          p: { type: 'number' },
          before: list(RUN),
        },
        true,
      ),
      description: 'With --against.',
    },
    suggestions: {
      ...object({
        list: list(SUGGESTION),
        separations: list(
          object({ choice: TEXT, expected: TEXT, chosen: TEXT, confused: list(TEXT), own: list(TEXT) }),
        ),
        tried: COUNT,
        breaking: COUNT,
        withoutGain: COUNT,
        unsound: COUNT,
        unusable: { ...COUNT, description: 'Sentences of the model that were not tried.' },
        unmeasured: COUNT,
      }),
      description: 'With --suggest.',
    },
  },
  required: [...Object.keys(FINDINGS), 'run', 'evals'],
};

export function evalsAsJson(report: EvalReport): object {
  const { runs, compared, gate, suggestions, findings } = report;
  return {
    run: runMember(report),
    evals: runs.map(runEntry),
    ...(gate && { gate }),
    ...(compared && {
      against: { label: compared.label, ...compared.comparison, before: compared.before.map(runEntry) },
    }),
    ...(suggestions && {
      suggestions: { ...suggestions, list: suggestions.list.map((one) => suggestionEntry(one, findings.sources)) },
    }),
  };
}

/** Who gave the results, and what `haft eval merge` needs to know of a part. */
function runMember({ heading, of: { tier, model, engine, seeds }, usage, part }: EvalReport): object {
  const shard = part && {
    shard: `${part.number}/${part.of}`,
    choices: part.choices.map((choice) => {
      const { hash, casesHash, cases } = choice;
      return { choice: choiceKey(choice), hash, casesHash, cases: new Set(cases.map(({ id }) => id)).size };
    }),
  };
  return { heading, tier, model, engine, seeds, usage, ...shard };
}

function runEntry(run: ChoiceRun): object {
  const { choice, figures, cases } = run;
  const results = cases.map(({ one, trials }) => ({ id: one.id, owner: one.owner, request: one.request, trials }));
  return { choice: choiceKey(choice), figures, ...readingMember(run), cases: results };
}

function readingMember(run: ChoiceRun): object {
  if (!isReading(run)) return {};
  const { pairs, withoutWords, languages } = readingsOf(run);
  const find = findRecall(run);
  const idsOf = (cases: ChoiceRun['cases']): readonly string[] => cases.map(({ one }) => one.id);
  return {
    reading: {
      pairs: pairs.map(({ cases, ...pair }) => ({ ...pair, cases: idsOf(cases) })),
      withoutWords: idsOf(withoutWords),
      languages,
      ...(find && { find }),
      ...(run.calibrated && { calibrated: run.calibrated.map(calibratedEntry) }),
    },
  };
}

function calibratedEntry({ model, date, measured }: CalibratedReading): object {
  if (!measured) return { model, date, measured: null };
  const { close, confused, elsewhere, right } = measured;
  const pairs = confused.map(({ expected, rival }) => [expected, rival]);
  return { model, date, measured: { close: close.length, confused: pairs, elsewhere, right } };
}

function suggestionEntry(one: Suggestion, sources: ReadonlyMap<string, SourceFile>): object {
  const { id, kind, choice, expected = null, chosen = null, title, from, gain, fix, span } = one;
  const { line, column } = positionAt(sources.get(span.file)?.text ?? '', span.start);
  const { won, lost, apart, cases, own = null } = gain;
  const place = { file: span.file, line, column };
  const edits = fix.edits.map(({ file, start, end, text }) => ({ file, start, end, text }));
  const measured = { proven: isProven(one), gain: { won, lost, apart, cases, own } };
  return { id, kind, choice, expected, chosen, title, ...place, from, ...measured, edits };
}
