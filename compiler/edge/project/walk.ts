/** Lists everything below the spec folder and what of it must not be read; links are followed inside the project only. */
import { type Dirent, type Stats, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Refusal } from '../../check/model.ts';
import { onDisk } from '../command-line/failure.ts';
import { type Borders, bordersOf, isInside, realPlace, statsOf } from '../project-files/place.ts';
import { leavesProject, notRegular, unreadableName } from '../project-files/refusal.ts';
import type { Project } from './project.ts';
import { CONFIG_FILE, slashed } from './root.ts';

export interface FoundFile {
  /** Relative to the project. */
  readonly path: string;
  readonly absolute: string;
  /** A file under references/, scripts/ or assets/ is copied, never read as a spec. */
  readonly carried: boolean;
  /** Its mode as POSIX systems have it. */
  readonly mode: number;
  /** Reached through a symbolic link. */
  readonly linked?: boolean;
  /** What it must be inside of when it is read. */
  readonly borders: Borders;
  /** Why it must not be read; then it may be a whole folder. */
  readonly refusal?: Refusal;
}

interface Walked {
  readonly files: readonly FoundFile[];
  /** Absolute, the spec folder first. */
  readonly folders: readonly string[];
}

/** @throws Failure with the path of a folder that must not be read, and of links that lead in a circle. */
export function walkSpecs(project: Project): Walked {
  const borders = bordersOf(project);
  const real = realPlace(project.specs);
  const state: Walk = { project, borders, files: [], folders: [], seen: new Set([realPlace(project.out), real]) };
  if (isInside(real, borders)) walk(project.specs, false, false, state);
  else refuse({ absolute: project.specs, carried: false }, leavesProject, state);
  return state;
}

interface Walk {
  readonly project: Project;
  readonly borders: Borders;
  readonly files: FoundFile[];
  readonly folders: string[];
  /** Real paths of folders, so that links cannot lead in a circle. */
  readonly seen: Set<string>;
}

interface Entry {
  readonly absolute: string;
  readonly carried: boolean;
  readonly linked?: boolean;
}

/** Files of skills by their folder; hidden files and installed packages are tools' business (.git, .DS_Store). */
export const CARRIED: ReadonlySet<string> = new Set(['references', 'scripts', 'assets']);

export function isSpecName(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

function walk(folder: string, carried: boolean, linked: boolean, state: Walk): void {
  state.folders.push(folder);
  for (const entry of onDisk('read', folder, () => readdirSync(folder, { withFileTypes: true }))) {
    if (entry.name === 'node_modules' || entry.name.startsWith('.')) continue;
    const absolute = join(folder, entry.name);
    const stats = statsOf(absolute);
    const inner = carried || CARRIED.has(entry.name);
    const isLinked = linked || entry.isSymbolicLink();
    if (entry.isSymbolicLink() && !isInside(realPlace(absolute), state.borders))
      refuse({ absolute, carried: stats?.isFile() ? carried : inner }, leavesProject, state);
    else if (stats?.isDirectory()) enter(absolute, inner, isLinked, state);
    else if (stats?.isFile()) add({ absolute, carried, ...(isLinked && { linked: true }) }, entry.name, stats, state);
    else if (carried || isSpecName(entry.name) || entry.isDirectory())
      notThere({ absolute, carried }, entry, stats, state);
  }
}

function enter(folder: string, carried: boolean, linked: boolean, state: Walk): void {
  const real = realPlace(folder);
  if (state.seen.has(real)) return;
  state.seen.add(real);
  walk(folder, carried, linked, state);
}

function add(entry: Entry, name: string, stats: Stats, { project, borders, files }: Walk): void {
  if (name === CONFIG_FILE) return;
  const path = slashed(project.root, entry.absolute);
  files.push({ path, ...entry, mode: stats.mode, borders });
}

/** Pipes and devices, and names that are listed but cannot be opened; a dangling link inside the project is ignored. */
function notThere(at: Entry, entry: Dirent, stats: Stats | undefined, state: Walk): void {
  if (stats) refuse(at, (path) => notRegular(path, stats), state);
  else if (entry.name.includes('\uFFFD')) refuse(at, unreadableName, state);
}

type Reason = (path: string, absolute: string) => Refusal;

function refuse(entry: Entry, reason: Reason, { project, borders, files }: Walk): void {
  const path = slashed(project.root, entry.absolute);
  files.push({ path, ...entry, mode: 0, borders, refusal: reason(path, entry.absolute) });
}
