/** Single changes of the disk: write a temporary file, move it into place, delete a file with the folders that only it was in. */
import { chmodSync, lstatSync, mkdirSync, readdirSync, rmdirSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, errorCode, onDisk } from '../command-line/failure.ts';
import { replaceFile, temporaryPath } from './temporary.ts';
import { isWithin } from '../project-files/read.ts';

/** Far more than processes can finish in that moment. */
const MAX_TRIES = 1000;

/** Into a file that no one else looks at, which is then moved into place whole. */
export function putAside(out: string, path: string, bytes: Uint8Array, executable: boolean): string {
  const temporary = temporaryPath(out);
  return onDisk('write', join(out, path), () => {
    writeAside(temporary, bytes, executable ? 0o755 : 0o644);
    // The umask of the user narrows the mode above; the executable bit is part of the output.
    if (executable) chmodSync(temporary, 0o755);
    return temporary;
  });
}

/** Another process that has just finished may remove the folder, which is still empty, before the file is in it. */
function writeAside(temporary: string, bytes: Uint8Array, mode: number): void {
  for (let tries = MAX_TRIES; ; tries -= 1) {
    try {
      // It fails, too, where the folder goes between its two looks at it.
      mkdirSync(dirname(temporary), { recursive: true });
      return writeFileSync(temporary, bytes, { mode, flag: 'wx' });
    } catch (error) {
      if (errorCode(error) !== 'ENOENT' || tries === 0) throw error;
    }
  }
}

/** `folders`: those that are known to exist. */
export function moveInto(path: string, temporary: string, folders = new Set<string>()): void {
  const folder = dirname(path);
  onDisk('write', path, () => {
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    replaceFile(temporary, path);
  });
}

export function removeFile(out: string, path: string): void {
  const [top = ''] = path.split('/', 1);
  unlinkIfThere(join(out, path));
  removeEmpty(dirname(join(out, path)), join(out, top));
}

/** A folder and those above it, as long as they are empty, up to `top`. */
export function removeEmpty(folder: string, top: string): void {
  const isRemoved = (one: string): boolean => attempt(() => rmdirSync(one) === undefined) === true;
  for (let one = folder; isWithin(top, one) && isRemoved(one);) one = dirname(one);
}

/** A folder, where no file is left in it or below it. */
export function removeEmptyTree(folder: string): void {
  for (const entry of attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [])
    if (entry.isDirectory()) removeEmptyTree(join(folder, entry.name));
  attempt(() => rmdirSync(folder));
}

export function unlinkIfThere(path: string): void {
  onDisk('delete', path, () => lstatSync(path, { throwIfNoEntry: false }) && unlinkSync(path));
}

/** The target of a link is never written. */
export function removeLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) unlinkIfThere(path);
}
