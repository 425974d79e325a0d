/** Files that belong to specs: those in folders of skills of profile `mcp`, and the HTML files that are pages of views. */
import type { Profile } from '../../check/settings.ts';
import { type Diagnostic, type SourceFile, WHOLE_FILE } from '../../base/diagnostic.ts';
import { listNames } from '../../base/text/escape.ts';
import { memoizeBy } from '../../base/memo.ts';
import { isSpecName } from './walk.ts';
import { groupBy } from '../../base/groups.ts';
import type { Refusal } from '../../check/model.ts';

/** A file by its path, with the text of one that has the name of a spec. */
interface NamedFile {
  readonly path: string;
  readonly source: SourceFile | undefined;
}

/** At the beginning of a line, as a map of YAML or the JSON of a spec has it. */
const KIND = /^(?:\{?[ \t]*")?kind"?:\s*["']?(?:server|tool|skill)\b/m;
const SERVER_OR_TOOL = /^(?:\{?[ \t]*")?kind"?:\s*["']?(?:server|tool)\b/m;
const SKILL = /^(?:\{?[ \t]*")?kind"?:\s*["']?skill\b/m;

/** What a text declares, by its looks: it need not be valid. */
const kindsOf = memoizeBy(({ text }: SourceFile) => ({
  skill: SKILL.test(text),
  serverOrTool: SERVER_OR_TOOL.test(text),
}));

/** Whether a YAML file in the folder of a skill is a spec of its own. */
export function isSpecText(text: string): boolean {
  return KIND.test(text);
}

/** Files below folders of skills of profile `ext` that are not copied: not in one of the three folders, and no code. */
export function filesLeft(
  specs: readonly NamedFile[],
  paths: readonly string[],
  profileOf: (file: string) => Profile,
): Diagnostic[] {
  const own = skillsAmong(specs).filter(({ path }) => profileOf(path) === 'ext');
  // Beside a server files may be there for other reasons.
  const shared = specs.filter(({ source }) => source && kindsOf(source).serverOrTool).map(({ path }) => path);
  return own.flatMap(({ path: file }) => {
    const folder = folderOf(file);
    if (shared.some((path) => path.startsWith(folder))) return [];
    const [first, ...more] = ownPaths(file, own, paths).filter((path) => !/\.[cm]?[jt]s$/.test(path));
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return warningAt(
      file,
      FILES_LEFT,
      `"${first}"${others} in the folder of this skill will not be copied.`,
      'Move the files below references/, scripts/ or assets/, or set profile mcp for the folder in haft.yaml.',
    );
  });
}

/** What the three folders of a skill have and it does not get, each by its name. */
export function leftInFolders(specs: readonly NamedFile[], paths: readonly string[]): Diagnostic[] {
  if (paths.length === 0) return [];
  const skills = skillsAmong(specs);
  return skills.flatMap(({ path: file }) => {
    const left = ownPaths(file, skills, paths).map((path) => `"${path}"`);
    if (left.length === 0) return [];
    const what = 'Hidden files, node_modules and links to files that do not exist are not copied';
    return warningAt(
      file,
      FILES_LEFT,
      `${what}: ${listNames(left, 12)}.`,
      'Give a file that the skill needs a name without a dot at its start, restore what a link leads to, or delete the rest.',
    );
  });
}

const FILES_LEFT = 'skill/files-left';

/** Of files of skills, those that the output cannot have. */
export function unwritableFiles(specs: readonly NamedFile[], paths: readonly string[]): ReadonlySet<string> {
  const suspects = paths.filter((path) => !isWritable(path));
  if (suspects.length === 0) return new Set();
  const skills = skillsAmong(specs);
  const unwritable = skills.flatMap(({ path: file }) =>
    ownPaths(file, skills, suspects).flatMap((path) => (isWritable(path) ? [] : [folderOf(file) + path])),
  );
  return new Set(unwritable);
}

/** Names that another system cannot have, or cannot have next to each other. */
export function namesElsewhere(specs: readonly NamedFile[], paths: readonly string[]): Diagnostic[] {
  const skills = skillsAmong(specs);
  return skills.flatMap(({ path: file }) => {
    const own = ownPaths(file, skills, paths);
    const colliding = collidingPaths(own).map((group) => group.map((path) => JSON.stringify(path)).join(' and '));
    const unknown = unknownToWindows(own).map((path) => JSON.stringify(path));
    const warn = (names: readonly string[], what: string, hint: string): Diagnostic[] =>
      names.length === 0 ? [] : warningAt(file, NOT_PORTABLE, `${what}: ${listNames(names, 12)}.`, hint);
    return [
      ...warn(
        colliding,
        'Windows and macOS keep only one of these files',
        'Rename all but one: neither upper case nor the form of an accent makes a difference there.',
      ),
      ...warn(unknown, 'Files cannot have these names on Windows', 'Rename them.'),
    ];
  });
}

function skillsAmong(specs: readonly NamedFile[]): readonly NamedFile[] {
  return specs.filter(({ source }) => source && kindsOf(source).skill);
}

/** Below the folder of a skill, and not below that of a skill inside it; relative to it. */
function ownPaths(file: string, skills: readonly NamedFile[], paths: readonly string[]): string[] {
  const folder = folderOf(file);
  const inner = skills.map(({ path }) => folderOf(path)).filter((one) => one !== folder && one.startsWith(folder));
  return paths
    .filter((path) => path.startsWith(folder) && !inner.some((one) => path.startsWith(one)))
    .map((path) => path.slice(folder.length));
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function warningAt(file: string, code: string, message: string, hint: string): Diagnostic[] {
  const span = { file, start: 0, end: 0 };
  return [{ code, severity: 'warning', message, hint, span, about: WHOLE_FILE }];
}

/** Whether a file belongs to a skill of profile `mcp`, and not because its folder has a special name. */
export function skillFilesOf(
  specs: readonly NamedFile[],
  profileOf: (file: string) => Profile,
): (file: NamedFile) => boolean {
  const folders = specs
    .filter(({ path, source }) => profileOf(path) === 'mcp' && source && kindsOf(source).skill)
    .map(({ path }) => folderOf(path));
  if (folders.length === 0) return () => false;
  return ({ path, source }) => {
    if (!folders.some((folder) => path.startsWith(folder)) || profileOf(path) !== 'mcp') return false;
    return !isSpecName(path) || !source || !isSpecText(source.text);
  };
}

/** Whether a path is named in a spec of its folder, or of one above it, by the looks of the text: it need not be valid. */
export function viewPagesOf(specs: readonly NamedFile[]): (path: string) => boolean {
  const named = new Set(
    specs.flatMap(({ path, source }) => {
      const folder = folderOf(path);
      return source ? pagesIn(source).map((name) => folder + name) : [];
    }),
  );
  return (path) => named.has(path);
}

const pagesIn = memoizeBy(({ text }: SourceFile): readonly string[] =>
  // Most specs have none, and reading all words of a project at each save costs more than compiling the save.
  text.includes('.html')
    ? (text.match(/[\w./-]+/g) ?? []).filter((name) => name.endsWith('.html') && !name.startsWith('/'))
    : [],
);

/** Whether a path below the folder of a skill can be one of the output: `\` and `:` separate folders and drives elsewhere. */
export function isWritable(path: string): boolean {
  return !/[\\:]/.test(path);
}

/** `path`: as messages show it. */
export function unwritableName(path: string): Refusal {
  return {
    code: NOT_PORTABLE,
    message: `The path of ${JSON.stringify(path)} contains ":" or "\\", which Windows allows in no name.`,
    hint: 'Rename it.',
  };
}

const NOT_PORTABLE = 'file/name-not-portable';

const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** Paths that cannot exist on Windows. */
function unknownToWindows(paths: readonly string[]): string[] {
  return paths.filter((path) =>
    path.split('/').some((name) => RESERVED.test(name) || /[<>"|?*\p{Cc}]|[. ]$/u.test(name)),
  );
}

/** Paths that are one where case, or the composition of characters, makes no difference. */
function collidingPaths(paths: readonly string[]): (readonly string[])[] {
  const byFolded = groupBy(paths, (path) => path.normalize('NFC').toLowerCase());
  return [...byFolded.values()].filter((group) => group.length > 1);
}
