/** The output that the last build wrote, and whether it is unchanged. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '../command-line/failure.ts';
import { slashed } from '../project/root.ts';
import { stampOf } from '../project/stamp.ts';
import type { Content } from '../write/content.ts';
import { hashOf } from '../write/decide.ts';
import { MANIFEST } from '../write/manifest.ts';
import { lookBelow } from '../write/on-disk.ts';
import type { OnDisk } from '../write/on-disk.ts';
import type { KnownOutput, WriteReport } from '../write/write.ts';

export interface WatchedOutput {
  /** The files that need no check when this folder is written; unknown until `put`. */
  readonly take: (out: string) => KnownOutput;
  /** The current output. */
  readonly put: (out: string, contents: readonly Content[], written: WriteReport) => void;
  /** Whether this path, or any without an argument, differs from what was written; the next write compares such a file. */
  readonly isDisturbed: (path?: string) => boolean;
  /** Paths that were written again because another program had deleted or changed them. */
  readonly restored: (written: WriteReport) => readonly string[];
  /** Absolute paths of the folders that hold the files. */
  readonly folders: () => ReadonlySet<string>;
}

export function openWatchedOutput(): WatchedOutput {
  let out = '';
  let current = new Map<string, Content>();
  /** The stamp of the manifest; undefined when it does not exist or is known to be lost. */
  let manifest: string | undefined;
  let folders: ReadonlySet<string> = new Set();
  /** Files that block output; when one is deleted, the output can be written. */
  let blocking = new Set<string>();
  const lost = new Set<string>();

  const lose = (path: string, look: Look): boolean => {
    const content = current.get(path);
    if (!content || isAs(look(path), { sha256: hashOf(content), executable: content.executable })) return false;
    current.delete(path);
    lost.add(path);
    return true;
  };
  const anyLost = (look: Look): boolean => [...current.keys()].filter((path) => lose(path, look)).length > 0;
  const isManifestLost = (): boolean => {
    if (manifest === undefined || stampOf(join(out, MANIFEST))?.text === manifest) return false;
    manifest = undefined;
    return true;
  };

  return {
    take(folder) {
      const known = folder === out ? current : new Map<string, Content>();
      current = new Map();
      return known;
    },
    put(folder, contents, { created, removed, conflicts }) {
      blocking = new Set(conflicts.map(({ path }) => path));
      current = new Map(contents.flatMap((one) => (blocking.has(one.path) ? [] : [[one.path, one]])));
      if (folder !== out || created.length + removed.length + conflicts.length > 0)
        folders = foldersOf(folder, [...current.keys(), ...blocking]);
      out = folder;
      manifest = stampOf(join(out, MANIFEST))?.text;
      lost.clear();
    },
    isDisturbed(path) {
      const look = lookAt(out);
      const below = path === undefined ? '' : slashed(out, path);
      if (below === MANIFEST) return isManifestLost();
      if (current.has(below)) return lose(below, look);
      if (blocking.has(below)) return look(below).kind === 'nothing';
      if (path !== undefined && !folders.has(path)) return false;
      return anyLost(look) || isManifestLost();
    },
    restored: ({ created, changed }) => [...created, ...changed].filter((path) => lost.has(path)),
    folders: () => folders,
  };
}

function foldersOf(out: string, paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set(paths.length > 0 ? [out] : []);
  for (const path of paths)
    for (let folder = dirname(join(out, path)); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  return folders;
}

type Look = (path: string) => OnDisk;

function lookAt(out: string): Look {
  const real = realFolder(out);
  if (real === undefined) return () => ({ kind: 'nothing' });
  const look = lookBelow(real);
  return (path) => {
    try {
      return look(path);
    } catch (error) {
      // Deleted between two looks, or unreadable: the next write reports it.
      if (error instanceof Failure) return { kind: 'other' };
      throw error;
    }
  };
}

function realFolder(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}

function isAs(
  disk: OnDisk,
  { sha256, executable }: { readonly sha256: string; readonly executable: boolean },
): boolean {
  return disk.kind === 'file' && disk.sha256 === sha256 && disk.executable === executable;
}
