/** The data of a report on changes, independent of its format. */
import type { Change } from '../../diff/change.ts';
import type { StaleEvals } from '../../diff/evals.ts';
import type { VersionAdvice } from '../../diff/semver.ts';

/** A change with its place in the current specs. */
export interface PlacedChange extends Change {
  /** Relative to the project; absent where the file was deleted. */
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
}

export interface ChangeReport {
  /** What was compared: "the contract", "git main", "old.contract.json". */
  readonly before: string;
  readonly after: string;
  readonly changes: readonly PlacedChange[];
  readonly staleEvals: readonly StaleEvals[];
  readonly versions: readonly VersionAdvice[];
  readonly deprecated: readonly DeprecatedTool[];
}

/** A tool on its way out, with the days that it has left. */
export interface DeprecatedTool {
  readonly server: string;
  readonly tool: string;
  readonly use: string;
  /** YYYY-MM-DD */
  readonly removeAfter: string;
  /** Negative when it may be removed. */
  readonly daysLeft: number;
  readonly reason: string;
}

/** Counts of what a reader decides by. */
export interface Summary {
  readonly breaking: number;
  readonly unknown: number;
  readonly risky: number;
  readonly safe: number;
  /** Not allowed by EXT §9. */
  readonly policy: number;
  readonly staleEvals: number;
}

export function summarize({ changes, staleEvals }: ChangeReport): Summary {
  const count = (level: Change['level']): number =>
    changes.filter((change) => change.axis !== 'policy' && change.level === level).length;
  return {
    breaking: count('breaking'),
    unknown: count('unknown'),
    risky: count('risky'),
    safe: count('safe'),
    policy: changes.filter(({ axis }) => axis === 'policy').length,
    staleEvals: staleEvals.length,
  };
}
