/** Lists everything below the spec folder and what of it must not be read; links are followed inside the project only. */
import { type Dirent, type Stats, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Refusal } from '../../check/model.ts';
import { Failure, onDisk } from '../command-line/failure.ts';
import { type Borders, bordersOf, isInside, realPlace, statsOf } from '../project-files/read.ts';
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
  /** In a folder of a skill, and not copied: hidden, an installed package, or a link to something that does not exist. */
  readonly left?: true;
}

/** @throws Failure with the path of a folder that must not be read, and of links that lead in a circle. */
export function walkSpecs(project: Project) {
  const borders = bordersOf(project);
  const real = realPlace(project.specs);
  const state: Walk = { project, borders, files: [], folders: [] };
  const top = {
    absolute: project.specs,
    carried: false,
    linked: false,
    around: new Set([realPlace(project.out), real]),
  };
  if (isInside(real, borders)) walk(top, state);
  else refuse({ absolute: project.specs, carried: false }, leavesProject, state);
  return state;
}

/** Links that lead to each other crosswise give more paths than anyone has files. */
const MAX_FOLDERS = 100_000;

/** @throws Failure where there are more folders than a project has. */
export function limitFolders(count: number, specs: string): void {
  if (count <= MAX_FOLDERS) return;
  throw new Failure(
    `The spec folder "${specs}" has more than 100,000 folders, those behind links included.`,
    'Remove links to folders that link to each other.',
  );
}

interface Walk {
  readonly project: Project;
  readonly borders: Borders;
  readonly files: FoundFile[];
  /** Absolute, the spec folder first. */
  readonly folders: string[];
}

interface Folder {
  readonly absolute: string;
  readonly carried: boolean;
  readonly linked: boolean;
  /** Real paths of the folder, of those above it on this path, and of the output: a link to one of them leads in a circle. */
  readonly around: ReadonlySet<string>;
}

interface Entry {
  readonly absolute: string;
  readonly carried: boolean;
  readonly linked?: boolean;
}

/** Files of skills by their folder. */
export const CARRIED: ReadonlySet<string> = new Set(['references', 'scripts', 'assets']);

export function isSpecName(name: string): boolean {
  return /\.ya?ml$/.test(name);
}

/** Hidden files and installed packages are tools' business (.git, .DS_Store), on the disk and in git. */
export function isPassedBy(name: string): boolean {
  return name === 'node_modules' || name.startsWith('.');
}

/** The settings of a project are no spec; below the three folders of a skill they are a file like any other. */
export function isSettingsFile(name: string, carried: boolean): boolean {
  return name === CONFIG_FILE && !carried;
}

/** What systems, git and editors write into any folder: nothing that an author misses. */
const TRACES = /^\.(?:DS_Store|git|gitkeep|keep|#.*|_.*|.*\.sw[a-p])$/;

function walk({ absolute: folder, carried, linked, around }: Folder, state: Walk): void {
  state.folders.push(folder);
  limitFolders(state.folders.length, slashed(state.project.root, state.project.specs));
  for (const entry of onDisk('read', folder, () => readdirSync(folder, { withFileTypes: true }))) {
    const absolute = join(folder, entry.name);
    if (isPassedBy(entry.name)) {
      if (carried && !TRACES.test(entry.name)) add({ absolute, carried }, state, { left: true });
      continue;
    }
    const stats = statsOf(absolute);
    const inner = carried || CARRIED.has(entry.name);
    const isLinked = linked || entry.isSymbolicLink();
    if (entry.isSymbolicLink() && !isInside(realPlace(absolute), state.borders))
      refuse({ absolute, carried: stats?.isFile() ? carried : inner }, leavesProject, state);
    else if (stats?.isDirectory()) enter({ absolute, carried: inner, linked: isLinked, around }, state);
    else if (stats?.isFile() && !isSettingsFile(entry.name, carried))
      add({ absolute, carried, ...(isLinked && { linked: true }) }, state, { mode: stats.mode });
    else if (!stats?.isFile() && (carried || isSpecName(entry.name) || entry.isDirectory()))
      notThere({ absolute, carried }, entry, stats, state);
  }
}

function enter(folder: Folder, state: Walk): void {
  const real = realPlace(folder.absolute);
  if (!folder.around.has(real)) walk({ ...folder, around: new Set([...folder.around, real]) }, state);
}

/** Pipes and devices, and names that are listed but cannot be opened; a dangling link inside the project is left out. */
function notThere(at: Entry, entry: Dirent, stats: Stats | undefined, state: Walk): void {
  if (stats) refuse(at, (path) => notRegular(path, stats), state);
  else if (entry.name.includes('\uFFFD')) refuse(at, unreadableName, state);
  else if (at.carried) add(at, state, { left: true });
}

type Reason = (path: string, absolute: string) => Refusal;

function refuse(entry: Entry, reason: Reason, state: Walk): void {
  add(entry, state, { refusal: reason(slashed(state.project.root, entry.absolute), entry.absolute) });
}

function add(entry: Entry, { project, borders, files }: Walk, more: Partial<FoundFile>): void {
  files.push({ path: slashed(project.root, entry.absolute), ...entry, mode: 0, borders, ...more });
}
