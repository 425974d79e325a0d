/** What is at a path of the output folder, seen without following a link. */
import { type Stats, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { slashed } from '../project/root.ts';
import { isExecutable, readRegular, ownStatsOf } from '../project-files/read.ts';
import { sha256 } from './manifest.ts';

export type OnDisk = { readonly kind: 'nothing' } | FileOnDisk | InTheWay;

/** What is at the path, or in place of a folder above it. */
interface InTheWay {
  readonly kind: 'other';
  /** Below the output folder. */
  readonly at: string;
  readonly is: 'link' | 'folder' | 'file' | 'special';
  /** Of a folder: the paths of all in it and below it, but for folders. */
  readonly inside: readonly string[];
}

interface FileOnDisk {
  readonly kind: 'file';
  readonly sha256: string;
  /** That of its text with LF, on Windows, where git checks texts out with CRLF. */
  readonly sha256OfLf?: string;
  readonly executable: boolean;
}

/** Whether a file has these contents, apart from what git does to the ends of its lines. */
export function hasContents({ sha256: exact, sha256OfLf }: FileOnDisk, hash: string): boolean {
  return exact === hash || sha256OfLf === hash;
}

type Folder = 'folder' | { readonly kind: 'nothing' } | InTheWay;

/** `out` has to be a real path; below it no link is ever followed. */
export function lookBelow(out: string, platform: string = process.platform): (path: string) => OnDisk {
  const folders = new Map<string, Folder>([['', 'folder']]);
  return (path) => {
    const above = lookAtFolder(out, parentOf(path), folders);
    if (above !== 'folder') return above;
    const stats = ownStatsOf(join(out, path));
    if (!stats) return { kind: 'nothing' };
    if (!stats.isFile()) return inTheWay(out, path, stats);
    const bytes = readRegular(join(out, path));
    const lf = platform === 'win32' && bytes.includes('\r\n') ? { sha256OfLf: sha256(withLf(bytes)) } : {};
    const executable = isExecutable(stats.mode, () => bytes, platform);
    return { kind: 'file', sha256: sha256(bytes), ...lf, executable };
  };
}

function lookAtFolder(out: string, folder: string, folders: Map<string, Folder>): Folder {
  const before = folders.get(folder);
  if (before) return before;
  const above = lookAtFolder(out, parentOf(folder), folders);
  const stats = above === 'folder' ? ownStatsOf(join(out, folder)) : undefined;
  const here = !stats ? NOTHING : stats.isDirectory() ? 'folder' : inTheWay(out, folder, stats);
  const kind = above === 'folder' ? here : above;
  folders.set(folder, kind);
  return kind;
}

const NOTHING = { kind: 'nothing' } as const;

function inTheWay(out: string, at: string, stats: Stats): InTheWay {
  const is = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : stats.isSymbolicLink() ? 'link' : 'special';
  return {
    kind: 'other',
    at,
    is,
    inside: is === 'folder' ? leavesBelow(join(out, at)).map((path) => slashed(out, path)) : [],
  };
}

/** All that is in a folder and below it, but for folders. */
export function leavesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? leavesBelow(path) : [path];
  });
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

export function withLf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1');
}
