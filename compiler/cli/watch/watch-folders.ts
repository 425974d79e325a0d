/** Watches each folder of the output, to notice when another program changes a file in it. */
import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { basename, join } from 'node:path';

interface Folders {
  /** From now on these are watched and no others; whether all of them could be. `afresh`: some may be new under an old name. */
  readonly follow: (folders: ReadonlySet<string>, rescan: boolean) => boolean;
  readonly close: () => void;
}

/** Gives the path of a file or folder to which something happened; nothing when it may be any. */
export function watchFolders(touched: (path: string | undefined) => void): Folders {
  const watchers = new Map<string, FSWatcher>();
  let followed: ReadonlySet<string> | undefined;
  let complete = true;
  const leave = (folder: string): void => {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  };
  const enter = (folder: string): boolean => {
    try {
      const watcher = watch(folder, (_kind, name) => {
        // A folder that is moved or deleted reports its own name.
        touched(name === null || name === basename(folder) ? undefined : join(folder, name));
      });
      watcher.on('error', () => touched(undefined));
      watchers.set(folder, watcher);
      return true;
    } catch {
      // It was deleted again, or the system has no more watches.
      return false;
    }
  };
  return {
    follow(folders, rescan) {
      if (folders === followed && !rescan) return complete;
      followed = folders;
      for (const folder of watchers.keys()) if (rescan || !folders.has(folder)) leave(folder);
      complete = [...folders].filter((folder) => !watchers.has(folder) && !enter(folder)).length === 0;
      return complete;
    },
    close: () => watchers.forEach((_watcher, folder) => leave(folder)),
  };
}
