/** Which model is asked, and how: from haft.yaml, or named on the command line alone. */
import { furtherSeeds } from '../figures/compare.ts';
import type { EvalRecord } from '../../../versions/receipts/record.ts';
import type { Settings } from '../../../check/settings.ts';
import { type Form, type Invocation, numberFlag, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';

/** A model of haft.yaml, with everything that is not written there. */
export type ModelEntry = ReturnType<typeof modelEntry>;

type Written = Settings['evalRuns'];

/** @throws Failure where haft.yaml has no such model, or a flag has no such value. */
export function modelEntry({ models }: Written, invocation: Invocation) {
  const [wanted, endpoint] = [textFlag(invocation, 'model'), textFlag(invocation, 'endpoint')];
  const name = wanted ?? Object.keys(models)[0];
  const entry = name === undefined ? undefined : entryOf(models, name, endpoint !== undefined);
  if (name === undefined || (!entry && endpoint === undefined)) throw unknownModel(name, Object.keys(models));
  const seeds = seedsOf(entry?.seeds ?? [1], invocation);
  const shared = {
    name,
    model: entry?.model ?? name,
    api: entry?.api ?? 'openai',
    seeds,
    temperature: entry?.temperature,
    maxTokens: entry?.max_tokens ?? 4096,
    extra: entry?.extra ?? {},
  };
  // A key goes only to the endpoint that it was written beside, and a price is that of its service.
  if (endpoint !== undefined) return { ...shared, endpoint: addressOf(endpoint), keyEnv: undefined, prices: undefined };
  const prices = entry?.price && { ...entry.price, longest: shared.maxTokens };
  return { ...shared, endpoint: endpointOf(name, entry ?? {}), keyEnv: entry?.key_env, prices };
}

/** `byModel`: an address needs no entry of haft.yaml, but what is recorded as its model is asked as its model. */
function entryOf(models: Written['models'], name: string, byModel: boolean) {
  if (Object.hasOwn(models, name)) return models[name];
  return byModel ? Object.values(models).find(({ model }) => model === name) : undefined;
}

function endpointOf(name: string, { endpoint = 'http://127.0.0.1:11434/v1' }: { readonly endpoint?: string }): string {
  return addressOf(endpoint, `The endpoint of model "${name}" in haft.yaml`);
}

/** @throws Failure where results of another address would count for a model of haft.yaml. */
export function checkRecorded({ model, engine }: Pick<EvalRecord, 'model' | 'engine'>, { models }: Written): void {
  const [name, entry] = Object.entries(models).find(([, one]) => one.model === model) ?? [];
  if (name === undefined || !entry || endpointOf(name, entry) === engine) return;
  throw new Failure(
    `Results of ${engine ?? 'another program'} are not recorded as those of "${model}": model "${name}" of haft.yaml is at ${endpointOf(name, entry)}.`,
    `Run without --record, or without --endpoint; or write the address into haft.yaml, as \`endpoint\` of "${name}".`,
  );
}

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

export const MAX_TRIALS = 100;

export const SEEDS: Form = {
  expected: 'different numbers with commas between them',
  example: '1,2,3',
  accepts(written) {
    const seeds = writtenSeeds(written);
    return (
      seeds.length <= MAX_TRIALS &&
      new Set(seeds).size === seeds.length &&
      seeds.every((seed) => /^\d{1,9}$/.test(seed))
    );
  },
};

function writtenSeeds(written: string): readonly string[] {
  return written.split(',').map((seed) => seed.trim());
}

/** The first `--trials` seeds of the model, and further ones where it has fewer; or the `--seeds`. */
export function seedsOf(own: readonly number[], invocation: Invocation): readonly number[] {
  const written = textFlag(invocation, 'seeds');
  if (written !== undefined) return writtenSeeds(written).map(Number);
  const count = numberFlag(invocation, 'trials');
  if (count === undefined) return own;
  return [...own, ...furtherSeeds(own, count)].slice(0, count);
}
