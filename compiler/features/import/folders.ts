/** Paths with forward slashes, and the folders around them; `.` is the top. */

export function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '.' : path.slice(0, end);
}

export function joined(folder: string, below: string): string {
  return folder === '.' ? below : `${folder}/${below}`;
}

/** The path below a folder that is around it. */
export function pathBelow(folder: string, path: string): string {
  return folder === '.' ? path : path.slice(folder.length + 1);
}

/** The nearest of the folders around a path. */
export function nearest(path: string, folders: Pick<ReadonlySet<string>, 'has'>): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === '.') return undefined;
  }
}
