/** Records from the scores of a run, of Haft's own or of any runner (`haft eval --from`). */
import { qualifiedName } from '../../../check/tool-names.ts';
import { type Choice, type ChoiceCase, choiceKey } from '../../../versions/receipts/choice.ts';
import { type EvalRecord, type Score, sumsOf } from '../../../versions/receipts/record.ts';
import {
  type Matching,
  type ValueForm,
  date,
  either,
  flag,
  list,
  map,
  number,
  oneOf,
  readValue,
  text,
  textLike,
} from '../../../spec/shape/form.ts';
import { TIER_NAMES } from '../../../versions/receipts/tiers.ts';

/** What `haft eval --from` reads: results of any runner, as scores of the cases of a choice. */
const count: ValueForm<number> = (value, at) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : `${at} is not an integer of at least 0`;

/** `query` is the request, also of a skill's case; `tool` is needed where two tools have the same one; without `n` it is one trial. */
const oneCase = map({ query: text, passed: either(flag, count) }, { tool: text, n: count });

const result = map(
  { model: textLike('the name of a model', (value) => value.trim() !== ''), date, cases: list(oneCase) },
  {
    server: text,
    skill: text,
    choice: text,
    tier: oneOf(...TIER_NAMES),
    engine: text,
    seeds: list(number),
    hash: text,
  },
);

/** What a runner says of its run. */
export type RunFacts = Pick<EvalRecord, 'model' | 'tier' | 'date' | 'engine' | 'seeds' | 'reported'>;

/** Why results make no record: the rest of a sentence, and the next step where it is another than to run all cases. */
interface Unrecorded {
  readonly problem: string;
  readonly hint?: string;
}

/** More trials would be another number of digits than a score has in the file. */
const MAX_TRIALS = 999_999_999;

/** `scores`: by the id of the case. What is returned as a record is read back as it is. */
export function makeRecord(
  choice: Choice,
  run: RunFacts,
  scores: ReadonlyMap<string, Score>,
): { readonly record: EvalRecord } | Unrecorded {
  const missing = choice.cases.filter(({ id }) => !scores.has(id)).map(({ request }) => JSON.stringify(request));
  if (missing.length > 0) {
    const list = missing.slice(0, 3).join(', ');
    const more = missing.length > 3 ? ' …' : '';
    return { problem: `${missing.length} of ${choice.cases.length} cases have no result: ${list}${more}` };
  }
  const cases = casesById(choice);
  if ('problem' in cases) return cases;
  const scored = [...cases].map(([id, { owner }]) => ({ id, owner, score: scores.get(id) ?? { passed: 0, n: 0 } }));
  const sums = sumsOf(scored);
  if (sums.n > MAX_TRIALS)
    return { problem: `${sums.n} trials are more than a record holds`, hint: `Record at most ${MAX_TRIALS} trials.` };
  const { model, tier, date, engine, seeds, reported } = run;
  return {
    record: {
      choice: choiceKey(choice),
      model,
      tier,
      ...(engine !== undefined && { engine }),
      ...(seeds && { seeds }),
      ...(reported && { reported }),
      date,
      hash: choice.hash,
      casesHash: choice.casesHash,
      ...sums,
      cases: Object.fromEntries(scored.map(({ id, score }) => [id, score])),
    },
  };
}

/** A case that is written two times is one; two cases with one id are a problem. */
function casesById({ cases }: Choice): ReadonlyMap<string, ChoiceCase> | Unrecorded {
  const byId = new Map<string, ChoiceCase>();
  for (const one of cases) {
    const first = byId.get(one.id);
    if (first && first.mark !== one.mark)
      return {
        problem: `${JSON.stringify(first.request)} and ${JSON.stringify(one.request)} have the same id "${one.id}"`,
        hint: 'Give each case an `id` of its own.',
      };
    byId.set(one.id, one);
  }
  return byId;
}

type ReadResults = { readonly records: readonly EvalRecord[] } | Unrecorded;

/** Records for the current choices and cases, or one sentence that says why there are none. `today`: YYYY-MM-DD. */
export function readResults(value: unknown, choices: readonly Choice[], today: string): ReadResults {
  const file = readValue(value, map({ results: list(result) }));
  if ('problem' in file) return file;
  const { results } = file.read;
  if (results.length === 0) return { problem: '"results" is empty' };
  const records: EvalRecord[] = [];
  for (const written of results) {
    const outcome = toRecord(written, choices, today);
    if ('problem' in outcome) return outcome;
    const { choice, model } = outcome.record;
    if (records.some((one) => one.choice === choice && one.model === model))
      return {
        problem: `it has more than one result for "${choice}" with "${model}"`,
        hint: 'Join them into one: with `n`, a case has several trials.',
      };
    records.push(outcome.record);
  }
  return { records };
}

function toRecord(
  written: Matching<typeof result>,
  choices: readonly Choice[],
  today: string,
): ReturnType<typeof makeRecord> {
  const { date, hash, tier = 'model', cases } = written;
  const [kind, second] = (['server', 'skill', 'choice'] as const).filter((one) => written[one] !== undefined);
  if (kind === undefined || second !== undefined)
    return { problem: 'a result must have one of `server`, `skill` and `choice`' };
  const name = written[kind] ?? '';
  const choice = choices.find((one) => one.kind === kind && one.name === name);
  if (!choice) return { problem: `${kind} "${name}" does not exist in the specs` };
  if (hash !== undefined && hash !== choice.hash)
    return {
      problem: `the result for ${kind} "${name}" is outdated: it has hash ${hash}, the current one is ${choice.hash}`,
    };
  if (date > today) return { problem: `the date ${date} of ${kind} "${name}" is in the future` };
  if (choice.cases.length === 0) return { problem: `${kind} "${name}" has no evals` };
  const scores = scoresOf(choice, cases);
  if (typeof scores === 'string') return { problem: `the result for ${kind} "${name}" ${scores}` };
  const outcome = makeRecord(choice, { ...written, tier, reported: true }, scores);
  return 'problem' in outcome
    ? { ...outcome, problem: `the result for "${choiceKey(choice)}" makes no record: ${outcome.problem}` }
    : outcome;
}

/** By the id of the case, or what is wrong with one of them. */
function scoresOf(choice: Choice, cases: readonly Matching<typeof oneCase>[]): Map<string, Score> | string {
  const scores = new Map<string, Score>();
  for (const { query, tool, passed, n = 1 } of cases) {
    const fitting = choice.cases.filter(
      ({ request, sent, owner, tool: own }) =>
        (request === query || sent?.request === query) &&
        (tool === undefined || owner === tool || (own && qualifiedName(own) === tool)),
    );
    const quoted = JSON.stringify(query);
    if (fitting.length === 0) return `has a case ${quoted}, which does not exist in the specs`;
    if (new Set(fitting.map(({ id }) => id)).size > 1 && !fitting.every(({ negative }) => negative))
      return `has a case ${quoted}, which several tools have: add \`tool\``;
    if (fitting.some(({ id }) => scores.has(id))) return `has the case ${quoted} more than once`;
    if (n < 1) return `has no trial for ${quoted}: \`n\` must be at least 1`;
    if (Number(passed) > n) return `has more passed trials than trials for ${quoted}`;
    for (const { id } of fitting) scores.set(id, { passed: Number(passed), n });
  }
  return scores;
}
