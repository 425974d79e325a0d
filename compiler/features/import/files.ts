/** Files of imported skills over those of the author: what only the source changed is taken, the author's edits always stay. */
import { ownMember } from '@haft/runtime/language';
import { textAt } from '../../spec/shape/place.ts';
import { folderOf, joined, nearest, pathBelow } from './folders.ts';
import type { Imported, ImportedFile } from './imported.ts';
import type { Placed } from './placed.ts';
import type { ImportRecord } from '../../check/analysis/imported/import-record.ts';

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
  const byFolder = new Map(imported.documents.map(({ file, value }) => [folderOf(file), value]));
  return (path) => {
    const folder = nearest(path, byFolder);
    const document = folder === undefined ? undefined : byFolder.get(folder);
    if (folder === undefined || !document) return undefined;
    const below = pathBelow(folder, path);
    const { from } = document;
    const isBody = below === document['text_file'];
    const source = joined(from, isBody ? 'SKILL.md' : below);
    const skill = placed.get(from)?.[0];
    if (!skill) return Object.hasOwn(record.documents, from) ? undefined : { path, now: path, skill, source };
    const own = folderOf(pathBelow(record.into, skill.document.file));
    const name = isBody ? textAt(skill.value, 'text_file') : below;
    return { path, now: name === undefined ? undefined : joined(own, name), skill, source };
  };
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
