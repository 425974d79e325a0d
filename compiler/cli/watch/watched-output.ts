/** The output that the last build wrote, and whether it is unchanged. */
import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { attempt, unlessFailed } from '../../edge/command-line/failure.ts';
import { slashed } from '../../edge/project/root.ts';
import { stampOf } from '../../edge/project/stamp.ts';
import { type FileContent, hashOf } from '../../edge/write/decide.ts';
import { MANIFEST } from '../../edge/write/manifest.ts';
import { type OnDisk, hasContents, lookBelow } from '../../edge/write/on-disk.ts';
import type { KnownOutput, WriteReport } from '../../edge/write/write.ts';

interface State {
  out: string;
  current: Map<string, FileContent>;
  /** The stamp of the manifest; undefined when it does not exist or is known to be lost. */
  manifest: string | undefined;
  folders: ReadonlySet<string>;
  /** Files that block output; when one is deleted, the output can be written. */
  blocking: ReadonlySet<string>;
  readonly lost: Set<string>;
}

export function openWatchedOutput() {
  const state: State = {
    out: '',
    current: new Map(),
    manifest: undefined,
    folders: new Set(),
    blocking: new Set(),
    lost: new Set(),
  };
  return {
    /** The files that need no check when this folder is written; unknown until `put`. */
    take(folder: string): KnownOutput {
      const previous = folder === state.out ? state.current : new Map<string, FileContent>();
      state.current = new Map();
      return previous;
    },
    /** The current output. */
    put: (out: string, contents: readonly FileContent[], written: WriteReport): void =>
      putContents(state, out, contents, written),
    /** Whether this path, or any without an argument, differs from what was written; the next write compares such a file. */
    isDisturbed: (path?: string): boolean => isDisturbed(state, path),
    /** Paths that were written again because another program had deleted or changed them. */
    restored: ({ created, changed }: WriteReport): readonly string[] =>
      [...created, ...changed].filter((path) => state.lost.has(path)),
    /** Absolute paths of the folders that hold the files. */
    folders: (): ReadonlySet<string> => state.folders,
  };
}

function putContents(state: State, out: string, contents: readonly FileContent[], written: WriteReport): void {
  const { created, removed, conflicts } = written;
  state.blocking = new Set(conflicts.map(({ path }) => path));
  state.current = new Map(contents.flatMap((one) => (state.blocking.has(one.path) ? [] : [[one.path, one]])));
  if (out !== state.out || created.length + removed.length + conflicts.length > 0)
    state.folders = foldersOf(out, [...state.current.keys(), ...state.blocking]);
  state.out = out;
  state.manifest = stampOf(join(out, MANIFEST))?.text;
  state.lost.clear();
}

function isDisturbed(state: State, path: string | undefined): boolean {
  const { out, current, blocking, folders } = state;
  const look = lookAt(out);
  const below = path === undefined ? '' : slashed(out, path);
  if (below === MANIFEST) return isManifestLost(state);
  if (current.has(below)) return lose(below, state, look);
  if (blocking.has(below)) return look(below).kind === 'nothing';
  if (path !== undefined && !folders.has(path)) return false;
  const lost = [...current.keys()].filter((one) => lose(one, state, look));
  return lost.length > 0 || isManifestLost(state);
}

function lose(path: string, { current, lost }: State, look: Look): boolean {
  const content = current.get(path);
  if (!content) return false;
  const disk = look(path);
  const isAsWritten =
    disk.kind === 'file' && hasContents(disk, hashOf(content)) && disk.executable === content.executable;
  if (isAsWritten) return false;
  current.delete(path);
  lost.add(path);
  return true;
}

function isManifestLost(state: State): boolean {
  if (state.manifest === undefined || stampOf(join(state.out, MANIFEST))?.text === state.manifest) return false;
  state.manifest = undefined;
  return true;
}

function foldersOf(out: string, paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set(paths.length > 0 ? [out] : []);
  for (const path of paths)
    for (let folder = dirname(join(out, path)); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
  return folders;
}

type Look = (path: string) => OnDisk;

function lookAt(out: string): Look {
  const real = attempt(() => realpathSync(out));
  if (real === undefined) return () => ({ kind: 'nothing' });
  const look = lookBelow(real);
  // Deleted between two looks, or unreadable: the next write reports it.
  return (path) =>
    unlessFailed(
      () => look(path),
      () => ({ kind: 'other', at: path, is: 'special', inside: [] }),
    );
}
