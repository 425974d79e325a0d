/** Walks the folder of the specs in a tree of git as `walkSpecs` walks it on the disk: links are followed inside the project only. */
import { posix } from 'node:path';
import { compareText } from '../../base/diagnostic.ts';
import { CARRIED, isPassedBy, isSettingsFile, isSpecName, limitFolders } from './walk.ts';

interface TreeEntry {
  readonly mode: string;
  readonly hash: string;
  readonly path: string;
}

/** The mode of a symbolic link, whose bytes are its target. */
export const LINK_MODE = '120000';

/** Of a line of `git ls-tree`; none of a submodule. */
export function treeEntry(line: string): TreeEntry[] {
  const [, mode = '', type = '', hash = '', path = ''] = /^(\d+) (\w+) ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
  return type === 'blob' ? [{ mode, hash, path }] : [];
}

/** Paths in the repository. */
interface TreeAtRef {
  readonly entries: readonly TreeEntry[];
  /** The target of each link; one with a slash at its start begins at the top of the repository. */
  readonly links: ReadonlyMap<string, string>;
}

/** Paths in the repository; the top of it is empty. */
interface TreeFolders {
  readonly root: string;
  readonly specs: string;
  readonly out: string;
}

/** Files by their path in the walk, and links that lead to nothing in the project. */
interface WalkedTree {
  readonly found: readonly TreeEntry[];
  readonly left: readonly string[];
}

export function walkTree(tree: TreeAtRef, folders: TreeFolders): WalkedTree {
  const walk: TreeWalk = { nodes: nodesOf(tree), folders, found: [], left: [], count: 0 };
  const real = realIn(walk.nodes, folders.specs);
  const node = real === undefined ? undefined : walk.nodes.get(real);
  if (real === undefined || !isInProject(real, folders) || node?.kind !== 'folder') return walk;
  const around = new Set([real, realIn(walk.nodes, folders.out) ?? folders.out]);
  enter({ path: folders.specs, real, names: node.names, carried: false, around }, walk);
  return { found: walk.found.toSorted((a, b) => compareText(a.path, b.path)), left: walk.left.sort(compareText) };
}

type TreeNode =
  | { readonly kind: 'file'; readonly entry: TreeEntry }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly names: Set<string> };

type TreeNodes = ReadonlyMap<string, TreeNode>;

function nodesOf({ entries, links }: TreeAtRef): TreeNodes {
  const nodes = new Map<string, TreeNode>();
  const set = (path: string, node: TreeNode): void => {
    nodes.set(path, node);
    for (let inner = path; inner !== '';) {
      const [folder, name] = [inFolder(inner), posix.basename(inner)];
      const above = nodes.get(folder);
      if (above?.kind === 'folder') return void above.names.add(name);
      nodes.set(folder, { kind: 'folder', names: new Set([name]) });
      inner = folder;
    }
  };
  for (const entry of entries) set(entry.path, { kind: 'file', entry });
  for (const [path, target] of links) set(path, { kind: 'link', target });
  return nodes;
}

function inFolder(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** As many as Linux follows on one path. */
const MAX_LINKS = 40;

/** The path without links; undefined where it does not exist, leaves the repository, or leads in a circle. */
function realIn(nodes: TreeNodes, path: string): string | undefined {
  const rest = path.split('/').toReversed();
  let real = '';
  for (let links = 0; rest.length > 0;) {
    const name = rest.pop() ?? '';
    if (name === '' || name === '.') continue;
    if (name === '..' && real === '') return undefined;
    const next = name === '..' ? inFolder(real) : posix.join(real, name);
    const node = nodes.get(next);
    if (node?.kind === 'link') {
      links += 1;
      if (links > MAX_LINKS) return undefined;
      if (node.target.startsWith('/')) real = '';
      rest.push(...node.target.split('/').toReversed());
    } else if (!node || (node.kind === 'file' && rest.length > 0)) return undefined;
    else real = next;
  }
  return real;
}

function isInProject(real: string, { root, specs }: TreeFolders): boolean {
  return [root, specs].some((folder) => folder === '' || real === folder || real.startsWith(`${folder}/`));
}

interface TreeWalk extends WalkedTree {
  readonly nodes: TreeNodes;
  readonly folders: TreeFolders;
  readonly found: TreeEntry[];
  readonly left: string[];
  count: number;
}

interface TreeFolder {
  readonly path: string;
  readonly real: string;
  readonly names: ReadonlySet<string>;
  readonly carried: boolean;
  /** The real paths of folders above it on this path, and of the output. */
  readonly around: ReadonlySet<string>;
}

function enter({ path: folder, real: place, names, carried, around }: TreeFolder, walk: TreeWalk): void {
  walk.count += 1;
  limitFolders(walk.count, walk.folders.specs);
  for (const name of names) {
    if (isPassedBy(name)) continue;
    const path = posix.join(folder, name);
    const real = realIn(walk.nodes, posix.join(place, name));
    const node = real === undefined || !isInProject(real, walk.folders) ? undefined : walk.nodes.get(real);
    const inner = carried || CARRIED.has(name);
    if (real === undefined || !node) {
      if (inner || isSpecName(name)) walk.left.push(path);
    } else if (node.kind === 'file') {
      if (!isSettingsFile(name, carried)) walk.found.push({ ...node.entry, path });
    } else if (node.kind === 'folder' && !around.has(real))
      enter({ path, real, names: node.names, carried: inner, around: new Set([...around, real]) }, walk);
  }
}
