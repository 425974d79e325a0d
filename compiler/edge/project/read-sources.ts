/** Reads the texts and files of the spec folder; what cannot be read as text becomes a diagnostic. */
import { basename, join } from 'node:path';
import type { RefusedFile, SkillFile } from '../../check/model.ts';
import { shellWord } from '../../base/text/escape.ts';
import type { Config } from '../../check/documents/config.ts';
import { specAt } from '../../spec/shape/place.ts';
import { type Diagnostic, type Result, type SourceFile, compareText } from '../../base/diagnostic.ts';
import { MAX_FILE_BYTES, decode } from '../../spec/yaml/decode.ts';
import { type OnStep, mapInSteps } from '../../base/progress.ts';
import { Failure } from '../command-line/failure.ts';
import {
  unwritableName,
  filesLeft,
  leftInFolders,
  namesElsewhere,
  skillFilesOf,
  unwritableFiles,
  viewPagesOf,
} from './skill-folders.ts';
import { isExecutable, readRegular, statsOf } from '../project-files/read.ts';
import { linkInSkill } from '../project-files/refusal.ts';
import type { Project } from './project.ts';
import { slashed } from './root.ts';
import { CARRIED, type FoundFile, isSettingsFile, isSpecName, walkSpecs } from './walk.ts';

export interface Sources {
  /** Texts that are fit to load, by path. */
  readonly specs: readonly SourceFile[];
  /** Files under references/, scripts/ and assets/, all others of skills of profile `mcp`, and pages of views, by path. */
  readonly files: readonly SkillFile[];
  /** Files in the folder that must not be read. */
  readonly refused: readonly RefusedFile[];
  /** Every text, also of invalid files: messages quote its lines. */
  readonly texts: readonly SourceFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** What no skill carries. */
  readonly fileFindings?: readonly Diagnostic[];
}

/** Reads a file; watch mode passes one that caches unchanged files. */
export interface Reader {
  readonly spec: (file: FoundFile) => Result<SourceFile>;
  readonly carried: (file: FoundFile) => SkillFile;
}

/** The bytes of a file; of a spec at most one byte over the limit, so that gigabytes are rejected without being read. */
export function bytesOf({ carried, absolute, borders }: FoundFile): Uint8Array {
  return readRegular(absolute, carried ? { borders } : { borders, most: MAX_FILE_BYTES });
}

/** As a skill carries it. */
export function carriedFile({ path, mode }: FoundFile, bytes: Uint8Array): SkillFile {
  return { path, bytes, executable: isExecutable(mode, () => bytes) };
}

const READ: Reader = {
  spec: (file) => decode(file.path, bytesOf(file)),
  carried: (file) => carriedFile(file, bytesOf(file)),
};

interface Reading {
  /** What the spec folder holds, where that is known. */
  readonly files?: readonly FoundFile[];
  readonly read?: Reader;
  readonly onStep?: OnStep;
}

export function readSources(
  project: Project,
  { files: all = listFiles(project), read = READ, onStep }: Reading = {},
): Sources {
  const fit = all.filter(({ refusal, left }) => !refusal && !left);
  const specs = fit.filter(({ carried, path }) => !carried && isSpecName(path));
  const named = mapInSteps(specs, ['reading', 'specs'], onStep, (file) => {
    const result = read.spec(file);
    return { path: file.path, source: result.value, result };
  });
  const sourceOf = new Map(named.map(({ path, source }) => [path, source]));
  const isSkillFile = skillFilesOf(named, project.settings.profileOf);
  const ofSkill = new Set(
    fit.filter(({ carried, path }) => !carried && isSkillFile({ path, source: sourceOf.get(path) })),
  );
  const isPage = viewPagesOf(named);
  const files = fit.filter((file) => file.carried || ofSkill.has(file) || isPage(file.path));
  const linked = files.filter(
    ({ linked: isLinked, path }) => isLinked && !isPage(path) && project.settings.profileOf(path) === 'mcp',
  );
  const unwritable = unwritableFiles(named, pathsOf(files));
  const decoded = named.filter((file) => !isSkillFile(file)).map(({ result }) => result);
  return {
    specs: decoded.flatMap(({ value, diagnostics }) => (value && diagnostics.length === 0 ? [value] : [])),
    files: mapInSteps(
      files.filter((file) => !linked.includes(file) && !unwritable.has(file.path)),
      ['reading', 'files of skills'],
      onStep,
      (file) => read.carried({ ...file, carried: true }),
    ),
    refused: [
      ...all.flatMap(({ path, carried, refusal }) => (refusal ? [{ path, carried, refusal }] : [])),
      ...linked.map(({ path }) => ({ path, carried: true, refusal: linkInSkill(path) })),
      ...[...unwritable].map((path) => ({ path, carried: true, refusal: unwritableName(path) })),
    ],
    fileFindings: findingsOnFiles({ named, all, files }, project),
    texts: decoded.flatMap(({ value }) => value ?? []),
    diagnostics: decoded.flatMap(({ diagnostics }) => diagnostics),
  };
}

function pathsOf(files: readonly FoundFile[]): string[] {
  return files.map(({ path }) => path);
}

interface Sorted {
  readonly named: readonly { readonly path: string; readonly source: SourceFile | undefined }[];
  readonly all: readonly FoundFile[];
  /** Those of skills, and pages. */
  readonly files: readonly FoundFile[];
}

function findingsOnFiles({ named, all, files }: Sorted, { settings }: Project): Diagnostic[] {
  const own = new Set(files);
  const others = all.filter((file) => !file.refusal && !file.left && !own.has(file) && !isSpecName(file.path));
  return [
    ...filesLeft(named, pathsOf(others), settings.profileOf),
    ...leftInFolders(named, pathsOf(all.filter(({ left }) => left))),
    ...namesElsewhere(named, pathsOf(files)),
  ];
}

/** @throws Failure when there is no spec folder. */
export function requireSpecFolder(project: Project): void {
  if (!statsOf(project.specs)?.isDirectory()) {
    throw new Failure(
      `The spec folder "${slashed(process.cwd(), project.specs) || '.'}" does not exist.`,
      `Run \`${initLine(project)}\` to create an example there, or set the folder with --specs.`,
    );
  }
}

/** @throws Failure when there is no spec folder. */
export function listFiles(project: Project): FoundFile[] {
  requireSpecFolder(project);
  return walkSpecs(project).files.toSorted((a, b) => compareText(a.path, b.path));
}

/** What creates an example in the spec folder. */
function initLine({ root, specs, config }: Project): string {
  const { specs: set = 'specs' } = config ? specAt<Config>(config.document) : {};
  const where = slashed(process.cwd(), root);
  const flag = specs === join(root, set) ? [] : ['--specs', shellWord(slashed(root, specs) || '.')];
  return ['haft init', ...(where === '' ? [] : [shellWord(where)]), ...flag].join(' ');
}

/** Every folder that was listed, the spec folder first: an added or removed file changes one of them. */
export function listFolders(project: Project): readonly string[] {
  return walkSpecs(project).folders;
}

/** A path relative to the project that is read as a spec. */
export function isSpec(path: string, specs: string): boolean {
  return isSpecName(path) && !isCarried(path, specs) && !isSettingsFile(basename(path), false);
}

/** A path relative to the project that belongs to a skill as a file. */
export function isCarried(path: string, specs: string): boolean {
  const below = specs === '.' ? path : path.slice(specs.length + 1);
  return below
    .split('/')
    .slice(0, -1)
    .some((folder) => CARRIED.has(folder));
}

/** With those of the specs. */
export function textsWithCarried(
  { texts, files, specs }: Sources,
  diagnostics: readonly Diagnostic[],
): readonly SourceFile[] {
  const paths = new Set([...texts, ...specs].map(({ path }) => path));
  const wanted = new Set(diagnostics.map(({ span }) => span.file).filter((file) => !paths.has(file)));
  if (wanted.size === 0) return texts;
  // As `check` decodes them, so that places fit.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const carried = files.filter(({ path }) => wanted.has(path));
  return [...texts, ...carried.map(({ path, bytes }) => ({ path, text: decoder.decode(bytes) }))];
}
