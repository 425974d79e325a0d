/** Files that belong to specs: those in folders of skills of profile `mcp`, and the HTML files that are pages of views. */
import type { Profile } from '../../check/settings.ts';
import { type Diagnostic, type SourceFile, WHOLE_FILE } from '../../base/diagnostic.ts';
import { memoizeBy } from '../../base/memo.ts';
import { isSpecName } from './walk.ts';

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
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
  const own = specs.filter(({ path, source }) => profileOf(path) === 'ext' && source && kindsOf(source).skill);
  // Beside a server files may be there for other reasons.
  const shared = specs.filter(({ source }) => source && kindsOf(source).serverOrTool).map(({ path }) => path);
  return own.flatMap(({ path: file }) => {
    const folder = folderOf(file);
    if (shared.some((path) => path.startsWith(folder))) return [];
    const inFolder = paths.filter((path) => path.startsWith(folder) && !/\.[cm]?[jt]s$/.test(path));
    const inner = own.map(({ path }) => folderOf(path)).filter((other) => other.length > folder.length);
    const [first, ...more] = inFolder.filter((path) => !inner.some((other) => path.startsWith(other)));
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return [
      {
        code: 'skill/files-left',
        severity: 'warning',
        message: `"${first.slice(folder.length)}"${others} in the folder of this skill will not be copied.`,
        hint: 'Move the files below references/, scripts/ or assets/, or set profile mcp for the folder in haft.yaml.',
        span: { file, start: 0, end: 0 },
        about: WHOLE_FILE,
      },
    ];
  });
}

/** Whether a file belongs to a skill of profile `mcp`, and not because its folder has a special name. */
export function skillFilesOf(
  specs: readonly NamedFile[],
  profileOf: (file: string) => Profile,
): (file: NamedFile) => boolean {
  const folders = specs
    .filter(({ path, source }) => profileOf(path) === 'mcp' && source && kindsOf(source).skill)
    .map(({ path }) => path.slice(0, path.lastIndexOf('/') + 1));
  if (folders.length === 0) return () => false;
  return ({ path, source }) => {
    if (!folders.some((folder) => path.startsWith(folder)) || profileOf(path) !== 'mcp') return false;
    return !isSpecName(path) || !source || !isSpecText(source.text);
  };
}

/** Whether a path is named in a spec of its folder, or of one above it, by the looks of the text: it need not be valid. */
export function viewPagesOf(
  specs: readonly { readonly path: string; readonly source: SourceFile | undefined }[],
): (path: string) => boolean {
  const named = new Set(
    specs.flatMap(({ path, source }) => {
      const folder = path.slice(0, path.lastIndexOf('/') + 1);
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
