/** Standard output and standard error of all commands: handles readers that close them, and full disks. */
import { fstatSync, writeSync } from 'node:fs';
import type { ExitCode } from './command.ts';
import { diskReason, errorCode } from './failure.ts';
import { ENDING_SIGNALS } from '@haft/runtime/language';

/** As a shell reports a filter that SIGPIPE ended: 128 + 13. */
const CLOSED_PIPE = 141;

/**
 * From here on a failed write ends in an exit code, never in a crash. A command still does all its work; one that runs
 * until it is interrupted ends when its stream reports an error.
 *
 * The function that is returned waits until everything is printed; then it gives the exit code of a command that ended with `code`.
 */
export function watchStreams(): (code: ExitCode) => Promise<ExitCode> {
  const failures = new Map<NodeJS.WriteStream, unknown>();
  for (const stream of [process.stdout, process.stderr]) {
    writeWhole(stream);
    stream.on('error', (error) => failures.has(stream) || failures.set(stream, error));
  }
  return async (code) => {
    await Promise.all([whenFlushed(process.stdout), whenFlushed(process.stderr)]);
    const lost = [...failures].find(([stream, error]) => !isLeft(stream, error));
    if (!lost) return failures.size > 0 && code === 0 ? CLOSED_PIPE : code;
    const name = lost[0] === process.stdout ? 'output' : 'error';
    process.stderr.write(
      `haft: Cannot write to standard ${name}: ${diskReason(lost[1])}.\n  hint: The output is incomplete: send it to another place, and run the command again.\n`,
    );
    await whenFlushed(process.stderr);
    return 2;
  };
}

/** Whether the reader has closed the pipe or the terminal. */
function isLeft({ isTTY }: NodeJS.WriteStream, error: unknown): boolean {
  return (isTTY ? ['EPIPE', 'EIO'] : ['EPIPE', 'ECONNRESET']).includes(errorCode(error) ?? '');
}

/** Resolves when everything written before has arrived or failed. */
function whenFlushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => void setImmediate(resolve);
    if (stream.writableLength > 0) stream.write('', finish);
    else finish();
  });
}

/** Into a file Node writes as much as fits on the disk, and drops the rest without an error. */
function writeWhole(stream: NodeJS.WriteStream & { readonly fd: number }): void {
  if (!fstatSync(stream.fd).isFile()) return;
  stream._write = (chunk: Buffer, _encoding, done) => {
    try {
      for (let from = 0; from < chunk.length;) from += writeSync(stream.fd, chunk, from);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

/** Ctrl+C ends the command, and so does the parent process by closing one of these pipes. */
export function untilInterrupted(...needed: readonly NodeJS.WriteStream[]): Promise<void> {
  return new Promise((resolve) => {
    onEndingSignal(() => resolve());
    for (const stream of needed) stream.once('error', () => resolve());
  });
}

/** For work that stops when the command is to end, by Ctrl+C, by `kill`, or because its terminal was closed: calls `stop` at the first signal of each kind; a second one ends the process at once. The function that is returned ends the watch. */
export function onEndingSignal(stop: (signal: NodeJS.Signals) => void): () => void {
  for (const signal of ENDING_SIGNALS) process.once(signal, stop);
  return () => ENDING_SIGNALS.forEach((signal) => process.off(signal, stop));
}
