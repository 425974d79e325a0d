/** Starts a program without a shell, so that it can be ended with everything that it starts. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { batchLine, isBatchFile, placesOf } from './windows.ts';

export interface Program {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly stdin: 'ignore' | 'pipe';
  /** The arguments are the author's and the operator's own: none is from a model. */
  readonly trusted?: boolean;
}

/** Codes of `NotStarted` beside those of the system. */
export const UNSAFE_ARGUMENT = 'EBATCHARG';

/** What `cmd.exe` takes in one line. */
const MOST_CHARACTERS = 8191;

/** @throws an error with the `code` of the system, now or as the event `error`. */
export async function startProgram({ argv, env, cwd, stdin, trusted = false }: Program): Promise<ChildProcess> {
  const { spawn } = await import('node:child_process');
  const [file = '', ...args] = argv;
  const options: SpawnOptions = {
    env,
    stdio: [stdin, 'pipe', 'pipe'],
    windowsHide: true,
    ...(cwd !== undefined && { cwd }),
  };
  if (process.platform !== 'win32') return spawn(file, args, { ...options, detached: true });
  const found = await findOnWindows(file, env, cwd);
  if (!isBatchFile(found)) return spawn(found, args, options);
  const line = batchLine(found, args, trusted);
  if (line === undefined) throw withCode(UNSAFE_ARGUMENT);
  if (line.length > MOST_CHARACTERS) throw withCode('E2BIG');
  const shell = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\cmd.exe`;
  return spawn(shell, [line], { ...options, windowsVerbatimArguments: true });
}

async function findOnWindows(
  file: string,
  env: Readonly<Record<string, string>>,
  cwd: string | undefined,
): Promise<string> {
  const [{ lstat }, { win32 }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
  const search = {
    cwd: win32.resolve(cwd ?? '.'),
    // Windows writes "Path".
    path: Object.entries(env).find(([name]) => /^path$/i.test(name))?.[1] ?? '',
    pathExt: process.env['PATHEXT'] ?? '',
    win32,
  };
  for (const place of placesOf(file, search)) {
    // Not stat: an alias of the Store is a link that leads nowhere, and can be started.
    const stats = await lstat(place).catch(() => undefined);
    if (stats?.isDirectory() === false) return place;
  }
  throw withCode('ENOENT');
}

function withCode(code: string): Error {
  return Object.assign(new Error(`The program could not be started (${code}).`), { code });
}
