/** Starts a program without a shell, and ends it with everything that it started. */
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import type { PlatformPath } from 'node:path';

/** Milliseconds to end by itself: hosts wait two seconds for a server whose input has ended. */
const GRACE_MS = 1500;

const LOOK_MS = 25;

/** What Windows can start without an application for it, in the order of its own `PATHEXT`. */
const ENDINGS = ['.com', '.exe', '.bat', '.cmd'];

/** Characters with a meaning between quotes: no quoting takes it away in every batch file. */
const NEVER = /["%!\p{Cc}]/u;

/** Those that a batch file gives their meaning back when it takes the quotes off. */
const RISKY = /["%!&|<>^\p{Cc}]/u;

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
const MAX_CHARACTERS = 8191;

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
  const program = await findOnWindows(file, env, cwd);
  if (!isBatchFile(program)) return spawn(program, args, options);
  const line = batchLine(program, args, trusted);
  if (line === undefined) throw withCode(UNSAFE_ARGUMENT);
  if (line.length > MAX_CHARACTERS) throw withCode('E2BIG');
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

interface Search {
  /** Where relative paths begin: an absolute folder. */
  readonly cwd: string;
  readonly path: string;
  /** Of the system; what Windows has by default where it is empty. */
  readonly pathExt: string;
  readonly win32: PlatformPath;
}

/**
 * The paths at which a program may be, in order. A name is searched for in the absolute folders of PATH and nowhere
 * else: Windows itself would take a file of this name in the working folder first.
 */
export function placesOf(program: string, { cwd, path, pathExt, win32 }: Search): readonly string[] {
  const listed = pathExt.toLowerCase().split(';');
  const usable = listed.filter((ending) => ENDINGS.includes(ending));
  const endings = usable.length > 0 ? usable : ENDINGS;
  const own = win32.extname(program).toLowerCase();
  const names = ENDINGS.includes(own)
    ? [program]
    : [...endings.map((ending) => program + ending), ...(own === '' ? [] : [program])];
  if (/[/\\:]/.test(program)) return names.map((name) => win32.resolve(cwd, name));
  const folders = path.split(';').map((folder) => folder.replaceAll('"', ''));
  return folders
    .filter((folder) => /^(?:[a-z]:[/\\]|[/\\]{2})/i.test(folder))
    .flatMap((folder) => names.map((name) => win32.join(folder, name)));
}

export function isBatchFile(file: string): boolean {
  // Windows opens "x.cmd. ." as "x.cmd".
  return /\.(?:bat|cmd)[. ]*$/i.test(file);
}

/**
 * The rest of the line that begins with `cmd.exe` and runs a batch file; undefined if an argument could be read as code.
 * `trusted`: the arguments are the author's and the operator's own.
 */
export function batchLine(file: string, args: readonly string[], trusted: boolean): string | undefined {
  if (NEVER.test(file) || args.some((arg) => (trusted ? NEVER : RISKY).test(arg))) return undefined;
  return `/d /e:on /v:off /s /c "${[file, ...args].map(quoteForBatch).join(' ')}"`;
}

/** The program behind the batch file reads `\"` as a quote. */
function quoteForBatch(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '\\') end -= 1;
  return `"${text}${text.slice(end)}"`;
}

/** End of its input and SIGTERM, then `endAtOnce`. */
export async function endPolitely(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  const last = performance.now() + GRACE_MS;
  let alive = signal(child, 'SIGTERM');
  while (alive && performance.now() < last) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    alive = signal(child, 0);
  }
  if (alive) endAtOnce(child);
}

/** SIGKILL to its process group, of which it must be the leader; on Windows, which has none, to it and its descendants. */
export function endAtOnce(child: ChildProcess): void {
  if (process.platform === 'win32') endTree(child);
  else signal(child, 'SIGKILL');
}

/** Whether a process received it. Windows has no signal that a program could answer, so the end of its input is the request. */
function signal(child: ChildProcess, name: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') return isAlive(child);
  try {
    return child.pid !== undefined && process.kill(-child.pid, name);
  } catch {
    // It ended in the meantime.
    return false;
  }
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** Waits for the end: descendants are found by their living parents, and this process may be about to exit. */
function endTree(child: ChildProcess): void {
  if (!isAlive(child)) return;
  const taskkill = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
  const args = ['/pid', String(child.pid), '/t', '/f'];
  const { spawnSync } = process.getBuiltinModule('child_process');
  const { status } = spawnSync(taskkill, args, { stdio: 'ignore', windowsHide: true, timeout: 5000 });
  if (status !== 0) child.kill('SIGKILL');
}
