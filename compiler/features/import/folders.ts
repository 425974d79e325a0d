/** Paths of folders, and the paths of a skill folder that its spec refers to. */
import { freeName } from './literal.ts';

/** Files in folders of these names belong to a skill and are never specs. */
const CARRIED = /^(?:references|scripts|assets)$/;

/** Paths with forward slashes, and the folders around them; `.` is the top. */

export function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '.' : path.slice(0, end);
}

export function joinFolder(folder: string, below: string): string {
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

/** Whether a file is in one of those three folders of the skill at `folder`. */
export function isCarriedIn(path: string, folder: string): boolean {
  return pathBelow(folder, path)
    .split('/')
    .slice(0, -1)
    .some((name) => CARRIED.test(name));
}

/** Folders of specs by the folders of skills, outer ones first. Each depends on its own path alone, but for upper and lower case. */
export function placesOf(folders: readonly string[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const inUse = new Set<string>();
  for (const folder of folders) {
    const outer = folder === '.' ? undefined : nearest(folder, places);
    const place =
      outer === undefined
        ? free(visibleFolder(folder), inUse)
        : joinFolder(places.get(outer) ?? '.', pathBelow(outer, folder));
    places.set(folder, place);
    inUse.add(place.toLowerCase());
  }
  return places;
}

/** Hidden folders and those three are no place for specs. No other folder gets the same one: what looks like a place is marked too. */
function visibleFolder(folder: string): string {
  if (folder === '.') return folder;
  const names = folder.split('/').map((name) => {
    return /^(?:in-)*(?:dot-|(?:references|scripts|assets)$)/.test(name) ? `in-${name}` : name.replace(/^\./, 'dot-');
  });
  return names.join('/');
}

/** Where upper and lower case are one, no place is around another. */
function free(place: string, inUse: ReadonlySet<string>): string {
  const [first = '', ...rest] = place.split('/');
  return freeName(
    place,
    (one) => one !== '.' && [...inUse].some((other) => isAround(other, one.toLowerCase())),
    (count) => [`${first}-${count}`, ...rest].join('/'),
  );
}

function isAround(a: string, b: string): boolean {
  return a !== '.' && (a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`));
}
