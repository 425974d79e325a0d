/** `haft import skills`: finds all skills below a folder and imports their specs. */
import { basename, join, resolve } from 'node:path';
import { type SkillSource, importSkills } from '../skills/import-skills.ts';
import { type LeftBecause, leftLoss, skillName } from '../skills/skill-document.ts';
import { fileHash } from '../../../plan/hash.ts';
import { type Invocation, textFlag } from '../../../edge/command-line/command.ts';
import { Failure, attempt, onDisk } from '../../../edge/command-line/failure.ts';
import { withProgress } from '../../../edge/command-line/progress.ts';
import type { Project } from '../../../edge/project/project.ts';
import { isWritable, isSpecText } from '../../../edge/project/skill-folders.ts';
import type { ImportedFile, Loss } from '../imported.ts';
import { type ImportJob, type ImportRun, type Importer, digestOf, pathIn, refuseEmpty } from './importer.ts';
import { type Dirent, lstatSync, readdirSync, statSync } from 'node:fs';
import { compareText } from '../../../base/diagnostic.ts';
import { MAX_FILE_BYTES, decode } from '../../../spec/yaml/decode.ts';
import { type OnStep, mapInSteps } from '../../../base/progress.ts';
import { isExecutable, readRegular, isWithin, realPlace, statsOf } from '../../../edge/project-files/read.ts';
import { CARRIED, isSettingsFile, isSpecName } from '../../../edge/project/walk.ts';

/** Reads the folders of skills below a folder; no link is followed, and everything that is left out is named. */
const SKILL = 'SKILL.md';

const MIB = 1024 * 1024;

const MAX_ENTRIES = 100_000;

const MAX_BYTES = 64 * MIB;

const MAX_TOTAL_BYTES = 512 * MIB;

const MAX_DEPTH = 64;

const MAX_PATHS = 20;

export const skills: Importer = {
  summary: 'Import all skills below a folder, with their files.',
  positional: '<folder>',
  flags: {},
  examples: [
    ['haft import skills ../team-skills', 'Every folder with a SKILL.md becomes a spec with its files.'],
    ['haft import skills ../team-skills/skills/pdf --name pdf', 'One skill.'],
    ['haft import skills .claude/skills --dry-run', 'Print the specs; write nothing.'],
  ],
  selects: undefined,
  argument: 'one folder',
  first: (invocation, project) => ({ ...orderOfFolder(invocation, project, 'skills'), options: {}, run }),
  again: { isPath: () => true, run },
};

/**
 * @param otherwise - The name where neither the label nor the folder gives one.
 * @param label - What is imported, where it is not named after the folder.
 * @throws Failure where the source would be read with its own specs.
 */
export function orderOfFolder(invocation: Invocation, project: Project, otherwise: string, label?: string) {
  const { cwd, positionals } = invocation;
  const [written = ''] = positionals;
  const folder = resolve(cwd, written);
  const name = textFlag(invocation, 'name') ?? skillName(label ?? basename(folder)) ?? otherwise;
  const into = resolve(cwd, textFlag(invocation, 'into') ?? join(project.specs, name));
  if (isWithin(folder, into) || isWithin(into, folder))
    throw new Failure(
      `"${written}" and the folder of the new specs contain each other.`,
      'Name a folder further down, or choose another folder with --into.',
    );
  return { source: pathIn(project, invocation, written) || '.', name };
}

function run({ source, root, before }: ImportJob): ImportRun {
  const folder = resolve(root, source);
  if (!statsOf(folder)?.isDirectory())
    throw new Failure(
      `There is no folder "${source}".`,
      'Name a folder with skills; clone a repository first: `git clone <url>`.',
    );
  const { content, imported } = withProgress(({ count }) => {
    const content = walkSkills(folder, count);
    const named = { ...content, name: basename(folder), ...(before && { before }) };
    return { content, imported: importSkills(named, count) };
  });
  const { documents } = imported;
  const losses = causesOf(folder, content.left, imported.losses);
  const isNone = content.files.length + losses.length === 0;
  const none = `There is no skill in "${source}"${isNone ? ': no folder has a SKILL.md' : ''}.`;
  refuseEmpty({ documents, losses }, none, 'Name the folder that has the skills.');
  return { imported, digest: digestOf(JSON.stringify(content.files.map(lineOf))) };
}

/** Why there is no skill, where there is none. */
export function causesOf(folder: string, left: readonly Left[], losses: readonly Loss[]): readonly Loss[] {
  const isSkill = ({ path, because }: Left): boolean => {
    if (because !== 'link') return because === 'case' || because === 'long';
    return basename(path) === SKILL || attempt(() => statSync(join(folder, path)).isDirectory()) === true;
  };
  return [
    ...losses.filter(({ kind }) => kind === 'todo'),
    ...left.filter(isSkill).map((one) => leftLoss(one, one.path)),
  ];
}

/** What a digest has of a file. */
export function lineOf({ path, bytes, executable }: ImportedFile): readonly unknown[] {
  return [path, executable, fileHash(bytes)];
}

/** `folder` is absolute and may be a link. @throws Failure for a folder that is too large, or that cannot be read. */
export function walkSkills(folder: string, onStep?: OnStep): Omit<SkillSource, 'name'> {
  const real = realPlace(folder);
  const state: Walk = { real, listed: [], paths: [], outside: 0, entries: 0 };
  walk({ path: '', depth: 0, inSkill: false, carried: false }, state);
  const read = readerBelow(real);
  const all = mapInSteps(state.listed, ['reading', 'files'], onStep, (one) => ('because' in one ? one : read(one)));
  return {
    files: all.flatMap((one) => ('bytes' in one ? [one] : [])),
    left: all.flatMap((one) => ('because' in one ? [one] : [])),
    outside: { count: state.outside, paths: state.paths },
  };
}

type Left = SkillSource['left'][number];

interface Listed {
  readonly path: string;
  /** Below references/, scripts/ or assets/ of a skill. */
  readonly carried: boolean;
}

interface Walk {
  /** Without links. */
  readonly real: string;
  /** In the order of the walk: what is read, and what is left out. */
  readonly listed: (Listed | Left)[];
  readonly paths: string[];
  outside: number;
  entries: number;
}

interface Folder extends Listed {
  /** Ends with a slash; empty at the top. */
  readonly path: string;
  readonly depth: number;
  readonly inSkill: boolean;
}

function walk(folder: Folder, state: Walk): void {
  const absolute = join(state.real, folder.path);
  const entries = onDisk('read', absolute, () => readdirSync(absolute, { withFileTypes: true }));
  state.entries += entries.length;
  if (state.entries > MAX_ENTRIES)
    throw new Failure(
      `"${state.real}" has more than ${MAX_ENTRIES} files.`,
      'Name a folder below it that has the skills.',
    );
  const inSkill = folder.inSkill || entries.some((entry) => entry.name === SKILL && entry.isFile());
  const { carried } = folder;
  for (const entry of entries.sort((a, b) => compareText(a.name, b.name))) {
    if (entry.name === '.git') continue;
    const path = folder.path + entry.name;
    const because = reasonOf(entry, { depth: folder.depth, inSkill, carried });
    if (because !== undefined) state.listed.push({ path, because });
    else if (entry.isDirectory()) {
      const inner = carried || (inSkill && CARRIED.has(entry.name));
      walk({ path: `${path}/`, depth: folder.depth + 1, inSkill, carried: inner }, state);
    } else if (inSkill) state.listed.push({ path, carried });
    else if ((state.outside += 1) <= MAX_PATHS) state.paths.push(path);
  }
}

/** Skills are often in hidden folders such as `.claude/skills`; what is hidden inside a skill belongs to its author's tools. */
function reasonOf(entry: Dirent, { depth, inSkill, carried }: Omit<Folder, 'path'>): LeftBecause | undefined {
  const { name } = entry;
  if (name === 'node_modules') return 'installed';
  if (inSkill && name.startsWith('.')) return 'hidden';
  if (entry.isSymbolicLink()) return 'link';
  if (entry.isDirectory()) return depth >= MAX_DEPTH ? 'depth' : isPortable(name) ? undefined : 'name';
  if (!inSkill) return name.toUpperCase() === SKILL.toUpperCase() ? 'case' : undefined;
  if (!entry.isFile()) return 'special';
  if (!isPortable(name)) return 'name';
  return isSettingsFile(name, carried) ? 'config' : undefined;
}

/** Other bytes than UTF-8 are listed as U+FFFD. */
function isPortable(name: string): boolean {
  return isWritable(name) && !/[\uFFFD\p{Cc}\p{Cs}]/u.test(name);
}

/** Reads file after file of a real folder, up to a size of all of them together. */
function readerBelow(real: string): (file: Listed) => SkillSource['files'][number] | Left {
  let bytesInAll = 0;
  return ({ path, carried }) => {
    const isSkill = path === SKILL || path.endsWith(`/${SKILL}`);
    const absolute = join(real, path);
    const most = isSkill ? MAX_FILE_BYTES : MAX_BYTES;
    const { mode, size } = onDisk('read', absolute, () => lstatSync(absolute));
    if (size > most) return { path, because: isSkill ? 'long' : 'size' };
    const bytes = readRegular(absolute, { borders: [real], most });
    bytesInAll += bytes.length;
    if (bytesInAll > MAX_TOTAL_BYTES)
      throw new Failure(`The skills in "${real}" are larger than 512 MiB.`, 'Name a folder below it.');
    if (!carried && isSpecName(path) && isSpecText(decode(path, bytes).value?.text ?? ''))
      return { path, because: 'spec' };
    return { path, bytes, executable: isExecutable(mode, () => bytes) };
  };
}
