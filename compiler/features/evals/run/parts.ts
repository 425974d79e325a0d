/** The parts of a run that was divided (`haft eval --shard i/n --format json`), read for `haft eval merge`. */
import { invariant } from '../../../base/diagnostic.ts';
import { resolve } from 'node:path';
import { sumOfUsage } from '../online/engine.ts';
import { shardOf } from '../online/questions.ts';
import type { CaseOutcome } from '../judge/judge.ts';
import { type Choice, choiceKey } from '../../../versions/receipts/choice.ts';
import { isObject } from '@haft/runtime/language';
import { FILE_FORMATS } from '../../../base/file-formats.ts';
import { TIER_NAMES } from '../../../versions/receipts/tiers.ts';
import {
  byMember,
  type Matching,
  either,
  flag,
  list,
  map,
  number,
  oneOf,
  readForm,
  text,
} from '../../../spec/shape/form.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { parseJson, readText, validIn } from '../../../edge/project/record-file.ts';

type Trials = ReadonlyMap<string, ReadonlyMap<string, readonly CaseOutcome[]>>;

const outcome = byMember('kind', {
  error: map({ message: text }),
  'not-judged': map({ why: text }),
  judged: map(
    { right: flag },
    {
      called: text,
      fault: oneOf('ruled-out', 'outside'),
      declined: flag,
      arguments: map({ wrong: list(text), extra: list(text) }, { unreadable: flag }),
      reading: map({ rank: number, margin: number }, { rival: text }),
    },
  ),
});
const choiceForm = map({ choice: text, cases: list(map({ id: text, trials: list(outcome) })) });
const usageForm = map(
  {
    requests: number,
    reused: number,
    seconds: number,
    input: number,
    output: number,
    cached: number,
    remarks: list(text),
  },
  { cost: number },
);
/** The `cases` of a choice are those that all parts together have. */
const runForm = map(
  {
    heading: text,
    tier: oneOf(...TIER_NAMES),
    model: text,
    shard: text,
    choices: list(map({ choice: text, hash: text, casesHash: text, cases: number })),
  },
  { engine: text, seeds: list(number), usage: usageForm },
);
const partForm = map(
  { run: runForm, evals: list(choiceForm) },
  { against: either(map({ label: text, before: list(choiceForm) })) },
);

type Part = Matching<typeof partForm>;

/** @throws Failure where they are not all parts of one run of the current specs. */
export function readParts(
  files: readonly string[],
  choices: readonly Choice[],
  label: string | undefined,
  cwd: string,
) {
  const parts = files.map((file) => readPart(file, cwd));
  checkTogether(parts, files, label);
  checkCurrent(parts, choices);
  const [first] = parts;
  invariant(first, 'a run has parts');
  const { run } = first;
  const after = joinTrials(parts.flatMap(({ evals }) => evals));
  checkWhole(run.choices, after);
  const { heading, tier, model, engine, seeds } = run;
  return {
    /** What the parts record about the whole run. */
    run: { heading, tier, model, ...(engine !== undefined && { engine }), ...(seeds && { seeds }) },
    usage: sumOfUsage(parts.flatMap((part) => part.run.usage ?? [])),
    /** By choice and by id of the case. */
    trials: {
      after,
      before: joinTrials(parts.flatMap(({ against }) => against?.before ?? [])),
    },
  };
}

function readPart(file: string, cwd: string): Part {
  const value: unknown = parseJson(readText(resolve(cwd, file)), file);
  const part = readForm(isObject(value) ? value : {}, FILE_FORMATS.report, partForm);
  return validIn(part, file, 'is not a part of a run', 'Make it with `haft eval --shard 1/2 --format json`.');
}

function checkTogether(parts: readonly Part[], files: readonly string[], label: string | undefined): void {
  const sameOf = ({ run: { tier, model, engine, seeds, choices, shard }, against }: Part): string =>
    JSON.stringify([tier, model, engine, seeds, choices, shardOf(shard)?.of, against?.label]);
  const [first] = parts;
  const other = first ? parts.findIndex((part) => sameOf(part) !== sameOf(first)) : -1;
  if (other !== -1)
    throw new Failure(
      `"${files[other] ?? ''}" and "${files[0] ?? ''}" are parts of different runs.`,
      'Run all parts on the same commit with the same flags, except --shard.',
    );
  if (first && first.against?.label !== label)
    throw new Failure(
      `The parts were ${first.against ? `compared with ${first.against.label}` : 'not compared with anything'}, and this run is ${label === undefined ? 'not' : `compared with ${label}`}.`,
      'Merge them with the same --against as the parts.',
    );
  const numbers = parts.map(({ run: { shard } }) => shardOf(shard)?.number ?? 0);
  const of = shardOf(first?.run.shard ?? '')?.of ?? 0;
  const missing = Array.from({ length: of }, (_, place) => place + 1).filter((one) => !numbers.includes(one));
  if (missing.length > 0)
    throw new Failure(
      `Missing part: ${missing.map((one) => `${one}/${of}`).join(', ')}.`,
      'Name the files of all parts.',
    );
  const twice = numbers.findIndex((one, place) => numbers.indexOf(one) !== place);
  if (twice !== -1)
    throw new Failure(
      `"${files[twice] ?? ''}" is part ${numbers[twice] ?? 0}/${of}, the same part as another file.`,
      'Name each part once.',
    );
}

/** Results of other descriptions or cases say nothing of these. */
function checkCurrent(parts: readonly Part[], choices: readonly Choice[]): void {
  const current = new Map(choices.map((choice) => [choiceKey(choice), choice]));
  const stale = parts[0]?.run.choices.find(({ choice, hash, casesHash }) => {
    const now = current.get(choice);
    return now?.hash !== hash || now.casesHash !== casesHash;
  });
  if (stale)
    throw new Failure(
      `The parts are for other descriptions or cases of "${stale.choice}" than the current specs.`,
      'Merge them on the commit on which they were run.',
    );
}

/** A case that no part has would be missing from the figures without a word. */
function checkWhole(choices: Part['run']['choices'], trials: Trials): void {
  const short = choices.find(({ choice, cases }) => (trials.get(choice)?.size ?? 0) !== cases);
  if (short)
    throw new Failure(
      `The parts have ${trials.get(short.choice)?.size ?? 0} of the ${short.cases} cases of "${short.choice}".`,
      'Run the parts again, and merge their files as they are.',
    );
}

function joinTrials(written: Part['evals']): Trials {
  const all = new Map<string, Map<string, readonly CaseOutcome[]>>();
  for (const { choice, cases } of written) {
    const own = all.get(choice) ?? new Map<string, readonly CaseOutcome[]>();
    for (const { id, trials } of cases) own.set(id, trials);
    all.set(choice, own);
  }
  return all;
}
