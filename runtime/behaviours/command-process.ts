/** One run of a program: its own process group, its output up to a limit, and no way to outlive the call. */
import type { ChildProcess } from 'node:child_process';

/** What to run. */
export interface ProgramCall {
  readonly argv: readonly string[];
  readonly cwd: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string | undefined;
  /** Bytes of standard output; a program that prints more is stopped. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** How it ended; `exit` is the code as decimal text, or the name of the signal. */
export type ProgramEnd =
  | { readonly kind: 'ended'; readonly exit: string; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'not_started'; readonly code: string };

const STDERR_TAIL = 64 * 1024;

/** Runs a program without a shell and waits for its end; never rejects. */
export async function runProgram(program: ProgramCall): Promise<ProgramEnd> {
  const { spawn } = await import('node:child_process');
  if (program.signal.aborted) return { kind: 'aborted' };
  const [file = '', ...args] = program.argv;
  let child: ChildProcess;
  try {
    child = spawn(file, args, {
      env: program.env,
      stdio: [program.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      // A group of its own can be ended as a whole, with everything that the program started.
      detached: process.platform !== 'win32',
      windowsHide: true,
      ...(program.cwd !== undefined && { cwd: program.cwd }),
    });
  } catch (thrown) {
    return { kind: 'not_started', code: codeOf(thrown) };
  }
  feed(child, program.stdin);
  return follow(child, program);
}

function feed(child: ChildProcess, text: string | undefined): void {
  // A program may end without reading all of its input.
  child.stdin?.on('error', () => {});
  child.stdin?.end(text);
}

function follow(child: ChildProcess, { maxBytes, signal }: ProgramCall): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const stdout: Buffer[] = [];
    let bytes = 0;
    let stderr = Buffer.alloc(0);
    const end = (result: ProgramEnd): void => {
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const abort = (): void => {
      killGroup(child);
      end({ kind: 'aborted' });
    };
    signal.addEventListener('abort', abort);
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) stdout.push(chunk);
      else {
        killGroup(child);
        end({ kind: 'too_large' });
      }
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr = Buffer.concat([stderr, chunk]).subarray(-STDERR_TAIL);
    });
    child.on('error', (error) => end({ kind: 'not_started', code: codeOf(error) }));
    child.on('close', (code, ended) => {
      const text = Buffer.concat(stdout).toString('utf8');
      end({ kind: 'ended', exit: String(code ?? ended), stdout: text, stderr: stderr.toString('utf8') });
    });
  });
}

/** SIGKILL, since nothing else is certain; what the server stops for cannot wait. */
function killGroup(child: ChildProcess): void {
  try {
    if (child.pid === undefined || process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended in the meantime.
  }
  child.stdout?.destroy();
  child.stderr?.destroy();
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : 'unknown';
}
