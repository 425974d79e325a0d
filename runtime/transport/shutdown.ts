/** Ends a server's process, and keeps it alive on errors outside of calls. */
import { ENDING_SIGNALS } from '../language/ending-signals.ts';
import type { Assembled } from '../server/assemble.ts';
import { type Log, reportError } from '../server/log.ts';
import type { RpcReply } from '../protocol/answer.ts';

/** Calls `stop` at every signal to terminate; errors outside of calls are logged, and the process survives them. */
export function untilSignal(stop: () => void, log: Log): void {
  for (const signal of ENDING_SIGNALS) process.on(signal, stop);
  const survive = (thrown: unknown): void => log(`error outside of a call: ${reportError(thrown)}`, 'error');
  process.on('uncaughtException', survive).on('unhandledRejection', survive);
  // A closed log must not end the server.
  process.stderr.on('error', () => {});
}

/** Logs a line for each call that the end of the server leaves without a result. */
export function logDropped(dropped: Iterable<RpcReply>, log: Log): void {
  for (const { request } of dropped) {
    const name = request?.params['name'];
    log('call without a result: the server ended', 'warn', typeof name === 'string' ? name : request?.method);
  }
}

let expected = false;

interface Exiting {
  readonly log: Log;
  readonly running: Pick<Assembled['running'], 'names'>;
}

/** Ends the process as the server itself does. */
export function endProcess(code = 0): void {
  expected = true;
  process.exit(code);
}

/** Logs a call of `process.exit` by a handler: the running calls get no result. `own`: the exit code of the process then, instead of the handler's. */
export function logExit({ log, running }: Exiting, own?: number): void {
  const exit = process.exit.bind(process);
  Reflect.set(process, 'exit', (code?: number) => {
    const tools = running.names();
    const { stack = '' } = new Error('called here');
    const during =
      tools.length === 0 ? 'while no tool was running' : `while ${tools.join(', ')} was running without a result`;
    if (!expected) log(`process.exit(${code ?? ''}) was called ${during}: ${stack}`, 'error', tools[0]);
    const isOwn = expected;
    expected = true;
    exit(isOwn ? code : (own ?? code));
  });
}
