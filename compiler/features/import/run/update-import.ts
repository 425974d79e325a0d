/** `haft import --update`: reads the sources again and merges what changed into the specs; the author's edits stay. */
import { join, resolve } from 'node:path';
import { compareText, type Diagnostic, type SourceFile, type Span } from '../../../base/diagnostic.ts';
import { betterNames, namesInUse, withDistinctNames } from '../distinct-names.ts';
import { followMoved } from '../moved.ts';
import { placedIn } from '../print.ts';
import { type ImportRecord, importsText, withGone } from '../../../check/analysis/imported/import-record.ts';
import { leftOf, replacedIn, update, type UpdateResult } from '../update.ts';
import { asBefore, faultsOf, type ImportFault, screenImport, type SetAside, withRepairs } from '../set-aside.ts';
import type { ImportResult } from '../imported.ts';
import type { SkillFile } from '../../../check/model.ts';
import type { JsonObject } from '@haft/runtime/language';
import { load } from '../../../spec/yaml/load.ts';
import { Failure } from '../../../edge/command-line/failure.ts';
import type { Project } from '../../../edge/project/project.ts';
import { isWithin, statsOf } from '../../../edge/project-files/read.ts';
import { readSources } from '../../../edge/project/read-sources.ts';
import { slashed } from '../../../edge/project/root.ts';
import { type WholeFile, writeWhole } from '../../../edge/write/whole.ts';
import type { Again, DoneImport } from './importer.ts';
import { importerOf } from './importers.ts';
import { IMPORTS, loadImports } from '../../../edge/project/recorded.ts';
import { judgeOf } from './judge-import.ts';
import { assertNoneStale, filesOfTaken, filesOfRecord, updatedFiles } from './update-files.ts';

export interface UpdatedImport extends Pick<UpdateResult, 'changed' | 'added' | 'gone'> {
  /** What of the source is not taken. */
  readonly aside: readonly SetAside[];
  readonly name: string;
  readonly findings: readonly Diagnostic[];
  /** The specs of the import, as they become where they are written; places of findings are in them. */
  readonly specs: readonly SourceFile[];
  /** Whether the source has changed since the last import, or specs are behind it. */
  readonly moved: boolean;
  /** Whether the record changes. */
  readonly records: boolean;
  readonly writes: readonly WholeFile[];
  /** Files and folders that the writes replace. */
  readonly inWay: readonly string[];
  readonly record: ImportRecord;
}

interface UpdateOptions {
  /** Absolute; `from` is relative to it where it is a path. */
  readonly cwd: string;
  /** Where the source is now; undefined where its place is the recorded one. */
  readonly from: string | undefined;
  readonly mayRun: boolean;
  /** Whether nothing is to be written. */
  readonly isCheck?: boolean;
}

/** An update, or a decision that the source requires first. */
export async function updateImport(
  project: Project,
  name: string,
  record: ImportRecord,
  options: UpdateOptions,
): Promise<UpdatedImport | { readonly undecided: string }> {
  const again = await againOf(name, record);
  const source = sourceNow(again, record, project.root, options);
  const { root } = project;
  const { documents: before } = withGone(record);
  const run = await again.run({ name, source, options: record.options, root, mayRun: options.mayRun, before });
  return 'undecided' in run
    ? run
    : mergedInto(withLearned(project, run), { name, source, record, isCheck: options.isCheck === true }, run);
}

/** What the import read of a database just now is what its tools are judged by. */
function withLearned(project: Project, { learned }: DoneImport): Project {
  const { settings } = project;
  return learned
    ? { ...project, settings: { ...settings, learned: () => ({ ...settings.learned?.(), ...learned }) } }
    : project;
}

function sourceNow(again: Again, record: ImportRecord, root: string, { cwd, from }: UpdateOptions): string {
  if (from === undefined) return record.source;
  return again.isPath(from, record.options) ? slashed(root, resolve(cwd, from)) : from;
}

type Repeated = Pick<MergeBase, 'source' | 'record' | 'isCheck'> & { readonly name: string };

/** What was imported just now, merged into the specs as their author left them. */
function mergedInto(project: Project, { name, source, record, isCheck }: Repeated, run: DoneImport): UpdatedImport {
  const all = specsOf(project);
  const before = specsIn(all, record.into);
  const based = withGone(record);
  const followed = followMoved(before, based, run.imported);
  const { specs } = followed;
  const base: MergeBase = {
    root: project.root,
    specs,
    record: followed.record,
    placed: placedIn(load(specs).value.documents),
    source,
    digest: run.digest,
    isCheck,
  };
  const inUse = namesInUse(load(all).value.documents);
  // As recorded, else as the author's specs have them.
  const earlier = { ...Object.fromEntries(valuesIn(base.placed)), ...base.record.documents };
  const named = withDistinctNames(followed.imported, { name, inUse, before: earlier });
  const others = all.filter(({ path }) => !path.startsWith(`${record.into}/`));
  // As the first import repaired it, so that a repair is no change of the source.
  const repaired = withRepairs(named, (one) => faultsOf(one, project.settings, record.into));
  const { imported, aside } = screenMerged(project, name, base, others, repaired);
  const merged = merge(base, imported);
  const placed = placedIn(load(before).value.documents);
  assertNoneStale(merged.files, imported, { root: project.root, record: based, placed, source });
  const now = replacedIn(specs, merged.updated.texts);
  const better = betterNames(followed.imported, { inUse, before: based.documents }, base.placed);
  const findings = [...followed.findings(now), ...merged.updated.findings, ...merged.files.findings, ...better];
  const changed = changedIn(before, now).map(({ path, text }) => ({ path: join(project.root, path), content: text }));
  const writes = [...changed, ...merged.files.writes];
  const report = isCheck ? { specs: before, findings: placedBefore(findings, before, now) } : { specs: now, findings };
  return { ...outcomeOf(name, record, merged, aside), aside, ...report, writes, inWay: merged.files.inWay };
}

/** What a check of the project, as the update would leave it, accepts; `others`: specs that are not of this import. */
function screenMerged(
  project: Project,
  name: string,
  base: MergeBase,
  others: readonly SourceFile[],
  imported: ImportResult,
) {
  const { judge, sources } = judgeOf(project);
  const ours = new Map(valuesIn(base.placed));
  const judgeMerged = (candidate: ImportResult) => {
    const { updated, files, after } = merge(base, candidate);
    return judge({
      specs: [...others, ...replacedIn(base.specs, updated.texts)],
      files: withWrites(sources.files, files, project.root),
      records: { ...loadImports(project.root), [name]: after },
      settings: project.settings,
    });
  };
  const { documents: before } = base.record;
  let lasting: ReadonlySet<string> | undefined;
  // To set documents aside does not bring back what the source no longer has.
  const judgeTaken = (candidate: ImportResult) => {
    const faults = judgeMerged(candidate);
    if (faults.length > 0) lasting ??= new Set(judgeMerged(asBefore(imported, before)).map(faultKey));
    return faults.filter((fault) => !lasting?.has(faultKey(fault)));
  };
  return screenImport(imported, judgeTaken, { before, ours });
}

function faultKey({ from, finding: { code, span, about, message } }: ImportFault): string {
  return JSON.stringify([from, code, span.file, about, message]);
}

/** What an update starts from: the specs and the record, moved as the source was. */
interface MergeBase {
  readonly root: string;
  readonly specs: readonly SourceFile[];
  readonly record: ImportRecord;
  readonly placed: ReturnType<typeof placedIn>;
  /** Where the source is now. */
  readonly source: string;
  readonly digest: ImportRecord['digest'];
  readonly isCheck: boolean;
}

type Merged = ReturnType<typeof merge>;

function merge({ root, specs, record, placed, source, digest, isCheck }: MergeBase, imported: ImportResult) {
  const updated = update({ specs, record, imported, isCheck });
  const base = { ...record, files: filesOfTaken(record, imported) };
  const { left: _left, ...rest } = record;
  const files = updatedFiles({ root, record: base, placed, source }, imported);
  const unreplaced = Object.entries(record.files).filter(([path]) => !files.replaced.includes(path));
  const recorded = { ...Object.fromEntries(unreplaced), ...filesOfRecord(imported) };
  const after: ImportRecord = { ...rest, ...leftOf(imported), ...updated.recorded, source, digest, files: recorded };
  return { updated, files, after };
}

/** By `from`: as the author's specs have them. */
function valuesIn(placed: MergeBase['placed']): [string, JsonObject][] {
  return [...placed].flatMap(([from, [one]]): [string, JsonObject][] => (one ? [[from, one.value]] : []));
}

function outcomeOf(name: string, record: ImportRecord, { updated, files, after }: Merged, aside: readonly SetAside[]) {
  const { changed, added } = updated;
  const gone = updated.gone.filter((from) => Object.hasOwn(record.documents, from));
  const changesBase = importsText({ [name]: after }) !== importsText({ [name]: record });
  const isBehind = aside.some(({ from }) => Object.hasOwn(after.documents, from));
  const moved = isBehind || (changesBase && (gone.length + files.gone.length > 0 || isOther(record, after)));
  return { name, changed, added, gone, moved, records: changesBase, record: after };
}

function withWrites(files: readonly SkillFile[], { writes, inWay }: Merged['files'], root: string): SkillFile[] {
  const written = writes.map(({ path, content, mode }): SkillFile => {
    const bytes = typeof content === 'function' ? [...content()].join('') : content;
    return { path: slashed(root, path), bytes: Buffer.from(bytes), executable: mode === 0o755 };
  });
  const paths = new Set(written.map(({ path }) => path));
  const isGone = (path: string): boolean => inWay.some((place) => isWithin(place, join(root, path)));
  return [...files.filter(({ path }) => !paths.has(path) && !isGone(path)), ...written];
}

/** @throws Failure for an import that cannot be repeated. */
async function againOf(name: string, { kind, into }: ImportRecord): Promise<Again> {
  const again = (await importerOf(kind))?.again;
  if (!again)
    throw new Failure(
      `This version of Haft cannot import "${kind}" sources.`,
      'Install the version of Haft that imported it.',
    );
  if ('notRecorded' in again)
    throw new Failure(
      `"${name}" is from ${again.notRecorded}.`,
      `Edit the specs in "${into}", or import the source with another name.`,
    );
  return again;
}

function changedIn(before: readonly SourceFile[], now: readonly SourceFile[]): readonly SourceFile[] {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  return now.filter(({ path, text }) => texts.get(path) !== text);
}

/** The address, the digest or what is not imported alone may change without a change of what was imported. */
function isOther(before: ImportRecord, after: ImportRecord): boolean {
  const same = { source: '', digest: '', left: [] };
  return importsText({ x: { ...before, ...same } }) !== importsText({ x: { ...after, ...same } });
}

/** Findings with their places in the specs as they are, and not `after` the update; a new document is at the end of its file. */
function placedBefore(
  findings: readonly Diagnostic[],
  before: readonly SourceFile[],
  after: readonly SourceFile[],
): Diagnostic[] {
  const texts = new Map(before.map(({ path, text }) => [path, text]));
  const [old, now] = [load(before).value.documents, load(after).value.documents];
  const spanBefore = (span: Span): Span => {
    const text = texts.get(span.file);
    if (text === undefined || after.some((one) => one.path === span.file && one.text === text)) return span;
    const own = now.filter(({ file }) => file === span.file);
    const index = own.findLastIndex((document) => document.at([]).start <= span.start);
    const [document, same] = [own[index], old.filter(({ file }) => file === span.file)[index]];
    if (!document || !same) return { ...span, start: text.length, end: text.length };
    const { path, part } = document.pathAt(span.start);
    return same.at(path, part);
  };
  return findings.map((finding) => ({
    ...finding,
    span: spanBefore(finding.span),
    ...(finding.related && { related: finding.related.map((one) => ({ ...one, span: spanBefore(one.span) })) }),
  }));
}

/** Writes the specs first and the record last: a run that is killed between them is repeated by the next. */
export function writeUpdates(root: string, updates: readonly UpdatedImport[]): number {
  const before = loadImports(root);
  const text = importsText({ ...before, ...Object.fromEntries(updates.map(({ name, record }) => [name, record])) });
  const writes = updates.flatMap((one) => one.writes);
  const record = text === importsText(before) ? [] : [{ path: join(root, IMPORTS), content: text }];
  const inWay = updates.flatMap((one) => one.inWay);
  if (writes.length + record.length > 0) writeWhole([...writes, ...record], false, inWay);
  return writes.length + record.length;
}

/** Empty if the spec folder does not exist yet. */
export function specsOf(project: Project): readonly SourceFile[] {
  return statsOf(project.specs) ? readSources(project).specs : [];
}

/** Those of one import. */
export function specsIn(all: readonly SourceFile[], into: string): SourceFile[] {
  const specs = all.filter(({ path }) => path.startsWith(`${into}/`)).toSorted((a, b) => compareText(a.path, b.path));
  const [broken] = load(specs).diagnostics;
  if (broken)
    throw new Failure(`"${broken.span.file}" cannot be read: ${broken.message}`, 'Fix it, and run the command again.');
  return specs;
}
