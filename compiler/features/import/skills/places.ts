/** Which folder of the specs each skill gets: that of the source, where Haft reads specs there. */

import { joined, nearest, pathBelow } from '../folders.ts';
import { freeName } from '../free-name.ts';

/** Files in folders of these names belong to a skill and are never specs. */
const CARRIED = /^(?:references|scripts|assets)$/;

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
  const taken = new Set<string>();
  for (const folder of folders) {
    const outer = folder === '.' ? undefined : nearest(folder, places);
    const place =
      outer === undefined ? free(seen(folder), taken) : joined(places.get(outer) ?? '.', pathBelow(outer, folder));
    places.set(folder, place);
    taken.add(place.toLowerCase());
  }
  return places;
}

/** Hidden folders and those three are no place for specs. No other folder gets the same one: what looks like a place is marked too. */
function seen(folder: string): string {
  if (folder === '.') return folder;
  const names = folder.split('/').map((name) => {
    return /^(?:in-)*(?:dot-|(?:references|scripts|assets)$)/.test(name) ? `in-${name}` : name.replace(/^\./, 'dot-');
  });
  return names.join('/');
}

/** Where upper and lower case are one, no place is around another. */
function free(place: string, taken: ReadonlySet<string>): string {
  const [first = '', ...rest] = place.split('/');
  return freeName(
    place,
    (one) => one !== '.' && [...taken].some((other) => isAround(other, one.toLowerCase())),
    (count) => [`${first}-${count}`, ...rest].join('/'),
  );
}

function isAround(a: string, b: string): boolean {
  return a !== '.' && (a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`));
}
