/** What the command line asks: the offline reader, a model, or the program of a host. */
import type { Settings } from '../../check/settings.ts';
import { AGENTS } from '../../choose/agents/index.ts';
import { isEqual } from '../../equal.ts';
import type { Flag, Invocation } from '../command-line/command.ts';
import { textFlag } from '../command-line/command.ts';
import { Failure } from '../command-line/failure.ts';
import { agentNamed, agentTier } from './ask-agent.ts';
import type { Limits } from './ask-all.ts';
import { modelTier } from './ask-model.ts';
import type { OnlineTier } from './online-tier.ts';
import { addressOf, modelEntry, seedsOf } from './model-entry.ts';
import type { Recorded } from './record-runs.ts';

const TIERS = ['offline', 'model', 'agent'] as const;
const IDS = AGENTS.map(({ id }) => id);

/** The flags that decide who is asked, and how often. */
export const TIER_FLAGS = {
  tier: {
    type: 'string',
    value: TIERS.join('|'),
    choices: TIERS,
    help: 'offline reads the fields, without a model or a network (default); model asks a model; agent starts the program of a host.',
  },
  model: {
    type: 'string',
    value: 'name',
    help: 'Model of haft.yaml to ask (default: the first); any with --endpoint or --agent.',
  },
  endpoint: { type: 'string', value: 'url', help: 'Ask the model at this address, without a key.' },
  agent: { type: 'string', value: IDS.join('|'), choices: IDS, help: 'The host whose program is started.' },
  trials: { type: 'string', value: 'number', help: 'Number of trials of each case, each with its own seed.' },
  seeds: { type: 'string', value: '1,2,3', help: 'The seeds to use, instead of --trials.' },
} as const satisfies Readonly<Record<string, Flag>>;

/** Nothing for the offline tier. @throws Failure where the model or the agent cannot be used. */
export async function onlineTierOf(invocation: Invocation, settings: Settings): Promise<OnlineTier | undefined> {
  const tier = tierOf(invocation);
  if (tier === 'offline') return undefined;
  const { timeoutMs } = limitsOf(settings, tier);
  if (tier === 'model') return modelTier(modelEntry(settings.evalRuns, invocation), timeoutMs);
  const [name, endpoint] = [textFlag(invocation, 'agent'), textFlag(invocation, 'endpoint')];
  if (name === undefined) throw new Failure('No agent was named.', `Name one: --agent ${IDS.join(', --agent ')}.`);
  const entry = {
    agent: agentNamed(name),
    model: textFlag(invocation, 'model'),
    endpoint: endpoint === undefined ? undefined : addressOf(endpoint),
    seeds: seedsOf([1], invocation),
  };
  return agentTier(entry, timeoutMs);
}

/**
 * The model or the program that gave these results, for further questions.
 *
 * @param why - What they are for, a sentence.
 * @throws Failure where the flags name none, or another one.
 */
export async function sameOnlineTier(
  of: Recorded,
  invocation: Invocation,
  settings: Settings,
  why: string,
): Promise<OnlineTier> {
  const asked = await onlineTierOf(invocation, settings);
  if (asked && isEqual(marksOf({ ...asked.recorded, seeds: asked.seeds }), marksOf(of))) return asked;
  throw new Failure(
    asked
      ? `${why} The parts are of ${nameOf(of)}, and the flags name ${nameOf({ ...asked.recorded, seeds: asked.seeds })}.`
      : why,
    'Run `haft eval merge` with the flags with which the parts were run, such as --tier model.',
  );
}

function marksOf({ tier, model, engine, seeds }: Recorded): readonly unknown[] {
  return [tier, model, engine, seeds];
}

/** `"qwen3:8b" (http://127.0.0.1:11434/v1) with the seeds 1, 2`. */
function nameOf({ model, engine, seeds = [] }: Recorded): string {
  const at = engine === undefined ? '' : ` (${engine})`;
  return `"${model}"${at} with the ${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`;
}

/** Naming a model or an agent selects its tier. */
function tierOf(invocation: Invocation): (typeof TIERS)[number] {
  const written = textFlag(invocation, 'tier');
  const tier = TIERS.find((one) => one === written);
  if (tier) return tier;
  if (textFlag(invocation, 'agent') !== undefined) return 'agent';
  return ['model', 'endpoint'].some((flag) => textFlag(invocation, flag) !== undefined) ? 'model' : 'offline';
}

/** Every program of a host takes some hundred megabytes. */
const LANES = { offline: 1, model: 4, agent: 2 };

/** All but the prices. */
export function limitsOf(
  { evalRuns: { limits } }: Settings,
  tier: (typeof TIERS)[number],
): Omit<Limits, 'prices'> & { readonly timeoutMs: number } {
  const { calls = 2000, minutes = 20, cost, lanes = LANES[tier], timeout_ms: timeoutMs = 120_000 } = limits;
  return { calls, minutes, cost, lanes, timeoutMs };
}
