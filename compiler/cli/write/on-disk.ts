/** What is at a path of the output folder, seen without following a link. */
import { lstatSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { join } from 'node:path';
import { diskFailure, errorCode } from '../command-line/failure.ts';
import { readRegular } from '../inside/read.ts';
import { sha256 } from './manifest.ts';

export type OnDisk =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'file'; readonly sha256: string; readonly executable: boolean }
  /** The path is a link, a folder or a device, or a folder above it is a link or a file. */
  | { readonly kind: 'other' };

type Folder = 'folder' | 'nothing' | 'other';

/** `out` has to be a real path; below it no link is ever followed. */
export function lookBelow(out: string): (path: string) => OnDisk {
  const folders = new Map<string, Folder>([['', 'folder']]);
  return (path) => {
    const above = lookAtFolder(out, parentOf(path), folders);
    if (above !== 'folder') return { kind: above };
    const stats = statsOf(join(out, path));
    if (!stats) return { kind: 'nothing' };
    if (!stats.isFile()) return { kind: 'other' };
    return { kind: 'file', sha256: hashOf(join(out, path)), executable: (stats.mode & 0o100) !== 0 };
  };
}

function lookAtFolder(out: string, folder: string, known: Map<string, Folder>): Folder {
  const before = known.get(folder);
  if (before) return before;
  const above = lookAtFolder(out, parentOf(folder), known);
  const found = above === 'folder' ? folderOf(statsOf(join(out, folder))) : above;
  known.set(folder, found);
  return found;
}

function folderOf(stats: Stats | undefined): Folder {
  if (!stats) return 'nothing';
  return stats.isDirectory() ? 'folder' : 'other';
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return undefined;
    throw diskFailure('read', path, error);
  }
}

function hashOf(path: string): string {
  return sha256(readRegular(path));
}
