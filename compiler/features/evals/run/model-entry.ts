/** Which model is asked, and how: from haft.yaml, or named on the command line alone. */
import type { JsonObject } from '@haft/runtime';
import { furtherSeeds } from '../figures/compare.ts';
import type { Settings } from '../../../check/settings.ts';
import { type Invocation, numberFlag, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Limits } from './ask-all.ts';

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
  const written = textFlag(invocation, 'seeds');
  if (written !== undefined) return writtenSeeds(written);
  const count = numberFlag(invocation, 'trials', 1, MAX_TRIALS);
  if (count === undefined) return own;
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
