/**
 * What Windows does not have, so that a test that needs it is skipped there: a shell with these words, programs that are
 * texts of it, signals that can be answered, links without a right of their own, modes of files, `/proc`, `/dev`, named pipes,
 * folders that go while a file is made in them; and hosts whose files have paths with slashes.
 */
export const ON_WINDOWS: boolean = process.platform === 'win32';

/** Whether a process ended itself with SIGKILL: Windows tells it by an exit code alone. */
export function wasKilled({
  status,
  signal,
}: {
  readonly status: number | null;
  readonly signal: string | null;
}): boolean {
  return ON_WINDOWS ? status === 1 : signal === 'SIGKILL';
}
