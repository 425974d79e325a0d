/** The TypeScript compiler of the author's project, as a program: every version has `tsc`, not every version an API. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readRegular } from '../project-files/read.ts';
import { stampOf } from '../project/stamp.ts';
import { readJsonMap } from '../../plan/read-json.ts';

export interface TypeScript {
  /** Absolute path of the script that Node runs. */
  readonly tsc: string;
  /** Differs after another version was installed. */
  readonly stamp: string;
}

/** Looks where Node would look for a package of the project. Nothing is searched elsewhere, and nothing is downloaded. */
export function findTypeScript(root: string): TypeScript | undefined {
  try {
    const path = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
    const { bin } = readJsonMap(readRegular(path).toString()) ?? {};
    const tsc = typeof bin === 'object' && bin !== null && 'tsc' in bin ? bin.tsc : undefined;
    return typeof tsc === 'string'
      ? { tsc: join(dirname(path), tsc), stamp: `${path} ${stampOf(path)?.text ?? ''}` }
      : undefined;
  } catch {
    return undefined;
  }
}

/** How a run of `tsc` ended: with what it printed, or without a result and why. */
type TscEnd = { readonly output: string } | { readonly problem: string };

/** Milliseconds; a check of handlers takes seconds. */
const MAX_WAIT_MS = 60_000;
/** Characters: more than any report needs. */
const MAX_OUTPUT = 16 * 1024 * 1024;

/** Runs `tsc` with all processes that it starts; `signal` ends them. */
export function runTsc(
  { tsc }: TypeScript,
  args: readonly string[],
  {
    cwd,
    signal,
    longest = MAX_WAIT_MS,
  }: { readonly cwd: string; readonly signal: AbortSignal; readonly longest?: number },
): Promise<TscEnd> {
  return new Promise((resolve) => {
    // A group of its own: before Node 22.15 the native compiler is a child of `tsc`.
    const isGroup = process.platform !== 'win32';
    const child = spawn(process.execPath, [tsc, ...args], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: isGroup,
      windowsHide: true,
    });
    let output = '';
    const end = (result: TscEnd): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      resolve(result);
    };
    const stop = (problem: string): void => {
      kill(child.pid, isGroup);
      end({ problem });
    };
    const abort = (): void => stop('it was stopped');
    const timer = setTimeout(() => stop(`tsc takes longer than ${longest / 1000} s`), longest);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        if (output.length < MAX_OUTPUT) output += text;
      });
    child.once('error', (error) => end({ problem: `tsc cannot be started: ${error.message}` }));
    child.once('close', (code, name) => end(code === null ? { problem: `tsc was ended by ${name}` } : { output }));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  });
}

function kill(pid: number | undefined, isGroup: boolean): void {
  if (pid === undefined) return;
  try {
    process.kill(isGroup ? -pid : pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
