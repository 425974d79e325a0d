export interface ReleasePlan {
  readonly version?: string;
  /** Sentences; where there is one, nothing may be written. */
  readonly problems: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

export function nextVersion(current: string, wanted: string | undefined): string | undefined;

export function releasePlan(given: {
  readonly wanted: string | undefined;
  readonly read: (path: string) => string;
  readonly date: string;
  readonly tags: readonly string[];
  readonly changed: readonly string[];
}): ReleasePlan;
