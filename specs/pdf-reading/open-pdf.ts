/** A path from the model → the bytes of a PDF file inside the user's folders; links cannot lead out of them. */
import { constants } from 'node:fs';
import { open, realpath, stat } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path';
import type { Outcome, Problem } from './problem.ts';

export interface PdfFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const MOST_MEGABYTES = 100;

/** The path is real by then: a link or a pipe in its place has just been put there. Windows knows neither flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Readers of PDF accept the mark within these first bytes. */
const HEAD = 1024;

export async function openPdf(path: string, folders: readonly string[]): Promise<Outcome<PdfFile>> {
  const found = await findInside(path, folders);
  if ('problem' in found) return found;
  try {
    // Asked before opening: to open a pipe would wait for somebody who writes.
    if (!(await stat(found.value)).isFile()) return { problem: 'not_a_file' };
    const handle = await open(found.value, READ_ONLY);
    try {
      return await readWhole(handle, basename(found.value));
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    return problemOf(thrown);
  }
}

/** The real path of a file in one of the folders; a path that is not whole is looked for in each of them. */
async function findInside(path: string, folders: readonly string[]): Promise<Outcome<string>> {
  const roots = (await Promise.all(folders.map(realOf))).filter((root) => root !== undefined);
  if (roots.length === 0) {
    return { problem: 'setting_invalid', detail: 'none of the folders in PDF_FOLDERS exists' };
  }
  const candidates = isAbsolute(path) ? [path] : roots.map((root) => join(root, path));
  let leadsOut = true;
  for (const candidate of candidates) {
    const real = await realOf(candidate);
    if (real !== undefined && isInside(real, roots)) return { value: real };
    // Of what is outside, nothing is told: not even whether it is there.
    if (real === undefined && isInside(await nearestReal(candidate), roots)) leadsOut = false;
  }
  return { problem: leadsOut ? 'outside_folders' : 'file_not_found' };
}

/** The real path of the deepest folder above a missing file that does exist. */
async function nearestReal(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path ? path : ((await realOf(parent)) ?? nearestReal(parent));
}

async function realOf(path: string): Promise<string | undefined> {
  return realpath(path).catch(() => undefined);
}

function isInside(real: string, roots: readonly string[]): boolean {
  return roots.some((root) => {
    const way = relative(root, real);
    return !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);
  });
}

async function readWhole(handle: FileHandle, name: string): Promise<Outcome<PdfFile>> {
  const stats = await handle.stat();
  if (!stats.isFile()) return { problem: 'not_a_file' };
  if (stats.size === 0) return { problem: 'empty_file' };
  if (stats.size > MOST_MEGABYTES * 1024 * 1024) return { problem: 'too_large', detail: String(MOST_MEGABYTES) };
  const bytes = new Uint8Array(stats.size);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    if (length < HEAD && length + bytesRead >= Math.min(HEAD, bytes.length) && !hasMark(bytes)) {
      return { problem: 'not_a_pdf' };
    }
    length += bytesRead;
  }
  return { value: { name, bytes: bytes.subarray(0, length) } };
}

function hasMark(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, 0, Math.min(HEAD, bytes.length)).includes('%PDF-');
}

function problemOf(thrown: unknown): Problem {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code === 'EACCES' || code === 'EPERM') return { problem: 'not_readable' };
  if (code === 'ELOOP') return { problem: 'outside_folders' };
  if (code === 'ENOENT' || code === 'ENOTDIR') return { problem: 'file_not_found' };
  throw thrown;
}
