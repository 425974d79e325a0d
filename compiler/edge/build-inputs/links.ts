/** The links on the way to a path and the file itself: all of them must exist to read the path again. */
import { existsSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { targetOf } from '../project-files/place.ts';

interface LinkPath {
  /** Absolute, in the order in which they are followed. */
  readonly links: readonly string[];
  /** Their targets, absolute; empty where a target does not exist. */
  readonly ends: readonly string[];
}

/** More links than this on one path lead in a circle. */
const MOST_LINKS = 40;

/** Links above both `root` and the path are the machine's business. */
export function linkPathTo(path: string, root: string): LinkPath {
  const links: string[] = [];
  let target = path;
  for (let found = firstLink(target, root); found && links.length < MOST_LINKS; found = firstLink(target, root)) {
    links.push(found.link);
    target = found.target;
  }
  return { links, ends: existsSync(target) ? [target] : [] };
}

/** `target` is the whole path again, with the link followed. */
function firstLink(path: string, root: string): { readonly link: string; readonly target: string } | undefined {
  const parts = relative(root, path).split(sep);
  const below = parts.findIndex((part) => part !== '..');
  for (let count = below + 1; count <= parts.length; count += 1) {
    const link = join(root, ...parts.slice(0, count));
    const target = targetOf(link);
    if (target !== undefined) return { link, target: resolve(dirname(link), target, ...parts.slice(count)) };
  }
  return undefined;
}
