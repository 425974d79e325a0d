/** Which model is asked, and how: from haft.yaml, or named on the command line alone; what its answers may tell of keys; the tiers that ask. */
import type { JsonObject } from '@haft/runtime';
import { furtherSeeds, type Sides } from '../figures/compare.ts';
import type { Settings } from '../../../check/settings.ts';
import { type Invocation, textFlag, type Flag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Limits, Respondent } from './ask-all.ts';
import { createRedact } from '@haft/runtime/try';
import type { EngineAnswer } from '../online/engine.ts';
import { readJson } from '../../../plan/read-json.ts';
import type { Conversation } from '../online/conversation.ts';
import type { Question } from '../online/questions.ts';
import type { RunFacts as RecordedRun } from '../records/make-record.ts';

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
  readonly extra: JsonObject;
  readonly prices: Limits['prices'];
}

type Written = Settings['evalRuns'];

/** @throws Failure where haft.yaml has no such model, or a flag has no such value. */
export function modelEntry({ models }: Written, invocation: Invocation): ModelEntry {
  const [wanted, endpoint] = [textFlag(invocation, 'model'), textFlag(invocation, 'endpoint')];
  const name = wanted ?? Object.keys(models)[0];
  const entry = name !== undefined && Object.hasOwn(models, name) ? models[name] : undefined;
  if (name === undefined || (!entry && endpoint === undefined)) throw unknownModel(name, Object.keys(models));
  const seeds = seedsOf(entry?.seeds ?? [1], invocation);
  // A key goes only to the endpoint that it was written beside.
  if (endpoint !== undefined)
    return { ...DEFAULTS, name, model: entry?.model ?? name, endpoint: addressOf(endpoint), seeds };
  return {
    name,
    model: entry?.model ?? name,
    endpoint: addressOf(entry?.endpoint ?? 'http://127.0.0.1:11434/v1', `The endpoint of model "${name}" in haft.yaml`),
    api: entry?.api ?? DEFAULTS.api,
    keyEnv: entry?.key_env,
    seeds,
    temperature: entry?.temperature,
    maxTokens: entry?.max_tokens ?? DEFAULTS.maxTokens,
    extra: entry?.extra ?? {},
    prices: entry?.price,
  };
}

const DEFAULTS = {
  api: 'openai',
  keyEnv: undefined,
  temperature: undefined,
  maxTokens: 4096,
  extra: {},
  prices: undefined,
} as const;

function unknownModel(name: string | undefined, names: readonly string[]): Failure {
  return new Failure(
    name === undefined ? 'No model was named.' : `Unknown model "${name}": it is not in haft.yaml.`,
    names.length === 0
      ? 'Add one to haft.yaml: evals: { models: { local: { model: "qwen3:8b" } } }, or name it: --endpoint <url> --model <name>.'
      : `Models: ${names.join(', ')}.`,
  );
}

/** `of`: what has the address, such as `The flag --endpoint`. */
export function addressOf(endpoint: string, of = 'The flag --endpoint'): string {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  // A receipt and every report show the address.
  if (url && (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== ''))
    throw new Failure(
      `${of} must be an address without a user, a password, a query or a fragment.`,
      'Put the key into a variable, and name it in haft.yaml: `key_env`.',
    );
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return endpoint.replace(/\/$/, '');
  throw new Failure(
    `${of} must be an http or https address, got "${endpoint}".`,
    'For example: --endpoint http://127.0.0.1:11434/v1.',
  );
}

const MAX_TRIALS = 100;

/** The first `--trials` seeds of the model, and further ones where it has fewer; or the `--seeds`. */
export function seedsOf(own: readonly number[], invocation: Invocation): readonly number[] {
  const [trials, written] = [textFlag(invocation, 'trials'), textFlag(invocation, 'seeds')];
  if (written !== undefined) return writtenSeeds(written);
  if (trials === undefined) return own;
  const count = Number(trials);
  if (!/^\d+$/.test(trials) || count < 1 || count > MAX_TRIALS)
    throw new Failure(
      `The flag --trials must be a number from 1 to ${MAX_TRIALS}, got "${trials}".`,
      'For example: --trials 3.',
    );
  return [...own, ...furtherSeeds(own, count)].slice(0, count);
}

function writtenSeeds(written: string): readonly number[] {
  const seeds = written.split(',').map((seed) => seed.trim());
  if (
    seeds.length <= MAX_TRIALS &&
    new Set(seeds).size === seeds.length &&
    seeds.every((seed) => /^\d{1,9}$/.test(seed))
  )
    return seeds.map(Number);
  throw new Failure(
    `The flag --seeds must be different numbers with commas between them, got "${written}".`,
    'For example: --seeds 1,2,3.',
  );
}

type Respond<T> = (trial: T, signal: AbortSignal) => Promise<EngineAnswer>;

export function withoutKeys<T>(keys: readonly string[], respond: Respond<T>): Respond<T> {
  const redact = createRedact({}, {}, keys);
  if (!redact.active) return respond;
  return async (trial, signal) => {
    try {
      const read = readJson(redact.json(await respond(trial, signal)));
      const value: unknown = 'value' in read ? read.value : UNREADABLE;
      // Redaction changes strings alone.
      return value as EngineAnswer;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      throw new Failure(redact.text(error.message), redact.text(error.hint));
    }
  };
}

const UNREADABLE: EngineAnswer = {
  kind: 'error',
  message: 'The response cannot be read without the key that it repeats.',
  tokens: { input: 0, output: 0, cached: 0 },
};

/** What a new tier consists of; a record and a gate know it by its line in compiler/versions/receipts/tiers.ts. */
export interface TierCell {
  /** What it does: completes a sentence that starts with its name. */
  readonly help: string;
  /** The flags that it brings; who writes one of them chooses it. */
  readonly flags: Readonly<Record<string, Flag>>;
  /** Questions that are asked at the same time, unless haft.yaml says how many. */
  readonly lanes: number;
  /** Nothing for a tier without a model. @throws Failure where what the flags name cannot be used. */
  online(invocation: Invocation, settings: Settings, timeoutMs: number): Promise<OnlineTier> | OnlineTier | undefined;
}

export interface OnlineTier extends Respondent<Question> {
  /** What a record contains about it. */
  readonly recorded: Pick<RecordedRun, 'model' | 'tier' | 'engine'>;
  /** For the first line of a report. */
  readonly heading: string;
  /** One for each trial. */
  readonly seeds: readonly number[];
  readonly prices: Limits['prices'];
  /** Sentences about what the service did not accept so far. */
  readonly remarks?: () => readonly string[];
  /** What is sent for a conversation; absent where only requests of users can be sent. */
  readonly body?: (conversation: Conversation, seed: number) => object;
  /** What a run will send, confirmation of a loss aside. */
  questions(sides: readonly Sides[], seeds: readonly number[]): readonly Question[];
  /** What `--dry-run` prints of these, a sentence without its end. */
  forecast(questions: readonly Question[]): string;
}
