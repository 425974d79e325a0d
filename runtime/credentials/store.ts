/** Logins of this user, each in a file of the state folder that is closed to all other users of the machine. */
import type { FileHandle } from 'node:fs/promises';
import { hexOf } from '../language/encoding.ts';
import { errorCode } from '../language/describe.ts';
import { type Json, isObject, tryParse } from '../language/json.ts';
import type { ProcessVariables } from '../server/environment.ts';

/** What a login has brought: its tokens, and with what they are renewed. */
export interface StoredLogin {
  /** The address of the service. */
  readonly resource: string;
  readonly issuer: string;
  readonly token_url: string;
  readonly client_id: string;
  readonly client_secret?: string;
  readonly credentials?: 'body';
  /** The redirect address that the client is registered with. */
  readonly redirect: string;
  /** What tokens are for (RFC 8707), where the service says it. */
  readonly audience?: string;
  readonly scope: string;
  readonly access_token: string;
  /** Milliseconds since 1970; absent where the service does not say it. */
  readonly ends?: number;
  readonly refresh_token?: string;
}

/** Why a login cannot be read or stored: a sentence, and what helps. */
export interface StoreProblem {
  readonly problem: string;
  readonly hint: string;
}

const LOGIN_VERSION = 1;

/** The folder in which Haft keeps what belongs to no project. */
export function stateFolder(isWindows: boolean, home: string, env: ProcessVariables, join: Join): string {
  if (isWindows) return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'haft');
  return join(env['XDG_STATE_HOME'] || join(home, '.local/state'), 'haft');
}

type Join = (...parts: string[]) => string;

/** The folder of the logins of this user. */
export async function loginFolder(): Promise<string> {
  const [{ homedir }, { join }] = await Promise.all([import('node:os'), import('node:path')]);
  return join(stateFolder(process.platform === 'win32', homedir(), process.env, join), 'logins');
}

/** The name of the file of a login: of an address, with a client that was registered by hand where there is one. */
export async function loginFile(resource: string, clientId: string): Promise<string> {
  const { origin, pathname } = new URL(resource);
  const named = JSON.stringify([origin + pathname.replace(/\/$/, ''), clientId]);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(named));
  return `${hexOf(new Uint8Array(digest).slice(0, 16))}.json`;
}

/** Undefined where there is none. */
export async function readLogin(folder: string, file: string): Promise<StoredLogin | StoreProblem | undefined> {
  const [{ constants, open }, { join }] = await modules();
  const wrong = await folderProblem(folder);
  if (wrong) return wrong === 'none' ? undefined : wrong;
  try {
    const handle = await open(join(folder, file), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      const { mode, uid } = await handle.stat();
      return othersMay(mode, uid) ? sharedBy(join(folder, file)) : readText(await handle.readFile('utf8'), file);
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    const code = errorCode(thrown);
    return code === 'ENOENT' ? undefined : { problem: `The login in "${file}" cannot be read (${code}).`, hint: AGAIN };
  }
}

const AGAIN = 'Log in again.';

function readText(text: string, file: string): StoredLogin | StoreProblem {
  const damaged = { problem: `The login in "${file}" is damaged.`, hint: AGAIN };
  const value = tryParse(text);
  if (!isObject(value)) return damaged;
  const { loginVersion, ...login } = value;
  if (Number(loginVersion) > LOGIN_VERSION)
    return {
      problem: `The login in "${file}" was written by a newer Haft.`,
      hint: 'Compile the server with that Haft.',
    };
  return loginVersion === LOGIN_VERSION && isWhole(login) ? login : damaged;
}

function isWhole(login: object): login is StoredLogin {
  const needed = ['resource', 'issuer', 'token_url', 'client_id', 'redirect', 'scope', 'access_token'];
  return needed.every((key) => typeof Reflect.get(login, key) === 'string');
}

/** Undefined once it is there as a whole: a reader finds the one of before or this one. */
export async function writeLogin(folder: string, file: string, login: StoredLogin): Promise<StoreProblem | undefined> {
  const [{ open, rename, rm }, { join }] = await modules();
  const path = join(folder, file);
  const part = `${path}.${crypto.randomUUID()}.part`;
  try {
    const wrong = await prepareFolder(folder);
    if (wrong) return wrong;
    const handle = await open(part, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify({ loginVersion: LOGIN_VERSION, ...login }, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(part, path);
    return undefined;
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => {});
    return notWritten(folder, errorCode(thrown));
  }
}

/** Makes the folder where it is missing. Undefined where a login can be written to it. */
export async function prepareFolder(folder: string): Promise<StoreProblem | undefined> {
  const [{ access, constants, mkdir }] = await modules();
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const wrong = await folderProblem(folder);
    await access(folder, constants.W_OK);
    return wrong === 'none' ? undefined : wrong;
  } catch (thrown) {
    return notWritten(folder, errorCode(thrown));
  }
}

function notWritten(folder: string, code: string): StoreProblem {
  const isFull = code === 'ENOSPC' || code === 'EDQUOT';
  const problem = `The login cannot be stored in "${folder}": ${isFull ? 'the disk is full' : `it cannot be written (${code})`}.`;
  const hint = isFull
    ? 'Make room there, or set XDG_STATE_HOME to another folder.'
    : 'Make the folder writable, or set XDG_STATE_HOME to another folder.';
  return { problem, hint };
}

/** `none` where the folder does not exist. */
async function folderProblem(folder: string): Promise<StoreProblem | 'none' | undefined> {
  const [{ lstat }] = await modules();
  try {
    const stats = await lstat(folder);
    if (!stats.isDirectory()) return { problem: `"${folder}" is no folder.`, hint: 'Remove it, and log in again.' };
    return othersMay(stats.mode, stats.uid) ? sharedBy(folder) : undefined;
  } catch (thrown) {
    const code = errorCode(thrown);
    return code === 'ENOENT' ? 'none' : { problem: `The folder "${folder}" cannot be read (${code}).`, hint: AGAIN };
  }
}

/** Whether another user can read or change it; Windows keeps the folder of a user private by itself. */
function othersMay(mode: number, uid: number): boolean {
  const own = process.getuid?.();
  return own !== undefined && (uid !== own || (mode & 0o077) !== 0);
}

function sharedBy(path: string): StoreProblem {
  return {
    problem: `"${path}" is shared with other users of this machine.`,
    hint: `Run \`chmod go= "${path}"\` as its owner, or set XDG_STATE_HOME to a folder of your own.`,
  };
}

/** Names of files, in order. */
export async function listLogins(folder: string): Promise<readonly string[]> {
  const [{ readdir }] = await modules();
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^[0-9a-f]{32}\.json$/.test(name)).sort();
}

export async function removeLogin(folder: string, file: string): Promise<StoreProblem | undefined> {
  const [{ rm }, { join }] = await modules();
  const code = await rm(join(folder, file), { force: true }).then(() => undefined, errorCode);
  return code === undefined ? undefined : notWritten(folder, code);
}

/** Milliseconds after which a lock of another machine is that of a process that has ended, and between two looks at one. */
const LOCK = { stale: 60_000, look: 50 };

/**
 * Does the work while no other process does it with the same login. Without a lock where the folder cannot be written: then nothing that
 * is renewed can be stored either.
 */
export async function withLock<T>(
  folder: string,
  file: string,
  work: () => Promise<T>,
  log: (message: string) => void = () => {},
): Promise<T> {
  const [{ open, rm }, { join }, { hostname }] = await modules();
  const lock = join(folder, `${file}.lock`);
  // No two locks are equal.
  const own = { pid: process.pid, host: hostname(), id: crypto.randomUUID() };
  for (let first = true; ; first = false) {
    // A full disk may take its name alone.
    const sign = (handle: FileHandle): Promise<void> =>
      handle
        .writeFile(JSON.stringify(own))
        .catch(() => {})
        .finally(() => handle.close());
    const code = await open(lock, 'wx', 0o600).then(sign, errorCode);
    if (code === undefined) break;
    if (code !== 'EEXIST') return work();
    if (await removeAbandoned(lock, own.host)) continue;
    if (first) await noteOther(lock, own.host, log);
    await new Promise((resolve) => setTimeout(resolve, LOCK.look));
  }
  const done = work().finally(() => rm(lock, { force: true }));
  RENEWALS.add(done);
  return done.finally(() => RENEWALS.delete(done));
}

/** Whether a process of another machine has ended is not known. */
async function noteOther(lock: string, own: string, log: (message: string) => void): Promise<void> {
  const [{ readFile }] = await modules();
  const owner = tryParse(await readFile(lock, 'utf8').catch(() => ''));
  const { pid, host } = isObject(owner) ? owner : {};
  if (typeof host !== 'string' || host === own) return;
  const seconds = LOCK.stale / 1000;
  log(
    `waiting for process ${String(pid)} on the machine "${host}", for at most ${seconds} s. If none is running there, delete "${lock}".`,
  );
}

/** Whether a lock was removed whose process has ended. */
async function removeAbandoned(lock: string, host: string): Promise<boolean> {
  const [{ link, readFile, rename, rm, stat }] = await modules();
  const read = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');
  const text = await read(lock);
  const age = await stat(lock).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
  if (age <= LOCK.stale && !hasEnded(tryParse(text), host)) return false;
  const aside = `${lock}.${crypto.randomUUID()}`;
  if ((await rename(lock, aside).then(() => undefined, errorCode)) !== undefined) return false;
  // Another process may have taken the place of the ended one since it was read.
  if ((await read(aside)) !== text) await link(aside, lock).catch(() => {});
  await rm(aside, { force: true });
  return true;
}

function hasEnded(owner: Json | undefined, host: string): boolean {
  const { pid, host: its } = isObject(owner) ? owner : {};
  if (typeof pid !== 'number' || its !== host) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (thrown) {
    return errorCode(thrown) === 'ESRCH';
  }
}

/** Under way: a refresh token that is used up must not be lost with the process. */
const RENEWALS = new Set<Promise<unknown>>();

/** Settles when no login is being renewed. */
export async function endLogins(): Promise<void> {
  while (RENEWALS.size > 0) await Promise.allSettled(RENEWALS);
}

function modules() {
  return Promise.all([import('node:fs/promises'), import('node:path'), import('node:os')]);
}
