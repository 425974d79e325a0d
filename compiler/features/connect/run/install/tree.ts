/** The files of a folder with their bytes; nothing is followed, nothing is changed. */
import { lstatSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, onDisk } from '../../../../edge/command-line/failure.ts';
import { isExecutable, ownStatsOf } from '../../../../edge/project-files/read.ts';
import { clearLeftOvers, isTemporary } from '../../../../edge/write/whole.ts';
import { sha256 } from '../../../../edge/write/manifest.ts';

interface TreeFile {
  readonly bytes: Uint8Array;
  readonly hash: string;
  readonly executable: boolean;
}

/** By path below the folder, with forward slashes. */
export type Tree = ReadonlyMap<string, TreeFile>;

export function readTree(folder: string): Tree {
  const files = new Map<string, TreeFile>();
  const walk = (below: string): void => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      if (!entry.isFile() || isTemporary(entry.name)) continue;
      const bytes = readFileSync(join(folder, path));
      const executable = isExecutable(lstatSync(join(folder, path)).mode, () => bytes);
      files.set(path, { bytes, hash: sha256(bytes), executable });
    }
  };
  onDisk('read', folder, () => walk(''));
  return files;
}

export type TreePlace =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'folder'; readonly files: Tree }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'other' };

export function lookAt(path: string): TreePlace {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return { kind: 'nothing' };
    if (stats.isSymbolicLink()) return { kind: 'link', target: readlinkSync(path) };
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return { kind: 'other' };
    throw error;
  }
  if (!lstatSync(path).isDirectory()) return { kind: 'other' };
  const files = readTree(path);
  // Folders without a file are what a killed installation leaves.
  return files.size === 0 ? { kind: 'nothing' } : { kind: 'folder', files };
}

/** Removes what killed installations have left in a folder and below it. */
export function clearTree(folder: string): void {
  if (!ownStatsOf(folder)?.isDirectory()) return;
  clearLeftOvers(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) clearTree(join(folder, entry.name));
}
