/** The tiers of evals: who gives the results. How each is asked is a cell of compiler/features/evals/run; a new one is a line here and there. */
import { entriesOf } from '../../base/json.ts';

interface TierFacts {
  /** No model is asked: the same cases give the same results, and for a release they count only where the project says so. */
  readonly isOffline: boolean;
  /** Whether it judges every case, also refusals and those with earlier turns. */
  readonly judgesAll: boolean;
}

export const TIERS = {
  offline: { isOffline: true, judgesAll: false },
  model: { isOffline: false, judgesAll: true },
  agent: { isOffline: false, judgesAll: false },
} as const satisfies Readonly<Record<string, TierFacts>>;

export type Tier = keyof typeof TIERS;

export const TIER_NAMES: readonly Tier[] = entriesOf(TIERS).map(([name]) => name);
