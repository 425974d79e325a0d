/** The model tier: asks a model every case, and judges its first call. */
import { compareConfirmed, furtherSeeds } from '../../choose/compare.ts';
import type { Comparison } from '../../choose/compare.ts';
import { ENGINES } from '../../choose/engines/index.ts';
import { judge } from '../../choose/judge.ts';
import type { Outcome } from '../../choose/judge.ts';
import { questionsOf } from '../../choose/questions.ts';
import type { Question, Side } from '../../choose/questions.ts';
import type { Sides } from '../../choose/sides.ts';
import { allOutcomes, caseKey, choiceRun } from '../../choose/suite.ts';
import type { ChoiceRun } from '../../choose/suite.ts';
import type { Choice } from '../../evals/choice.ts';
import type { Settings } from '../../check/settings.ts';
import { Failure } from '../command-line/failure.ts';
import { askAll, createBudget } from './ask-all.ts';
import type { Limits, Progress, Run } from './ask-all.ts';
import type { ModelEntry } from './model-entry.ts';
import { NO_CACHE, openAnswerCache } from './answer-cache.ts';

export function limitsOf(
  { limits }: Settings['evalRuns'],
  prices: Limits['prices'],
): Limits & { readonly timeoutMs: number } {
  const { calls = 2000, minutes = 20, cost, lanes = 4, timeout_ms: timeoutMs = 120_000 } = limits;
  return { calls, minutes, cost, lanes, prices, timeoutMs };
}

/** What a run will send, confirmation of a loss aside. */
export function planQuestions(sides: readonly Sides[], entry: ModelEntry): readonly Question[] {
  const { model, temperature, maxTokens, seeds } = entry;
  return questionsOf(sides, engineOf(entry), { model, temperature, maxTokens }, seeds);
}

interface Surroundings {
  readonly root: string;
  readonly limits: Limits & { readonly timeoutMs: number };
  readonly useCache: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Both texts where `sides` have two; a loss is confirmed before it is one. */
export async function runModel(
  sides: readonly Sides[],
  entry: ModelEntry,
  surroundings: Surroundings,
): Promise<ModelRun> {
  const run = runOf(entry, surroundings);
  const { before, after } = await askSides(sides, entry, run);
  if (before.length === 0) return { before, after, comparison: undefined };
  const first = { before: allOutcomes(before), after: allOutcomes(after) };
  const { comparison } = await compareConfirmed(first, async (ids) => {
    const further = { ...entry, seeds: furtherSeeds(entry.seeds) };
    const again = await askSides(onlyCases(sides, ids), further, run);
    return { before: allOutcomes(again.before), after: allOutcomes(again.after) };
  });
  return { before, after, comparison };
}

interface ModelRun {
  readonly before: readonly ChoiceRun[];
  readonly after: readonly ChoiceRun[];
  /** Undefined where there is no earlier text. */
  readonly comparison: Comparison | undefined;
}

function onlyCases(sides: readonly Sides[], ids: ReadonlySet<string>): readonly Sides[] {
  const only = (choice: Choice): Choice => ({
    ...choice,
    cases: choice.cases.filter((one) => ids.has(caseKey(choice, one))),
  });
  return sides.map(({ before, after }) => ({ before: before && only(before), after: only(after) }));
}

async function askSides(sides: readonly Sides[], entry: ModelEntry, run: Run): Promise<Pick<ModelRun, Side>> {
  const questions = planQuestions(sides, entry);
  const answers = await askAll(questions, run);
  const trials = { before: new Map<object, Outcome[]>(), after: new Map<object, Outcome[]>() };
  for (const [place, { side, one, tools }] of questions.entries()) {
    const answer = answers[place];
    if (answer) trials[side].set(one, [...(trials[side].get(one) ?? []), judge(one.test, answer, tools)]);
  }
  return {
    before: sides.flatMap(({ before }) => (before ? [choiceRun(before, (one) => trials.before.get(one) ?? [])] : [])),
    after: sides.map(({ after }) => choiceRun(after, (one) => trials.after.get(one) ?? [])),
  };
}

function runOf(entry: ModelEntry, { root, limits, useCache, signal, onProgress }: Surroundings): Run {
  const { endpoint: url, keyEnv } = entry;
  const endpoint = {
    engine: engineOf(entry),
    url,
    keyEnv,
    key: keyOf(keyEnv),
    timeoutMs: limits.timeoutMs,
    retryMs: 1000,
  };
  return {
    endpoint,
    cache: useCache ? openAnswerCache(root) : NO_CACHE,
    budget: createBudget(limits),
    limits,
    signal,
    onProgress,
  };
}

function engineOf({ api }: ModelEntry): (typeof ENGINES)[number] {
  return ENGINES.find(({ id }) => id === api) ?? ENGINES[0];
}

function keyOf(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const key = process.env[name];
  if (key) return key;
  throw new Failure(
    `The variable ${name}, which holds the key of the model, is not set.`,
    `Set ${name} and run again.`,
  );
}
