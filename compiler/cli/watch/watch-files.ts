/** The watched paths: chokidar watches the spec folder, the settings and contract next to it, and the imports of handlers. */
import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { watch } from 'chokidar';
import { RECORDED } from '../../edge/project/recorded.ts';
import { unlessFailed } from '../../edge/command-line/failure.ts';
import { bordersOf, isInside, isWithin, realPlace, statsOf, targetOf } from '../../edge/project-files/place.ts';
import { CONFIG_FILE } from '../../edge/project/root.ts';
import type { OpenedProject, Project } from '../../edge/project/project.ts';
import { listFiles } from '../../edge/project/read-sources.ts';
import { stampOf } from '../../edge/project/stamp.ts';

const BESIDE = [CONFIG_FILE, ...RECORDED];

interface WatchedFiles {
  /** Once every folder is watched. */
  readonly ready: Promise<void>;
  /** These files are watched, too, from now on. */
  readonly add: (paths: readonly string[]) => void;
  readonly close: () => Promise<void>;
}

/** Calls `event` for everything that happens. */
export function watchFiles(opened: () => OpenedProject, event: (kind: string, path: string) => void): WatchedFiles {
  const { root, value } = opened();
  // The folder above is watched too, so that a spec folder that vanishes and returns is seen.
  const folders = !value || isWithin(root, value.specs) ? [root] : [root, join(value.specs, '..')];
  const watcher = watch(folders, {
    ignoreInitial: true,
    ignored: (path) => !isWatched(path, opened()),
  });
  watcher.on('all', event);
  watcher.on('error', () => event('error', root));
  const added = new Set<string>();
  return {
    ready: new Promise((resolve) => watcher.once('ready', () => resolve())),
    add(paths) {
      for (const path of paths) if (!added.has(path)) watcher.add(path);
      for (const path of paths) added.add(path);
    },
    close: () => watcher.close(),
  };
}

function isWatched(path: string, { root, value }: OpenedProject): boolean {
  if (path === root || BESIDE.some((name) => path === join(root, name))) return true;
  if (!value) return false;
  const { specs, out } = value;
  if (isWithin(out, path) && out !== specs) return false;
  // The link itself is watched, so that its removal is seen.
  if (path !== specs && isWithin(specs, path) && leadsOut(dirname(path), value)) return false;
  if (path === join(specs, '..') || isWithin(path, specs)) return true;
  return isWithin(specs, path) && !relative(specs, path).split(sep).some(isHidden);
}

/** A link to a folder outside, or to one around the specs: to follow it could mean to watch the whole machine. */
function leadsOut(path: string, project: Project): boolean {
  const leads = (): boolean => {
    if (targetOf(path) === undefined || !statsOf(path)?.isDirectory()) return false;
    const place = realPlace(path);
    return !isInside(place, bordersOf(project)) || isWithin(place, project.specs);
  };
  return unlessFailed(leads, () => false);
}

/** Of tools, not of authors: `.git`, swap files of editors, installed packages. */
function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules' || name.endsWith('~');
}

/** Whether a spec or a module has just been emptied: an editor is about to write it. */
export function isUnfinished(path: string): boolean {
  return /\.(?:ya?ml|[cm]?[jt]sx?)$/.test(basename(path)) && statSync(path, { throwIfNoEntry: false })?.size === 0;
}

/** Every file of the spec folder with its stamp; always another while folders come and go. */
export function stateOf(project: Project | undefined): string {
  if (!project || !existsSync(project.specs)) return '';
  const stamps = (): string =>
    listFiles(project)
      .map(({ absolute }) => `${absolute} ${stampOf(absolute)?.text}`)
      .join('\n');
  return unlessFailed(stamps, () => String(performance.now()));
}
