/** The TypeScript compiler of the author's project, as a program, and what it prints: every version has `tsc`, not every version an API. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readRegular } from '../project-files/read.ts';
import { stampOf } from '../project/stamp.ts';
import { membersOf, readJsonMap } from '../../plan/read-json.ts';
import { attempt } from '../command-line/failure.ts';

export interface TypeScript {
  /** Absolute path of the script that Node runs. */
  readonly tsc: string;
  /** Differs after another version was installed. */
  readonly stamp: string;
}

/** Looks where Node would look for a package of the project. Nothing is searched elsewhere, and nothing is downloaded. */
export function findTypeScript(root: string): TypeScript | undefined {
  return attempt(() => {
    const path = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
    const { tsc } = membersOf(readJsonMap(readRegular(path).toString())?.['bin']) ?? {};
    if (typeof tsc !== 'string') return undefined;
    return { tsc: join(dirname(path), tsc), stamp: `${path} ${stampOf(path)?.text ?? ''}` };
  });
}

/** Milliseconds; a check of handlers takes seconds. */
const MAX_WAIT_MS = 60_000;
/** Bytes: more than any report needs. */
const MAX_OUTPUT = 16 * 1024 * 1024;

/** What `tsc` printed, or why it gave no result. All processes that it starts are run; `signal` ends them. */
export async function runTsc(
  { tsc }: TypeScript,
  args: readonly string[],
  {
    cwd,
    signal,
    longest = MAX_WAIT_MS,
  }: { readonly cwd: string; readonly signal: AbortSignal; readonly longest?: number },
): Promise<{ readonly output: string } | { readonly problem: string }> {
  const { runProgram } = await import('@haft/runtime/try');
  const end = await runProgram({
    argv: [process.execPath, tsc, ...args],
    cwd,
    env: Object.fromEntries(Object.entries(process.env).flatMap(([name, value]) => (value ? [[name, value]] : []))),
    stdin: undefined,
    maxBytes: MAX_OUTPUT,
    truncate: true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(longest)]),
  });
  if (end.kind === 'aborted')
    return { problem: signal.aborted ? 'it was stopped' : `tsc takes longer than ${longest / 1000} s` };
  if (end.kind !== 'ended') return { problem: `tsc cannot be started: ${'code' in end ? end.code : end.kind}` };
  if (!/^\d+$/.test(end.exit)) return { problem: `tsc was ended by ${end.exit}` };
  return { output: Buffer.concat([end.stdout, end.stderr]).toString() };
}

/** How TypeScript reads handlers where the author has not said otherwise: they are bundled, and run by Node 20. */
export const COMPILER_OPTIONS = {
  target: 'es2023',
  module: 'esnext',
  moduleResolution: 'bundler',
  strict: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  noEmit: true,
} as const;

export interface TscError {
  /** As printed: relative to the working folder. Absent for an error of the settings. */
  readonly file?: string;
  /** 1-based; columns count UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** Such as `TS2322`. */
  readonly code: string;
  /** The first line is the error; the others explain it. */
  readonly message: string;
}

const PLACED = /^(?<file>.+)\((?<line>\d+),(?<column>\d+)\): error (?<code>TS\d+): (?<message>.*)$/;
const MAX_CHARACTERS = 2000;
const UNPLACED = /^error (?<code>TS\d+): (?<message>.*)$/;

export function readTscOutput(text: string): {
  readonly errors: readonly TscError[];
  readonly files: readonly string[];
} {
  const errors: TscError[] = [];
  const files: string[] = [];
  for (const whole of text.split(/\r?\n/)) {
    // Types can be as long as a program; a person reads the beginning.
    const line = whole.slice(0, MAX_CHARACTERS);
    const last = errors.at(-1);
    const error = errorOf(line);
    if (error) errors.push(error);
    // Lines that explain the error above are indented.
    else if (/^\s+\S/.test(line) && last && files.length === 0)
      errors[errors.length - 1] = { ...last, message: `${last.message}\n${line}` };
    else if (line.trim() !== '') files.push(line);
  }
  return { errors, files };
}

function errorOf(line: string): TscError | undefined {
  const { file, line: row, column, code = '', message = '' } = (PLACED.exec(line) ?? UNPLACED.exec(line))?.groups ?? {};
  if (code === '') return undefined;
  return { ...(file !== undefined && { file }), line: Number(row ?? 1), column: Number(column ?? 1), code, message };
}
