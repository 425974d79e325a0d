/** Standard input, output and error of all commands: readers that close them, full disks, what a terminal supports, errors, and questions to the person. */
import { fstatSync, writeSync } from 'node:fs';
import type { ExitCode } from './command.ts';
import { diskReason, errorCode, type Failure } from './failure.ts';
import { shortText } from '../../report/findings/frame.ts';
import { escapeUnsafe } from '../../base/text/escape.ts';
import { createInterface } from 'node:readline/promises';

interface Streams {
  /** Waits until everything is printed; then the exit code of a command that ended with `code`. */
  readonly settle: (code: ExitCode) => Promise<ExitCode>;
}

/** As a shell reports a filter that SIGPIPE ended: 128 + 13. */
const CLOSED_PIPE = 141;

/**
 * From here on a failed write ends in an exit code, never in a crash. A command still does all its work; one that runs
 * until it is interrupted ends when its stream reports an error.
 */
export function watchStreams(): Streams {
  const failures = new Map<NodeJS.WriteStream, unknown>();
  for (const stream of [process.stdout, process.stderr]) {
    writeWhole(stream);
    stream.on('error', (error) => failures.has(stream) || failures.set(stream, error));
  }
  return {
    async settle(code) {
      await Promise.all([whenFlushed(process.stdout), whenFlushed(process.stderr)]);
      const lost = [...failures].find(([stream, error]) => !isLeft(stream, error));
      if (!lost) return failures.size > 0 && code === 0 ? CLOSED_PIPE : code;
      const name = lost[0] === process.stdout ? 'output' : 'error';
      process.stderr.write(
        `haft: Cannot write to standard ${name}: ${diskReason(lost[1])}.\n  hint: The output is incomplete: send it to another place, and run the command again.\n`,
      );
      await whenFlushed(process.stderr);
      return 2;
    },
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
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => resolve());
    for (const stream of needed) stream.once('error', () => resolve());
  });
}

export interface Terminal {
  readonly color: boolean;
  /** Columns; long lines of source are cut to it. */
  readonly width: number;
}

export function terminalOf(stream: NodeJS.WriteStream): Terminal {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const color = FORCE_COLOR ? FORCE_COLOR !== '0' : stream.isTTY === true && !NO_COLOR;
  return { color, width: Math.max(stream.columns ?? 120, 40) };
}

export function printFailure({ message, hint }: Failure): void {
  process.stderr.write(`haft: ${escapeUnsafe(shortText(message))}\n  hint: ${escapeUnsafe(shortText(hint))}\n`);
}

/** What the person writes; undefined where there is no terminal, and after Ctrl+C and Ctrl+D. */
export async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<undefined>((resolve) => terminal.once('close', () => resolve(undefined)));
  const reply = await Promise.race([terminal.question(`${question} `).catch(() => undefined), closed]);
  terminal.close();
  return reply;
}

/** Undefined where there is no terminal; Ctrl+C and Ctrl+D are a no. */
export async function confirm(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY) return undefined;
  return /^y(?:es)?$/i.test((await ask(`${question} [y/N]`))?.trim() ?? '');
}
