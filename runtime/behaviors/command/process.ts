/** One run of a program: its own process group, its output up to a limit, and no way to outlive the call. */
import type { ChildProcess } from 'node:child_process';
import { endAtOnce } from '../../programs/end.ts';
import { startProgram } from '../../programs/start.ts';

/** What to run. */
export interface ProgramCall {
  readonly argv: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | undefined;
  /** Bytes of standard output; a program that prints more is stopped. */
  readonly maxBytes: number;
  /** What is printed up to `maxBytes` is then the output. */
  readonly truncate: boolean;
  readonly signal: AbortSignal;
}

/** How it ended, and what it had printed by then; `exit` is the code as decimal text, or the name of the signal. */
export type ProgramEnd =
  | {
      readonly kind: 'ended';
      readonly exit: string;
      readonly stdout: Uint8Array;
      readonly stderr: Uint8Array;
      /** It was stopped because there was more; `exit` is then that of a success. */
      readonly truncated?: boolean;
    }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'not_started'; readonly code: string };

/** Runs a program and waits for its end; never rejects. */
export type RunProgram = (program: ProgramCall) => Promise<ProgramEnd>;

const STDERR_TAIL = 64 * 1024;

/** Runs a program without a shell and waits for its end; never rejects. */
export async function runProgram(program: ProgramCall): Promise<ProgramEnd> {
  const { argv, env, cwd, stdin, signal } = program;
  if (signal.aborted) return { kind: 'aborted' };
  let child: ChildProcess;
  try {
    child = await startProgram({ argv, env, cwd, stdin: stdin === undefined ? 'ignore' : 'pipe' });
  } catch (thrown) {
    return { kind: 'not_started', code: codeOf(thrown) };
  }
  feed(child, stdin);
  return follow(child, program);
}

function feed(child: ChildProcess, text: string | undefined): void {
  // A program may end without reading all of its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(text);
}

function follow(child: ChildProcess, { maxBytes, truncate, signal }: ProgramCall): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const end = (result: ProgramEnd): void => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = (): void => {
      stop(child);
      end({ kind: 'aborted' });
    };
    signal.addEventListener('abort', abort);
    const output = collect(child, maxBytes, () => {
      stop(child);
      end(truncate ? { kind: 'ended', exit: '0', ...output.read(), truncated: true } : { kind: 'too_large' });
    });
    child.on('error', (error) => end({ kind: 'not_started', code: codeOf(error) }));
    const ended = (code: number | null, by: string | null): void =>
      end({ kind: 'ended', exit: String(code ?? by), ...output.read() });
    child.on('close', ended);
    child.on('exit', (code, by) => {
      whenQuiet(output.count, () => {
        closeStreams(child);
        ended(code, by);
      });
    });
    if (signal.aborted) abort();
  });
}

/** Keeps standard output up to a limit, and the end of standard error. */
function collect(child: ChildProcess, most: number, onMore: () => void) {
  const stdout: Buffer[] = [];
  let stderr = Buffer.alloc(0);
  let [bytes, errorBytes] = [0, 0];
  child.stdout?.on('data', (chunk: Buffer) => {
    const room = most - bytes;
    bytes += chunk.length;
    stdout.push(chunk.subarray(0, Math.max(0, room)));
    if (bytes > most) onMore();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    errorBytes += chunk.length;
    stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_TAIL);
  });
  return { read: () => ({ stdout: Buffer.concat(stdout), stderr }), count: () => bytes + errorBytes };
}

/** Turns of the event loop after the exit during which output is still read; a process in the background may print for ever. */
const MOST_TURNS = 100;

/**
 * The output of a program can be read completely once it has exited, but a program in the background may keep the pipes
 * open for ever. So they are read until a whole turn of the event loop has read nothing.
 */
function whenQuiet(count: () => number, act: () => void, left = MOST_TURNS): void {
  const before = count();
  // The first turn may be that of the exit itself; all pending output is read before the second one.
  setImmediate(() => setImmediate(() => (count() === before || left === 0 ? act() : whenQuiet(count, act, left - 1))));
}

function closeStreams({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

/** What the server stops for cannot wait. */
function stop(child: ChildProcess): void {
  endAtOnce(child);
  closeStreams(child);
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
}
