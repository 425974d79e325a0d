/** How a server's process ends, and what does not end it. */
import type { Assembled } from '../assemble.ts';
import { reportError } from '../error-report.ts';
import type { Log } from '../log.ts';

/** Calls `stop` at every signal that asks for an end; errors outside of calls are logged and survived. */
export function untilSignal(stop: () => void, log: Log): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  const survive = (thrown: unknown): void => log(`error outside of a call: ${reportError(thrown)}`, 'error');
  process.on('uncaughtException', survive).on('unhandledRejection', survive);
  // Without a reader of the log there is nobody to tell.
  process.stderr.on('error', () => {});
}

let expected = false;

/** Ends the process as the server itself does. */
export function endProcess(): void {
  expected = true;
  process.exit(0);
}

/** Whoever else ends the process leaves a line that says so: the calls under way get no answer any more. */
export function tellExit({ log, running }: Assembled): void {
  const exit = process.exit.bind(process);
  Reflect.set(process, 'exit', (code?: number) => {
    const tools = [...new Set(running.values())];
    const { stack = '' } = new Error('called here');
    const during =
      tools.length === 0 ? 'while no tool was running' : `while ${tools.join(', ')} was running without a result`;
    if (!expected) log(`process.exit(${code ?? ''}) was called ${during}: ${stack}`, 'error', tools[0]);
    expected = true;
    exit(code);
  });
}
