/** Files of imported skills over those of the author: what only the source changed is taken, the author's edits always stay. */
import { isObject, ownMember } from '@haft/runtime/language';
import type { Imported, ImportedDocument, ImportedFile } from './imported.ts';
import type { Placed } from './placed.ts';
import type { ImportRecord } from './record.ts';

/** Where a file of an import is now: authors move the folders of skills, and rename the files of bodies. */
interface PlacedFile {
  /** Below the folder of the import, as it was imported. */
  readonly path: string;
  /** Below the folder of the import; undefined where its skill has no place for it any more. */
  readonly now: string | undefined;
  readonly skill: Placed | undefined;
  /** Below the source. */
  readonly source: string;
}

interface Known {
  readonly record: Pick<ImportRecord, 'documents' | 'into'>;
  readonly imported: Imported;
  /** By `from`, before the update. */
  readonly placed: ReadonlyMap<string, readonly Placed[]>;
}

/** Undefined for a file of a skill that the author deleted, or that is gone from the source. */
export function fileFinder({ record, imported, placed }: Known): (path: string) => PlacedFile | undefined {
  const byFolder = new Map(imported.documents.map((document) => [folderOf(document.file), document]));
  return (path) => {
    const owner = ownerOf(path, byFolder);
    if (!owner) return undefined;
    const { folder, document } = owner;
    const below = folder === '' ? path : path.slice(folder.length + 1);
    const { from } = document.value;
    const isBody = below === document.value['text_file'];
    const source = [...(from === '.' ? [] : [from]), isBody ? 'SKILL.md' : below].join('/');
    const skill = placed.get(from)?.[0];
    if (!skill) return Object.hasOwn(record.documents, from) ? undefined : { path, now: path, skill, source };
    const own = folderOf(skill.document.file).slice(record.into.length + 1);
    const name = isBody ? bodyOf(skill) : below;
    return { path, now: name === undefined ? undefined : own === '' ? name : `${own}/${name}`, skill, source };
  };
}

function ownerOf(
  path: string,
  documents: ReadonlyMap<string, ImportedDocument>,
): { readonly folder: string; readonly document: ImportedDocument } | undefined {
  for (let folder = folderOf(path); ; folder = folderOf(folder)) {
    const document = documents.get(folder);
    if (document) return { folder, document };
    if (folder === '') return undefined;
  }
}

function bodyOf({ value }: Placed): string | undefined {
  const written = isObject(value) ? value['text_file'] : undefined;
  return typeof written === 'string' ? written : undefined;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 0));
}

/** What happens to a file; `states` are hashes with modes, undefined for no file. */
type Verdict = 'kept' | 'taken' | 'conflict' | 'gone';

interface FileStates {
  readonly base: string | undefined;
  readonly ours: string | undefined;
  readonly theirs: string | undefined;
}

export function fileVerdict({ base, ours, theirs }: FileStates): Verdict {
  if (theirs === undefined) return ours === undefined ? 'kept' : 'gone';
  if (theirs === base || theirs === ours) return 'kept';
  // What the author removed stays removed.
  if (ours === undefined) return base === undefined ? 'taken' : 'kept';
  return ours === base ? 'taken' : 'conflict';
}

/** The paths of a record and of a new import, each once. */
export function filePaths(record: Pick<ImportRecord, 'files'>, files: readonly ImportedFile[]): readonly string[] {
  return [...new Set([...files.map(({ path }) => path), ...Object.keys(record.files)])];
}

export function baseState({ files }: Pick<ImportRecord, 'files'>, path: string): string | undefined {
  return ownMember(files, path);
}
