export interface StaleStep {
  readonly id: string;
  readonly run: () => Promise<{ readonly inputs: readonly string[]; readonly outputs: readonly string[] } | undefined>;
}
export declare function runStale(root: string, cache: string, steps: readonly StaleStep[]): Promise<string[]>;
export declare function changedFiles(
  root: string,
  cache: string,
  paths: readonly string[],
  settings: readonly string[],
): string[];
export declare function recordFiles(
  root: string,
  cache: string,
  paths: readonly string[],
  settings: readonly string[],
): void;
