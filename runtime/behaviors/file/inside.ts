/** Reads and writes files below a folder, and nothing outside of it, whatever a path or a link says. */
import { badArgument, callCancelled, notPermitted } from '../../server/call-failures.ts';
import type { FileBehavior } from '../../descriptor/descriptor.ts';
import { type ToolFailure, authoredFailure, failure } from '../../server/failure.ts';
import { clip, errorCode } from '../../language/describe.ts';
import type { BigIntStats, Dirent } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { NO_STEPS, climbs } from '../shared/path-steps.ts';

/** Devices of Windows exist in every folder, with any extension. */
const DEVICE = /(?:^|[/\\])(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.[^/\\]*)?(?=[/\\]|$)/i;

const CHUNK = 65_536;

/** What is in the way of a file: the code, and what a model reads. */
type Trouble = readonly [code: string, error: string, hint: string];

const NOT_FOUND: Trouble = ['not_found', 'The file {path} does not exist.', 'Check the path and call the tool again.'];
const FOLDER = 'Tell the user to check the folder that this server is set up with. Do not retry before that.';
const NO_FOLDER: Trouble = ['folder_missing', 'The folder of this tool cannot be opened.', FOLDER];
const ELSEWHERE = 'Use another path. Do not retry.';
const OUTSIDE: Trouble = ['outside_folder', 'The file {path} is not in the folder of this tool.', ELSEWHERE];
const NOT_A_FILE: Trouble = ['not_a_file', 'The path {path} is not a file.', 'Use the path of a file.'];
const SMALLER = 'Use a smaller file, or tell the user.';
const TOO_LARGE: Trouble = ['too_large', 'The file {path} is larger than {max} bytes.', SMALLER];
const UNREADABLE = 'Tell the user that the server may not read it.';
const NOT_READABLE: Trouble = ['not_readable', 'The file {path} cannot be read.', UNREADABLE];
const EXISTS: Trouble = [
  'file_exists',
  'The file {path} exists already and was not changed.',
  'Use another file name.',
];
const CREATE = 'Use another path, or tell the user to create the folder.';
const NO_PARENT: Trouble = ['folder_missing', 'The folder of the file {path} cannot be opened.', CREATE];
const FULL = 'Tell the user that the disk may be full or the folder not writable.';
const NOT_WRITABLE: Trouble = ['not_saved', 'The file {path} cannot be written.', FULL];
const NO_SUCH_FOLDER: Trouble = ['not_found', 'The folder {path} does not exist.', NOT_FOUND[2]];
const OTHER_FOLDER = 'Use the path of a folder that the server may read.';
const NOT_LISTED: Trouble = ['not_readable', 'The folder {path} cannot be listed.', OTHER_FOLDER];

const BY_CODE: Readonly<Record<string, Trouble>> = {
  ENOENT: NOT_FOUND,
  ENOTDIR: NOT_FOUND,
  ENAMETOOLONG: NOT_FOUND,
  EISDIR: NOT_A_FILE,
  ENXIO: NOT_A_FILE,
  ELOOP: OUTSIDE,
};

function failureOf([code, error, hint]: Trouble, path: string, max = 0): ToolFailure {
  const sentence = error.replace('{max}', String(max)).replace('{path}', () => clip(path));
  return failure(code, sentence, hint);
}

export interface FileRequest extends Pick<FileBehavior, 'max_bytes' | 'not_found'> {
  readonly folder: string;
  /** Relative, as `badPath` accepts it. */
  readonly path: string;
  readonly signal: AbortSignal;
}

/** The folder with its links followed; undefined where there is none, or it is not absolute. Throws where it must not be read. */
async function rootOf(folder: string): Promise<string | undefined> {
  const [{ realpath }, { isAbsolute }] = await Promise.all([import('node:fs/promises'), import('node:path')]);
  return isAbsolute(folder) ? realpath(folder).catch(noFolder) : undefined;
}

function noFolder(thrown: unknown): undefined {
  if (notPermitted(errorCode(thrown))) throw thrown;
}

/** What changes when a file is written, and its size; undefined if the folder has no such file. Never rejects. */
export async function stampInside({
  folder,
  path,
}: Pick<FileRequest, 'folder' | 'path'>): Promise<{ readonly text: string; readonly bytes: number } | undefined> {
  try {
    const { realpath, stat } = await import('node:fs/promises');
    const { join } = await import('node:path');
    const root = (await rootOf(folder)) ?? '';
    const target = await realpath(join(root, path));
    if (root === '' || !(await isBelow(root, target))) return undefined;
    const stats = await stat(target, { bigint: true });
    const { dev, ino, size, mtimeNs, ctimeNs } = stats;
    return stats.isFile() ? { text: [dev, ino, size, mtimeNs, ctimeNs].join(), bytes: Number(size) } : undefined;
  } catch {
    return undefined;
  }
}

/** The failure of a path that cannot name a file below a folder; undefined where it can. */
export function badPath(path: string, platform: string = process.platform): ToolFailure | undefined {
  const problem = pathProblem(path, platform);
  return problem === undefined ? undefined : badArgument(`The path ${clip(path)} ${problem}.`);
}

function pathProblem(path: string, platform: string): string | undefined {
  if (path.trim() === '' || path.endsWith('/')) return 'must name a file';
  if (path.includes('\0')) return 'must not contain a NUL character';
  if (/^[/\\]|^[A-Za-z]:[/\\]/.test(path)) return 'must be relative to the folder';
  if (climbs(path)) return NO_STEPS;
  const strange = platform === 'win32' && (/[:<>"|?*]|[. ](?:[/\\]|$)/.test(path) || DEVICE.test(path));
  return strange ? 'must not contain a character or name that Windows reserves' : undefined;
}

/** The content of one file below a folder; with the author's message if it does not exist. Never rejects. */
export async function readInside(request: FileRequest): Promise<Uint8Array | ToolFailure> {
  const { path, max_bytes, not_found } = request;
  const wrong = badPath(path);
  if (wrong) return wrong;
  const end = await readBelow(request).catch((thrown: unknown) => {
    const code = errorCode(thrown);
    return notPermitted(code) ?? BY_CODE[code] ?? NOT_READABLE;
  });
  if (!isTrouble(end)) return end;
  return end === NOT_FOUND && not_found ? authoredFailure(not_found, 'not_found') : failureOf(end, path, max_bytes);
}

function isTrouble(end: Trouble | Uint8Array | ToolFailure): end is Trouble {
  return Array.isArray(end);
}

async function readBelow({
  folder,
  path,
  max_bytes,
  signal,
}: FileRequest): Promise<Uint8Array | ToolFailure | Trouble> {
  const { constants, open, realpath, stat } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const root = await rootOf(folder);
  if (root === undefined) return NO_FOLDER;
  const target = await realpath(join(root, path));
  if (!(await isBelow(root, target))) return OUTSIDE;
  // Opening a pipe waits for a writer, and a device may act when it is opened.
  if (!(await stat(target)).isFile()) return NOT_A_FILE;
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(target, flags);
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) return NOT_A_FILE;
    if (!(await isStill(handle, opened, root, target))) return OUTSIDE;
    return opened.size > BigInt(max_bytes) ? TOO_LARGE : await readAll(handle, max_bytes, signal);
  } finally {
    await handle.close();
  }
}

/** A folder on the way may have become a link between the check and the opening, so the open file is checked again. */
async function isStill(handle: FileHandle, opened: BigIntStats, root: string, target: string): Promise<boolean> {
  const { readlink, realpath, stat } = await import('node:fs/promises');
  // Linux has the path of an open file; elsewhere the file at the path must be the open one.
  const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => target);
  if (!(await isBelow(root, place)) || (await realpath(target)) !== target) return false;
  const { dev, ino } = await stat(target, { bigint: true });
  // Some versions of Node give, on Windows, 32 bits of a volume's number for an open file, and 64 for its path.
  return ino === opened.ino && BigInt.asUintN(32, dev) === BigInt.asUintN(32, opened.dev);
}

/** Whether a path, without links in it, lies below another one. */
async function isBelow(root: string, place: string): Promise<boolean> {
  const { isAbsolute, relative, sep } = await import('node:path');
  const path = relative(root, place);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** A file may grow while it is read. */
async function readAll(
  handle: FileHandle,
  max: number,
  signal: AbortSignal,
): Promise<Uint8Array | ToolFailure | Trouble> {
  const chunks: Uint8Array[] = [];
  for (let total = 0; ;) {
    if (signal.aborted) return callCancelled();
    const { buffer, bytesRead } = await handle.read(new Uint8Array(CHUNK), 0, CHUNK, null);
    total += bytesRead;
    if (total > max) return TOO_LARGE;
    if (bytesRead === 0) return new Uint8Array(Buffer.concat(chunks));
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

interface SaveRequest extends Omit<FileRequest, 'max_bytes' | 'not_found'> {
  readonly bytes: Uint8Array;
  /** Whether a file that exists is replaced. */
  readonly replace?: boolean | undefined;
}

/** Never rejects. The file is there as a whole or not at all; one that exists is changed only with `replace`. */
export async function saveFile(request: SaveRequest): Promise<ToolFailure | undefined> {
  const { path } = request;
  const why =
    badPath(path) ??
    (await saveBelow(request).catch((thrown: unknown) => {
      const code = errorCode(thrown);
      return notPermitted(code) ?? (code === 'EEXIST' ? EXISTS : NOT_WRITABLE);
    }));
  return why && isTrouble(why) ? failureOf(why, path) : why;
}

async function saveBelow({
  folder,
  path,
  bytes,
  replace = false,
  signal,
}: SaveRequest): Promise<Trouble | ToolFailure | undefined> {
  const { link, lstat, open, readlink, realpath, rename, unlink } = await import('node:fs/promises');
  const { basename, dirname, join } = await import('node:path');
  const root = await rootOf(folder);
  const parent = root && (await realpath(dirname(join(root, path))).catch(() => undefined));
  if (root === undefined || parent === undefined) return NO_PARENT;
  if (parent !== root && !(await isBelow(root, parent))) return OUTSIDE;
  const target = join(parent, basename(path));
  if (!replace && (await lstat(target).catch(() => undefined))) return EXISTS;
  const draft = join(parent, `.${crypto.randomUUID()}.part`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    // A folder on the way may have become a link since it was looked at; Linux tells where an open file lies.
    const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => draft);
    if (!(await isBelow(root, place))) return OUTSIDE;
    await handle.writeFile(bytes);
    if (signal.aborted) return callCancelled();
    // A link fails where the target exists. A renaming replaces it; of a symbolic link that is the link itself.
    await (replace ? rename : link)(draft, target);
    return undefined;
  } finally {
    await handle.close();
    await unlink(draft).catch(() => {});
  }
}

/** One name in a folder; links are shown as links, wherever they lead. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** Never rejects. Names in order; folders below the folder are listed as reading opens files there. The empty path is the folder itself. */
export async function listFolder({
  folder,
  path,
}: Pick<FileRequest, 'folder' | 'path'>): Promise<readonly FolderEntry[] | ToolFailure> {
  const problem = path === '' ? undefined : pathProblem(`${path}/x`, process.platform);
  if (problem !== undefined) return badArgument(`The path ${clip(path)} ${problem}.`);
  const { readdir, realpath } = await import('node:fs/promises');
  const { join } = await import('node:path');
  const root = await rootOf(folder).catch((thrown: unknown) => notPermitted(errorCode(thrown)));
  if (typeof root === 'object') return root;
  const place = root && (await realpath(join(root, path)).catch(() => undefined));
  if (root === undefined || place === undefined)
    return failureOf(root === undefined ? NO_FOLDER : NO_SUCH_FOLDER, path);
  if (place !== root && !(await isBelow(root, place))) return failureOf(OUTSIDE, path);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined);
  // It may have become a link while it was read.
  const isSame = (await realpath(place).catch(() => undefined)) === place;
  if (entries === undefined || !isSame) return failureOf(isSame ? NOT_LISTED : OUTSIDE, path);
  return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}
