/** What the command line asks: the offline reader, a model, or the program of a host. */
import { MAX_TRIALS, SEEDS } from './model-entry.ts';
import type { Settings } from '../../../check/settings.ts';
import { isEqual } from '../../../base/json.ts';
import { type Tier, TIERS, TIER_NAMES } from '../../../versions/receipts/tiers.ts';
import { amount, choice, type Flag, formText, type Invocation, textFlag } from '../../../edge/command-line/command.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import { agent } from './ask-agent.ts';
import type { Limits } from './ask-all.ts';
import { model } from './ask-model.ts';
import type { OnlineTier, TierCell } from './online-tier.ts';
import type { RunSource } from './record-runs.ts';

const offline: TierCell = {
  help: 'reads the fields, without a model or a network (default)',
  flags: {},
  lanes: 1,
  online: () => undefined,
};

/** A tier without a line here does not compile. Of two tiers that flags choose, the later: an agent has a model as well. */
const CELLS: Readonly<Record<Tier, TierCell>> = { offline, model, agent };

/** The flags that decide who is asked, and how often. */
export const TIER_FLAGS: Readonly<Record<string, Flag>> = {
  tier: choice(TIER_NAMES, `${TIER_NAMES.map((name) => `${name} ${CELLS[name].help}`).join('; ')}.`),
  ...Object.assign({}, ...TIER_NAMES.map((name) => CELLS[name].flags)),
  trials: amount('number', 'Number of trials of each case, each with its own seed.', [1, MAX_TRIALS]),
  seeds: formText('1,2,3', 'The seeds to use, instead of --trials.', SEEDS),
};

/** Nothing for the offline tier. @throws Failure where the model or the agent cannot be used. `usual`: the tier without a flag. */
export async function onlineTierOf(
  invocation: Invocation,
  settings: Settings,
  usual: Tier = 'offline',
): Promise<OnlineTier | undefined> {
  const tier = tierOf(invocation, usual);
  refuseIdleFlags(invocation, tier);
  return CELLS[tier].online(invocation, settings, limitsOf(settings, tier).timeoutMs);
}

/** @throws Failure for a flag about who is asked that has no effect in this tier, or beside another one. */
function refuseIdleFlags({ flags }: Invocation, tier: Tier): void {
  const idle = Object.keys(TIER_FLAGS).find((name) => name !== 'tier' && flags[name] !== undefined);
  if (TIERS[tier].isOffline && idle !== undefined)
    throw new Failure(
      `The flag --${idle} has no effect in the offline tier, which asks no model.`,
      `Remove --${idle}, or name the tier: --tier model.`,
    );
  if (flags['trials'] !== undefined && flags['seeds'] !== undefined)
    throw new Failure(
      'The flags --trials and --seeds cannot be combined: each seed is a trial.',
      'Remove --trials, or --seeds.',
    );
}

/**
 * The model or the program that gave these results, for further questions.
 *
 * @param why - What they are for, a sentence.
 * @throws Failure where the flags name none, or another one.
 */
export async function sameOnlineTier(
  of: RunSource,
  invocation: Invocation,
  settings: Settings,
  why: string,
): Promise<OnlineTier> {
  const tier = await onlineTierOf(invocation, settings);
  const named = tier && { ...tier.recorded, seeds: tier.seeds };
  if (named && isEqual(marksOf(named), marksOf(of))) return tier;
  throw new Failure(
    named ? `${why} The parts are of ${nameOf(of)}, and the flags name ${nameOf(named)}.` : why,
    'Run `haft eval merge` with the flags with which the parts were run, such as --tier model.',
  );
}

function marksOf({ tier, model, engine, seeds }: RunSource): readonly unknown[] {
  return [tier, model, engine, seeds];
}

/** `"qwen3:8b" (http://127.0.0.1:11434/v1) with the seeds 1, 2`. */
function nameOf({ model, engine, seeds = [] }: RunSource): string {
  const at = engine === undefined ? '' : ` (${engine})`;
  return `"${model}"${at} with the ${seeds.length === 1 ? 'seed' : 'seeds'} ${seeds.join(', ')}`;
}

/** Naming a model or an agent selects its tier. */
export function tierOf(invocation: Invocation, usual: Tier = 'offline'): Tier {
  const written = textFlag(invocation, 'tier');
  const isChosen = (tier: Tier): boolean =>
    Object.keys(CELLS[tier].flags).some((flag) => textFlag(invocation, flag) !== undefined);
  return TIER_NAMES.find((one) => one === written) ?? TIER_NAMES.toReversed().find(isChosen) ?? usual;
}

/** All but the prices. */
export function limitsOf(
  { evalRuns: { limits } }: Settings,
  tier: Tier,
): Omit<Limits, 'prices'> & { readonly timeoutMs: number } {
  const { calls = 2000, minutes = 20, cost, lanes = CELLS[tier].lanes, timeout_ms: timeoutMs = 120_000 } = limits;
  return { calls, minutes, cost, lanes, timeoutMs };
}
