/** The spec folder → the texts and files in it; what cannot be read as text is a diagnostic, not an end. */
import { closeSync, openSync, readFileSync, readSync, readdirSync, realpathSync, statSync } from 'node:fs';
import type { Dirent, Stats } from 'node:fs';
import { join } from 'node:path';
import type { SkillFile } from '../check/model.ts';
import type { Diagnostic, Result, SourceFile } from '../diagnostic.ts';
import { compareText } from '../diagnostic.ts';
import { MAX_FILE_BYTES, decode } from '../load/decode.ts';
import { Failure, diskFailure, errorCode } from './failure.ts';
import type { Project } from './project.ts';
import { CONFIG_FILE, slashed } from './root.ts';

export interface Sources {
  /** Texts that are fit to load, by path. */
  readonly specs: readonly SourceFile[];
  /** Files under references/, scripts/ and assets/, by path. */
  readonly files: readonly SkillFile[];
  /** Every text, also those that are not fit: messages show lines of them. */
  readonly texts: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads a found file; who watches gives one that remembers what has not changed. */
export interface Reader {
  readonly spec: (file: FoundFile) => Result<SourceFile>;
  readonly carried: (file: FoundFile) => SkillFile;
}

/** The bytes of a file, those of a spec only so far as a spec may reach. */
export function bytesOf({ carried, absolute }: FoundFile): Uint8Array {
  return carried ? readWhole(absolute) : readStart(absolute);
}

const READ: Reader = {
  spec: (file) => decode(file.path, bytesOf(file)),
  carried: (file) => ({ path: file.path, bytes: bytesOf(file), executable: file.executable }),
};

export function readSources(
  project: Project,
  found: readonly FoundFile[] = listFiles(project),
  read: Reader = READ,
): Sources {
  const decoded = found.filter(({ carried, path }) => !carried && /\.ya?ml$/.test(path)).map(read.spec);
  return {
    specs: decoded.flatMap(({ value, diagnostics }) => (value && diagnostics.length === 0 ? [value] : [])),
    files: found.filter(({ carried }) => carried).map(read.carried),
    texts: decoded.flatMap(({ value }) => value ?? []),
    diagnostics: decoded.flatMap(({ diagnostics }) => diagnostics),
  };
}

export interface FoundFile {
  /** Relative to the project. */
  readonly path: string;
  readonly absolute: string;
  /** Stands under references/, scripts/ or assets/: copied, never read as a spec. */
  readonly carried: boolean;
  readonly executable: boolean;
}

/** @throws Failure when there is no spec folder. */
export function listFiles(project: Project): FoundFile[] {
  if (!isFolder(project.specs)) {
    throw new Failure(
      `There is no spec folder "${slashed(process.cwd(), project.specs) || '.'}".`,
      'Run "haft init" for an example, or name the folder with --specs.',
    );
  }
  return walkSpecs(project).found.sort((a, b) => compareText(a.path, b.path));
}

/** Every folder that is looked into, the spec folder first: a file that comes or goes changes one of them. */
export function listFolders(project: Project): readonly string[] {
  return walkSpecs(project).folders;
}

function walkSpecs(project: Project): Walk {
  const state: Walk = { project, found: [], folders: [], seen: new Set([realpathSync(project.specs)]) };
  walk(project.specs, false, state);
  return state;
}

interface Walk {
  readonly project: Project;
  readonly found: FoundFile[];
  readonly folders: string[];
  /** Real paths of folders, so that links cannot lead in a circle. */
  readonly seen: Set<string>;
}

/** A path relative to the project that is read as a spec. */
export function isSpec(path: string, specs: string): boolean {
  return /\.ya?ml$/.test(path) && !isCarried(path, specs) && !path.endsWith(`/${CONFIG_FILE}`);
}

/** A path relative to the project that belongs to a skill as a file. */
export function isCarried(path: string, specs: string): boolean {
  const below = specs === '.' ? path : path.slice(specs.length + 1);
  return below
    .split('/')
    .slice(0, -1)
    .some((folder) => CARRIED.has(folder));
}

const CARRIED = new Set(['references', 'scripts', 'assets']);

function walk(folder: string, carried: boolean, state: Walk): void {
  state.folders.push(folder);
  for (const entry of entriesOf(folder)) {
    const absolute = join(folder, entry.name);
    const stats = entry.isSymbolicLink() || entry.isFile() ? statIfThere(absolute) : undefined;
    if (entry.isDirectory() || stats?.isDirectory()) enter(absolute, entry.name, carried, state);
    else if (stats?.isFile() && entry.name !== CONFIG_FILE) {
      const path = slashed(state.project.root, absolute);
      state.found.push({ path, absolute, carried, executable: (stats.mode & 0o100) !== 0 });
    }
  }
}

function enter(folder: string, name: string, carried: boolean, state: Walk): void {
  const real = realpathSync(folder);
  if (state.seen.has(real) || folder === state.project.out || name === 'node_modules') return;
  state.seen.add(real);
  walk(folder, carried || CARRIED.has(name), state);
}

/** Hidden files and folders are tools' business (.git, .DS_Store). */
function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.name.startsWith('.'));
  } catch (error) {
    throw diskFailure('read', folder, error);
  }
}

/** A link that leads nowhere is nothing. */
function statIfThere(path: string): Stats | undefined {
  return statSync(path, { throwIfNoEntry: false });
}

function isFolder(path: string): boolean {
  try {
    return statIfThere(path)?.isDirectory() ?? false;
  } catch (error) {
    if (errorCode(error) === 'ENOTDIR') return false;
    throw diskFailure('read', path, error);
  }
}

/** One byte more than a spec may have, so that a file of gigabytes is refused and not read. */
function readStart(path: string): Uint8Array {
  try {
    if (statSync(path).size <= MAX_FILE_BYTES) return readFileSync(path);
    const buffer = Buffer.alloc(MAX_FILE_BYTES + 1);
    const file = openSync(path, 'r');
    try {
      return buffer.subarray(0, readSync(file, buffer));
    } finally {
      closeSync(file);
    }
  } catch (error) {
    throw diskFailure('read', path, error);
  }
}

function readWhole(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw diskFailure('read', path, error);
  }
}
