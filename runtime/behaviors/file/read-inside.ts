/** Reads a file below a folder, and nothing outside of it, for any path and any link. */
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { climbs, NO_STEPS } from '../shared/path-steps.ts';

interface FileRequest {
  readonly folder: string;
  /** Relative, as `pathProblem` accepts it. */
  readonly path: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** Why there are no bytes. */
export type NotRead = 'aborted' | 'no_folder' | 'not_a_file' | 'not_found' | 'not_readable' | 'outside' | 'too_large';

type FileEnd = { readonly bytes: Uint8Array } | { readonly notRead: NotRead };

/** Devices of Windows exist in every folder, with any extension. */
const DEVICE = /(?:^|[/\\])(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$) *(?:\.[^/\\]*)?(?=[/\\]|$)/i;

/** The reason why a path cannot name a file below a folder; undefined where it can. */
export function pathProblem(path: string, platform: string): string | undefined {
  if (path.trim() === '' || path.endsWith('/')) return 'must name a file';
  if (path.includes('\0')) return 'must not contain a NUL character';
  if (/^[/\\]|^[A-Za-z]:[/\\]/.test(path)) return 'must be relative to the folder';
  if (climbs(path)) return NO_STEPS;
  const strange = platform === 'win32' && (/[:<>"|?*]|[. ](?:[/\\]|$)/.test(path) || DEVICE.test(path));
  return strange ? 'must not contain a character or name that Windows reserves' : undefined;
}

const BY_CODE: Readonly<Record<string, NotRead>> = {
  ENOENT: 'not_found',
  ENOTDIR: 'not_found',
  ENAMETOOLONG: 'not_found',
  EISDIR: 'not_a_file',
  ENXIO: 'not_a_file',
  ELOOP: 'outside',
};

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
export async function isBelow(root: string, place: string): Promise<boolean> {
  const { isAbsolute, relative, sep } = await import('node:path');
  const path = relative(root, place);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

const CHUNK = 65_536;

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
