/** How a server's process ends, and what does not end it. */
import { reportError } from '../error-report.ts';
import type { Log } from '../log.ts';

/** Calls `stop` at every signal that asks for an end; errors outside of calls are logged and survived. */
export function untilSignal(stop: () => void, log: Log): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const survive = (thrown: unknown): void => log(`a stray error: ${reportError(thrown)}`, 'error');
  process.on('uncaughtException', survive).on('unhandledRejection', survive);
  // Without a reader of the log there is nobody to tell.
  process.stderr.on('error', () => {});
}
