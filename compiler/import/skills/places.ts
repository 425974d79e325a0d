/** Which folder of the specs each skill gets: that of the source, where Haft reads specs there. */

/** Files in folders of these names belong to a skill and are never specs. */
const CARRIED = /^(?:references|scripts|assets)$/;

/** Whether a file is in one of those three folders of the skill at `folder`. */
export function isCarriedIn(path: string, folder: string): boolean {
  const below = folder === '.' ? path : path.slice(folder.length + 1);
  return below
    .split('/')
    .slice(0, -1)
    .some((name) => CARRIED.test(name));
}

/** The nearest of the folders around a path. */
export function nearest(path: string, folders: Pick<ReadonlySet<string>, 'has'>): string | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    if (folders.has(folder)) return folder;
    if (folder === '.') return undefined;
  }
}

/** Of a path with forward slashes; `.` at the top. */
export function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end === -1 ? '.' : path.slice(0, end);
}

export function joined(folder: string, below: string): string {
  return folder === '.' ? below : `${folder}/${below}`;
}

/** Folders of specs by the folders of skills, outer ones first. No two are the same where case does not count. */
export function placesOf(folders: readonly string[]): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  const taken = new Set<string>();
  // Those that keep their names come first.
  const order = [...folders.filter((folder) => seen(folder) === folder), ...folders.filter((one) => seen(one) !== one)];
  for (const folder of order) {
    const outer = folder === '.' ? undefined : nearest(folder, places);
    const place = outer === undefined ? free(seen(folder), taken) : inside(places.get(outer) ?? '.', outer, folder);
    places.set(folder, place);
    taken.add(place.toLowerCase());
  }
  return places;
}

function inside(place: string, outer: string, folder: string): string {
  return joined(place, outer === '.' ? folder : folder.slice(outer.length + 1));
}

/** Hidden folders and those three are no place for specs. */
function seen(folder: string): string {
  if (folder === '.') return folder;
  const names = folder.split('/').map((name) => name.replace(/^\.+/, '') || 'hidden');
  return names.map((name) => (CARRIED.test(name) ? `in-${name}` : name)).join('/');
}

function free(place: string, taken: ReadonlySet<string>): string {
  const [first = '', ...rest] = place.split('/');
  const isFree = (one: string): boolean => ![...taken].some((other) => isAround(other, one.toLowerCase()));
  for (let count = 1; ; count += 1) {
    const one = count === 1 ? place : [`${first}-${count}`, ...rest].join('/');
    if (one === '.' || isFree(one)) return one;
  }
}

function isAround(a: string, b: string): boolean {
  return a !== '.' && (a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`));
}
