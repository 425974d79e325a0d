/** Reads and writes files below a folder, and nothing outside of it, whatever a path or a link says. */
import { badArgument, callCancelled } from '../../server/call-failures.ts';
import type { FileBehavior } from '../../descriptor/descriptor.ts';
import { type ToolFailure, authoredFailure, failure } from '../../server/failure.ts';
import { clip } from '../../language/describe.ts';
import type { BigIntStats, Dirent } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { NO_STEPS, climbs } from '../shared/path-steps.ts';

/** Devices of Windows exist in every folder, with any extension. */
const DEVICE = /(?:^|[/\\])(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.[^/\\]*)?(?=[/\\]|$)/i;

const BY_CODE: Readonly<Record<string, NotRead>> = {
  ENOENT: 'not_found',
  ENOTDIR: 'not_found',
  ENAMETOOLONG: 'not_found',
  EISDIR: 'not_a_file',
  ENXIO: 'not_a_file',
  ELOOP: 'outside',
};

const CHUNK = 65_536;

const TELL_USER = 'Tell the user to check the folder that this server is set up with. Do not retry before that.';

/** By what is in the way; with the author's message if the file does not exist. */
export function notReadFailure(
  why: NotRead,
  path: string,
  { max_bytes, not_found }: Pick<FileBehavior, 'max_bytes' | 'not_found'>,
): ToolFailure {
  const named = `The file ${clip(path)}`;
  switch (why) {
    case 'aborted':
      return callCancelled();
    case 'not_found':
      if (not_found !== undefined) return authoredFailure(not_found, 'not_found');
      return failure('not_found', `${named} does not exist.`, 'Check the path and call the tool again.');
    case 'no_folder':
      return failure('folder_missing', 'The folder of this tool cannot be opened.', TELL_USER);
    case 'outside':
      return failure(
        'outside_folder',
        `${named} is not in the folder of this tool.`,
        'Use another path. Do not retry.',
      );
    case 'not_a_file':
      return failure('not_a_file', `The path ${clip(path)} is not a file.`, 'Use the path of a file.');
    case 'too_large':
      return failure(
        'too_large',
        `${named} is larger than ${max_bytes} bytes.`,
        'Use a smaller file, or tell the user.',
      );
    default:
      return failure('not_readable', `${named} cannot be read.`, 'Tell the user that the server may not read it.');
  }
}

export interface FileRequest {
  readonly folder: string;
  /** Relative, as `pathProblem` accepts it. */
  readonly path: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** What changes when a file is written, and its size; undefined if the folder has no such file. Never rejects. */
export async function stampInside({
  folder,
  path,
}: Pick<FileRequest, 'folder' | 'path'>): Promise<{ readonly text: string; readonly bytes: number } | undefined> {
  try {
    const { realpath, stat } = await import('node:fs/promises');
    const { isAbsolute, join } = await import('node:path');
    const root = isAbsolute(folder) ? await realpath(folder) : '';
    const target = await realpath(join(root, path));
    if (root === '' || !(await isBelow(root, target))) return undefined;
    const stats = await stat(target, { bigint: true });
    const { dev, ino, size, mtimeNs, ctimeNs } = stats;
    return stats.isFile() ? { text: [dev, ino, size, mtimeNs, ctimeNs].join(), bytes: Number(size) } : undefined;
  } catch {
    return undefined;
  }
}

/** Why there are no bytes. */
type NotRead = 'aborted' | 'no_folder' | 'not_a_file' | 'not_found' | 'not_readable' | 'outside' | 'too_large';

type FileEnd = { readonly bytes: Uint8Array } | { readonly notRead: NotRead };

/** The reason why a path cannot name a file below a folder; undefined where it can. */
export function pathProblem(path: string, platform: string): string | undefined {
  if (path.trim() === '' || path.endsWith('/')) return 'must name a file';
  if (path.includes('\0')) return 'must not contain a NUL character';
  if (/^[/\\]|^[A-Za-z]:[/\\]/.test(path)) return 'must be relative to the folder';
  if (climbs(path)) return NO_STEPS;
  const strange = platform === 'win32' && (/[:<>"|?*]|[. ](?:[/\\]|$)/.test(path) || DEVICE.test(path));
  return strange ? 'must not contain a character or name that Windows reserves' : undefined;
}

/** Never rejects. */
export async function readInside(request: FileRequest): Promise<FileEnd> {
  try {
    return await readBelow(request);
  } catch (thrown) {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    return { notRead: BY_CODE[code] ?? 'not_readable' };
  }
}

async function readBelow({ folder, path, maxBytes, signal }: FileRequest): Promise<FileEnd> {
  const { constants, open, realpath, stat } = await import('node:fs/promises');
  const { isAbsolute, join } = await import('node:path');
  const root = isAbsolute(folder) ? await realpath(folder).catch(() => undefined) : undefined;
  if (root === undefined) return { notRead: 'no_folder' };
  const target = await realpath(join(root, path));
  if (!(await isBelow(root, target))) return { notRead: 'outside' };
  // Opening a pipe waits for a writer, and a device may act when it is opened.
  if (!(await stat(target)).isFile()) return { notRead: 'not_a_file' };
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const handle = await open(target, flags);
  try {
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile()) return { notRead: 'not_a_file' };
    if (!(await isStill(handle, opened, root, target))) return { notRead: 'outside' };
    return opened.size > BigInt(maxBytes) ? { notRead: 'too_large' } : await readAll(handle, maxBytes, signal);
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
async function readAll(handle: FileHandle, maxBytes: number, signal: AbortSignal): Promise<FileEnd> {
  const chunks: Uint8Array[] = [];
  for (let total = 0; ;) {
    if (signal.aborted) return { notRead: 'aborted' };
    const { buffer, bytesRead } = await handle.read(new Uint8Array(CHUNK), 0, CHUNK, null);
    total += bytesRead;
    if (total > maxBytes) return { notRead: 'too_large' };
    if (bytesRead === 0) return { bytes: new Uint8Array(Buffer.concat(chunks)) };
    chunks.push(buffer.subarray(0, bytesRead));
  }
}

interface SaveRequest {
  readonly folder: string;
  /** Relative, as `pathProblem` accepts it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether a file that exists is replaced. */
  readonly replace?: boolean | undefined;
  readonly signal: AbortSignal;
}

/** Why there is no file. */
type NotSaved = 'aborted' | 'exists' | 'no_folder' | 'not_writable' | 'outside';

/** Never rejects. The file is there as a whole or not at all; one that exists is changed only with `replace`. */
export async function saveFile(request: SaveRequest): Promise<ToolFailure | undefined> {
  const { path } = request;
  const problem = pathProblem(path, process.platform);
  if (problem !== undefined) return badArgument(`The path ${clip(path)} ${problem}.`);
  const why = await saveBelow(request).catch((thrown: unknown): NotSaved => {
    const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
    return code === 'EEXIST' ? 'exists' : 'not_writable';
  });
  return why && notSaved(why, path);
}

async function saveBelow({ folder, path, bytes, replace = false, signal }: SaveRequest): Promise<NotSaved | undefined> {
  const { link, lstat, open, readlink, realpath, rename, unlink } = await import('node:fs/promises');
  const { basename, dirname, isAbsolute, join } = await import('node:path');
  const root = isAbsolute(folder) ? await realpath(folder).catch(() => undefined) : undefined;
  const parent = root && (await realpath(dirname(join(root, path))).catch(() => undefined));
  if (root === undefined || parent === undefined) return 'no_folder';
  if (parent !== root && !(await isBelow(root, parent))) return 'outside';
  const target = join(parent, basename(path));
  if (
    !replace &&
    (await lstat(target).then(
      () => true,
      () => false,
    ))
  )
    return 'exists';
  const draft = join(parent, `.${crypto.randomUUID()}.part`);
  const handle = await open(draft, 'wx', 0o600);
  try {
    // A folder on the way may have become a link since it was looked at; Linux tells where an open file lies.
    const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => draft);
    if (!(await isBelow(root, place))) return 'outside';
    await handle.writeFile(bytes);
    if (signal.aborted) return 'aborted';
    // A link fails where the target exists. A renaming replaces it; of a symbolic link that is the link itself.
    await (replace ? rename : link)(draft, target);
    return undefined;
  } finally {
    await handle.close();
    await unlink(draft).catch(() => {});
  }
}

function notSaved(why: NotSaved, path: string): ToolFailure {
  const named = `The file ${clip(path)}`;
  switch (why) {
    case 'aborted':
      return callCancelled();
    case 'exists':
      return failure('file_exists', `${named} exists already and was not changed.`, 'Use another file name.');
    case 'no_folder':
      return failure(
        'folder_missing',
        `The folder of the file ${clip(path)} cannot be opened.`,
        'Use another path, or tell the user to create the folder.',
      );
    case 'outside':
      return failure(
        'outside_folder',
        `${named} is not in the folder of this tool.`,
        'Use another path. Do not retry.',
      );
    default:
      return failure(
        'not_saved',
        `${named} cannot be written.`,
        'Tell the user that the disk may be full or the folder not writable.',
      );
  }
}

interface ListRequest {
  readonly folder: string;
  /** Of the folder to list; the empty text is the folder itself. */
  readonly path: string;
}

/** One name in a folder; links are shown as links, wherever they lead. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

/** Never rejects. Names in order; folders below the folder are listed as reading opens files there. */
export async function listFolder({ folder, path }: ListRequest): Promise<readonly FolderEntry[] | ToolFailure> {
  const problem = path === '' ? undefined : pathProblem(`${path}/x`, process.platform);
  if (problem !== undefined) return badArgument(`The path ${clip(path)} ${problem}.`);
  const { readdir, realpath } = await import('node:fs/promises');
  const { isAbsolute, join } = await import('node:path');
  const root = isAbsolute(folder) ? await realpath(folder).catch(() => undefined) : undefined;
  const place = root && (await realpath(join(root, path)).catch(() => undefined));
  if (root === undefined || place === undefined) return notListed(root === undefined ? 'no_folder' : 'not_found', path);
  if (place !== root && !(await isBelow(root, place))) return notListed('outside', path);
  const entries = await readdir(place, { withFileTypes: true }).catch(() => undefined);
  // It may have become a link while it was read.
  const isSame = (await realpath(place).catch(() => undefined)) === place;
  if (entries === undefined || !isSame) return notListed(isSame ? 'not_readable' : 'outside', path);
  return entries.map((entry) => ({ name: entry.name, kind: kindOf(entry) })).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function kindOf(entry: Dirent): FolderEntry['kind'] {
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return 'folder';
  return entry.isFile() ? 'file' : 'other';
}

function notListed(why: 'no_folder' | 'not_found' | 'not_readable' | 'outside', path: string): ToolFailure {
  const named = `The folder ${clip(path)}`;
  switch (why) {
    case 'not_found':
      return failure('not_found', `${named} does not exist.`, 'Check the path and call the tool again.');
    case 'not_readable':
      return failure(
        'not_readable',
        `${named} cannot be listed.`,
        'Use the path of a folder that the server may read.',
      );
    default:
      return notReadFailure(why, path, { max_bytes: 0 });
  }
}
