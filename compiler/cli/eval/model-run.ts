/** The model tier: asks a model every case, and judges its first call. */
import { ENGINES } from '../../choose/engines/index.ts';
import { judge } from '../../choose/judge.ts';
import type { Outcome } from '../../choose/judge.ts';
import { questionsOf } from '../../choose/questions.ts';
import type { Question } from '../../choose/questions.ts';
import { choiceRun } from '../../choose/suite.ts';
import type { ChoiceRun } from '../../choose/suite.ts';
import type { Choice } from '../../evals/choice.ts';
import type { Settings } from '../../check/settings.ts';
import { Failure } from '../command-line/failure.ts';
import { askAll } from './ask-all.ts';
import type { Limits, Progress, Run } from './ask-all.ts';
import { NO_CACHE, openAnswerCache } from './answer-cache.ts';

/** A model of haft.yaml, with everything that is not written there. */
export interface ModelEntry {
  readonly name: string;
  readonly model: string;
  readonly endpoint: string;
  readonly api: string;
  readonly keyEnv: string | undefined;
  readonly seeds: readonly number[];
  readonly temperature: number | undefined;
  readonly maxTokens: number;
  readonly prices: Limits['prices'];
}

type Written = Settings['evalRuns'];

/** @throws Failure where haft.yaml has no such model. */
export function modelEntry({ models }: Written, wanted: string | undefined): ModelEntry {
  const name = wanted ?? Object.keys(models)[0];
  const entry = name === undefined ? undefined : models[name];
  if (name === undefined || !entry || !Object.hasOwn(models, name)) {
    const known = Object.keys(models).join(', ');
    throw new Failure(
      name === undefined ? 'No model is named.' : `Unknown model "${name}": haft.yaml does not have it.`,
      known === '' ? 'Add one to haft.yaml: evals: { models: { local: { model: "qwen3:8b" } } }.' : `Models: ${known}.`,
    );
  }
  return {
    name,
    model: entry.model,
    endpoint: (entry.endpoint ?? 'http://127.0.0.1:11434/v1').replace(/\/$/, ''),
    api: entry.api ?? 'openai',
    keyEnv: entry.key_env,
    seeds: entry.seeds ?? [1],
    temperature: entry.temperature,
    maxTokens: entry.max_tokens ?? 1024,
    prices: entry.price,
  };
}

export function limitsOf({ limits }: Written, prices: Limits['prices']): Limits & { readonly timeoutMs: number } {
  const { calls = 2000, minutes = 20, cost, lanes = 4, timeout_ms: timeoutMs = 120_000 } = limits;
  return { calls, minutes, cost, lanes, prices, timeoutMs };
}

/** What a run will send. */
export function planQuestions(choices: readonly Choice[], entry: ModelEntry): readonly Question[] {
  const { model, temperature, maxTokens, seeds } = entry;
  return questionsOf(choices, engineOf(entry), { model, temperature, maxTokens }, seeds);
}

export interface Surroundings {
  readonly root: string;
  readonly limits: Limits & { readonly timeoutMs: number };
  readonly useCache: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

export async function runModel(
  choices: readonly Choice[],
  entry: ModelEntry,
  surroundings: Surroundings,
): Promise<readonly ChoiceRun[]> {
  const questions = planQuestions(choices, entry);
  const answers = await askAll(
    questions.map(({ body }) => body),
    runOf(entry, surroundings),
  );
  const trials = new Map<object, Outcome[]>();
  for (const [place, { one, tools }] of questions.entries()) {
    const answer = answers[place];
    if (answer) trials.set(one, [...(trials.get(one) ?? []), judge(one.test, answer, tools)]);
  }
  return choices.map((choice) => choiceRun(choice, (one) => trials.get(one) ?? []));
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
  return { endpoint, cache: useCache ? openAnswerCache(root) : NO_CACHE, limits, signal, onProgress };
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
