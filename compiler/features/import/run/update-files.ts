/** Updates the files of imported skills that only the source changed. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type Diagnostic, invariant } from '../../../base/diagnostic.ts';
import { fileBlockedFinding, fileConflictFinding, fileRemovedFinding } from '../findings.ts';
import { folderOf, joinFolder, nearest, pathBelow } from '../folders.ts';
import type { ImportResult, ImportedFile } from '../imported.ts';
import { recordedSkills } from '../moved.ts';
import type { PlacedDocument } from '../print.ts';
import type { ImportRecord } from '../../../check/analysis/imported/import-record.ts';
import { fileHash } from '../../../plan/hash.ts';
import { isExecutable, isWithin, readRegular, statsOf } from '../../../edge/project-files/read.ts';
import { slashed } from '../../../edge/project/root.ts';
import { type WholeFile, inWayOf } from '../../../edge/write/whole.ts';
import { ownMember } from '@haft/runtime/language';
import { textAt } from '../../../spec/shape/place.ts';

/** What the record says of a file: its hash, and whether it can be run. */
function stateOf({ bytes, executable }: Pick<ImportedFile, 'bytes' | 'executable'>): string {
  return `${fileHash(bytes)}${executable ? ' executable' : ''}`;
}

export function filesOfRecord({ files }: ImportResult): ImportRecord['files'] {
  return Object.fromEntries(files.map((file) => [file.path, stateOf(file)]));
}

/** Files of skills that are set aside stay as they are. */
export function filesOfTaken(
  record: Pick<ImportRecord, 'files'>,
  { documents, files }: ImportResult,
): ImportRecord['files'] {
  const folders = new Set(documents.map(({ file }) => folderOf(file)));
  // A skill that is taken has a body.
  const skillFolders = new Set(files.map(({ path }) => nearest(path, folders)));
  const own = Object.entries(record.files).filter(([path]) => {
    const folder = nearest(path, folders);
    return folder === undefined || skillFolders.has(folder);
  });
  return Object.fromEntries(own);
}

type UpdatedFiles = ReturnType<typeof updatedFiles>;

interface Before {
  readonly root: string;
  readonly record: ImportRecord;
  /** By `from`. */
  readonly placed: ReadonlyMap<string, readonly PlacedDocument[]>;
  /** Of the new import. */
  readonly source: string;
}

/**
 * `places`: of the files of the source that have a place here, where, and what is there before anything is written; `gone`: paths
 * that are no longer in the source.
 */
export function updatedFiles({ root, record, placed, source }: Before, imported: ImportResult) {
  const find = fileFinder(record, imported, placed);
  const files = new Map(imported.files.map((file) => [file.path, file]));
  const paths = [...new Set([...imported.files.map(({ path }) => path), ...Object.keys(record.files)])];
  const judged = paths.map((path): Judged => {
    const place = find(path);
    if (!place) return {};
    const { now, skill } = place;
    const theirs = files.get(path);
    const absolute = now === undefined ? undefined : join(root, record.into, now);
    const ours = absolute !== undefined && statsOf(absolute)?.isDirectory() === false ? ownFile(absolute) : undefined;
    const base = ownMember(record.files, path);
    const states = { base, ours: ours && stateOf(ours), theirs: theirs && stateOf(theirs) };
    const state = absolute !== undefined && theirs && { path: absolute, ours: states.ours, theirs: stateOf(theirs) };
    // The author wrote the body into the spec: what the source changed has no place.
    const isHomeless = now === undefined && theirs !== undefined && states.theirs !== base;
    const verdict = isHomeless ? 'conflict' : fileVerdict(states);
    const current = now ?? path;
    if (verdict === 'conflict')
      return { state, finding: skill && fileConflictFinding(skill, current, `${source}/${place.source}`) };
    if (verdict === 'gone') {
      const unedited = states.ours === base ? absolute : undefined;
      return { gone: path, unedited, finding: skill && fileRemovedFinding(skill, current) };
    }
    if (verdict === 'kept' || !theirs || absolute === undefined) return { state };
    const mode = theirs.executable ? 0o755 : 0o644;
    const write = { path: absolute, content: theirs.bytes, mode, expected: ours?.bytes ?? null };
    return { state, write, about: { skill, current, theirs: `${source}/${place.source}` } };
  });
  return { places: judged.flatMap(({ state }) => state || []), ...inTheirPlaces(judged, join(root, record.into)) };
}

interface Judged {
  readonly state?:
    | { readonly path: string; readonly ours: string | undefined; readonly theirs: string }
    | undefined
    | false;
  readonly write?: WholeFile;
  readonly finding?: Diagnostic | false | undefined;
  readonly gone?: string;
  /** Where the file that is gone is as it was imported. */
  readonly unedited?: string | undefined;
  readonly about?: { readonly skill: PlacedDocument | undefined; readonly current: string; readonly theirs: string };
}

/** What the source has in place of unedited files of the last import is written; where a file of the author is in its place, it is not. */
function inTheirPlaces(judged: readonly Judged[], into: string) {
  const own = new Set(judged.flatMap(({ unedited }) => unedited ?? []));
  const blocks = judged.map(({ write }) => write && inWayOf(write.path, own));
  const inWay = [...new Set(blocks.flatMap((block) => (block && block.other === undefined ? block.place : [])))];
  const isReplaced = ({ unedited }: Judged): boolean =>
    unedited !== undefined && inWay.some((place) => isWithin(place, unedited));
  const blocked = blocks.flatMap((block, at): Diagnostic | [] => {
    const { skill, current, theirs } = judged[at]?.about ?? {};
    if (block?.other === undefined || !skill || current === undefined || theirs === undefined) return [];
    return fileBlockedFinding(skill, current, slashed(into, block.other), theirs);
  });
  return {
    writes: judged.flatMap(({ write }, at) => (write && blocks[at]?.other === undefined ? write : [])),
    inWay,
    findings: [...judged.flatMap((one) => (one.finding && !isReplaced(one) ? one.finding : [])), ...blocked],
    gone: judged.flatMap(({ gone }) => gone ?? []),
    /** Of those that are gone, what the update replaces. */
    replaced: judged.flatMap((one) => (isReplaced(one) ? (one.gone ?? []) : [])),
  };
}

/**
 * A file without edits since its import is that of the source after an update. `before`: as the last import left
 * the record and the specs, so that the judgment shares nothing with how files were followed.
 */
export function assertNoneStale({ places, writes }: UpdatedFiles, imported: ImportResult, before: Before): void {
  const { root, record, placed } = before;
  const written = new Set(writes.map(({ path }) => path));
  const find = fileFinder(record, { ...imported, documents: recordedSkills(record) }, placed);
  const recorded = new Map(
    Object.entries(record.files).flatMap(([path, state]) => {
      const now = find(path)?.now;
      return now === undefined ? [] : [[join(root, record.into, now), state] as const];
    }),
  );
  for (const { path, ours, theirs } of places) {
    const isUnedited = ours !== undefined && recorded.get(path) === ours;
    invariant(!isUnedited || ours === theirs || written.has(path), `"${path}" is unedited and follows its source`);
  }
}

function ownFile(path: string): Pick<ImportedFile, 'bytes' | 'executable'> {
  const bytes = readRegular(path);
  return { bytes, executable: isExecutable(statSync(path).mode, () => bytes) };
}

/** Where a file of an import is now: authors move the folders of skills, and rename the files of bodies. */
interface PlacedFile {
  /** Below the folder of the import, as it was imported. */
  readonly path: string;
  /** Below the folder of the import; undefined where its skill has no place for it any more. */
  readonly now: string | undefined;
  readonly skill: PlacedDocument | undefined;
  /** Below the source. */
  readonly source: string;
}

/** Undefined for a file of a skill that the author deleted, or that is gone from the source. */
export function fileFinder(
  record: Pick<ImportRecord, 'documents' | 'into'>,
  imported: ImportResult,
  placed: Before['placed'],
): (path: string) => PlacedFile | undefined {
  const byFolder = new Map(imported.documents.map(({ file, value }) => [folderOf(file), value]));
  return (path) => {
    const folder = nearest(path, byFolder);
    const document = folder === undefined ? undefined : byFolder.get(folder);
    if (folder === undefined || !document) return undefined;
    const below = pathBelow(folder, path);
    const { from } = document;
    const isBody = below === document['text_file'];
    const source = joinFolder(from, isBody ? 'SKILL.md' : below);
    const skill = placed.get(from)?.[0];
    if (!skill) return Object.hasOwn(record.documents, from) ? undefined : { path, now: path, skill, source };
    const own = folderOf(pathBelow(record.into, skill.document.file));
    const name = isBody ? textAt(skill.value, 'text_file') : below;
    return { path, now: name === undefined ? undefined : joinFolder(own, name), skill, source };
  };
}

/** What happens to a file; the sides are hashes with modes, undefined for no file. */
function fileVerdict({ base, ours, theirs }: Readonly<Record<'base' | 'ours' | 'theirs', string | undefined>>) {
  if (theirs === undefined) return ours === undefined ? 'kept' : 'gone';
  if (theirs === base || theirs === ours) return 'kept';
  // What the author removed stays removed.
  if (ours === undefined) return base === undefined ? 'taken' : 'kept';
  return ours === base ? 'taken' : 'conflict';
}
