/** `haft.evals.json`: the recorded results of evals, one record for each choice and model; read, added to and printed here. */
import { mapSorted } from '../../plan/plan.ts';
import { compareText } from '../../base/diagnostic.ts';
import { withoutUndefined } from '../../base/json.ts';
import { FILE_FORMATS, type FormatProblem, numberOf } from '../../base/file-formats.ts';
import {
  type Matching,
  date,
  flag,
  list,
  map,
  mapOf,
  number,
  oneOf,
  readForm,
  text,
  textLike,
} from '../../spec/shape/form.ts';
import { isObject } from '@haft/runtime/language';
import { TIER_NAMES } from './tiers.ts';

/** Trials that passed, of all that were judged; 0 of 0 where a tier cannot judge the case. */
export interface Score {
  readonly passed: number;
  readonly n: number;
}

/** `8/10`: a record has one line a case. */
const score = textLike('a score such as 8/10', (value) => scoreOf(value) !== undefined);
const nameText = textLike('a name', (value) => value.trim() !== '');
const record = map(
  {
    /** A part, and its name. */
    choice: textLike('server/<name>, skill/<name> or choice/<name>', (value) =>
      /^(?:server|skill|choice)\/./.test(value),
    ),
    model: nameText,
    tier: oneOf(...TIER_NAMES),
    date,
    /** Of the choice, and of its cases, as they were run. */
    hash: text,
    casesHash: text,
    score,
    tools: mapOf(score),
    cases: mapOf(score),
  },
  {
    engine: text,
    seeds: list(number),
    /** Whether another program ran it, and `haft eval --from` recorded it. */
    reported: flag,
  },
);

type Written = Matching<typeof record>;

export interface EvalRecord extends Omit<Written, 'score' | 'tools' | 'cases'>, Score {
  /** By tool, or the skill itself. */
  readonly tools: Readonly<Record<string, Score>>;
  /** By the id of the case. */
  readonly cases: Readonly<Record<string, Score>>;
}

export type Sums = Pick<EvalRecord, 'passed' | 'n' | 'tools'>;

export interface EvalRecords {
  readonly records: readonly EvalRecord[];
  /** Choices with results in the former format, which say nothing of the cases: they count as stale. */
  readonly former: readonly string[];
}

export const NO_RECORDS: EvalRecords = { records: [], former: [] };

const file = map({ records: list(record) }, { former: list(text) });

/** The records of a parsed file, or the sentence that says why it has none. */
export function readRecords(value: unknown): { readonly records: EvalRecords } | FormatProblem {
  if (isObject(value) && value['recordVersion'] === 1) return formerRecords(value['results']);
  const written = readForm(value, FILE_FORMATS.evals, file);
  if ('problem' in written) return written;
  const { records, former = [] } = written;
  const read = records.map(fromWritten);
  const odd = read.find((one) => !addsUp(one));
  if (odd) return { problem: `the scores of "${odd.choice}" with "${odd.model}" do not add up` };
  return { records: { records: read, former } };
}

/** From `server/tool` → result; that a choice was tested is all that is left of it. */
function formerRecords(results: unknown): ReturnType<typeof readRecords> {
  if (!isObject(results)) return { problem: 'it has no `results`' };
  const servers = Object.keys(results).map((key) => `server/${key.split('/')[0] ?? ''}`);
  return { records: { records: [], former: [...new Set(servers)].sort(compareText) } };
}

/** Deterministic: by choice and model. */
export function recordsText({ records, former }: EvalRecords): string {
  const sorted = [...records].sort((a, b) => compareText(a.choice, b.choice) || compareText(a.model, b.model));
  const printed = {
    recordVersion: numberOf(FILE_FORMATS.evals),
    records: sorted.map(toWritten),
    ...(former.length > 0 && { former }),
  };
  return `${JSON.stringify(printed, null, 2)}\n`;
}

/** The new record instead of the one that there was for the same choice and model. */
export function withRecord({ records, former }: EvalRecords, added: EvalRecord): EvalRecords {
  const others = records.filter(({ choice, model }) => choice !== added.choice || model !== added.model);
  return { records: [...others, added], former: former.filter((choice) => choice !== added.choice) };
}

export function sumOf(scores: readonly Score[]): Score {
  return scores.reduce((sum, { passed, n }) => ({ passed: sum.passed + passed, n: sum.n + n }), { passed: 0, n: 0 });
}

/** The sums of a choice, and of each tool in it. */
export function sumsOf(scored: readonly { readonly owner: string; readonly score: Score }[]): Sums {
  const owners = [...new Set(scored.map(({ owner }) => owner))];
  const sumUnder = (name: string): Score => sumOf(scored.flatMap(({ owner, score }) => (owner === name ? score : [])));
  return {
    ...sumOf(scored.map(({ score }) => score)),
    tools: Object.fromEntries(owners.map((owner) => [owner, sumUnder(owner)])),
  };
}

function fromWritten(written: Written): EvalRecord {
  const { score: total, tools, cases, ...rest } = written;
  return { ...rest, ...parsedScore(total), tools: mapSorted(tools, parsedScore), cases: mapSorted(cases, parsedScore) };
}

/** In one order, whatever the order of the file was that it was read from. */
function toWritten({ choice, model, tier, engine, seeds, reported, hash, casesHash, ...rest }: EvalRecord) {
  const { tools, cases, date: day, ...sum } = rest;
  const run = { choice, model, tier, ...withoutUndefined({ engine, seeds, reported: reported || undefined }) };
  const sums = { score: scoreText(sum), tools: mapSorted(tools, scoreText), cases: mapSorted(cases, scoreText) };
  return { ...run, date: day, hash, casesHash, ...sums };
}

function scoreText({ passed, n }: Score): string {
  return `${passed}/${n}`;
}

function parsedScore(written: string): Score {
  return scoreOf(written) ?? { passed: 0, n: 0 };
}

function scoreOf(written: string): Score | undefined {
  const [, passed = '', n = ''] = /^(\d{1,9})\/(\d{1,9})$/.exec(written) ?? [];
  return n !== '' && Number(passed) <= Number(n) ? { passed: Number(passed), n: Number(n) } : undefined;
}

function addsUp({ tools, cases, passed, n }: EvalRecord): boolean {
  return [tools, cases].every((scores) => {
    const sum = sumOf(Object.values(scores));
    return sum.passed === passed && sum.n === n;
  });
}
