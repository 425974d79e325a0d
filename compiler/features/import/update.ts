/** A new import of a source over the author's specs: three-way merges, as texts that keep every other byte. */
import { type Json, type JsonObject, ownMember, sameJson } from '@haft/runtime/language';
import { compareText, type Diagnostic, type SourceFile, type TextEdit } from '../../base/diagnostic.ts';
import { applyEdits } from '../../spec/yaml/apply-edits.ts';
import { withLineEnds } from '../../spec/yaml/edit-place.ts';
import { load } from '../../spec/yaml/load.ts';
import { conflictFinding, removedFinding, lossFindings, placesOf, uneditableFinding } from './findings.ts';
import { withoutEmpty } from './builders.ts';
import type { ImportResult, ImportedDocument } from './imported.ts';
import { keepCredentials, remainingFindings } from './remaining-credentials.ts';
import { membersOf, merge, replacedAt } from './merge.ts';
import { ownNames, withNames } from './own-names.ts';
import { type PlacedDocument, isDeprecated, placedIn, printDocuments } from './print.ts';
import type { ImportRecord } from '../../check/analysis/imported/import-record.ts';

export interface UpdateResult {
  /** Files whose text changes, and new ones; paths as those of the specs. */
  readonly texts: readonly SourceFile[];
  readonly findings: readonly Diagnostic[];
  /** Of the record: what the source has, and what only specs still have. */
  readonly recorded: Pick<ImportRecord, 'documents' | 'gone'>;
  /** `from` of each. */
  readonly changed: readonly string[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

interface UpdateInput {
  /** The specs in the folder of the import; paths are relative to the project. */
  readonly specs: readonly SourceFile[];
  /** Its documents are all that specs are based on. */
  readonly record: Pick<ImportRecord, 'documents' | 'into' | 'left'>;
  readonly imported: ImportResult;
  /** Whether the update is only asked for. */
  readonly isCheck?: boolean;
}

/** Only the differences between the record and the new import reach the specs; what the author removed stays removed. */
export function update({ specs, record, imported: incoming, isCheck = false }: UpdateInput): UpdateResult {
  const imported = keepCredentials(incoming, record.documents);
  const placed = placedIn(load(specs).value.documents);
  const byFrom = new Map(imported.documents.map((document) => [document.value.from, document]));
  const plans = [...byFrom.values()].flatMap(({ value }) => {
    const current = (placed.get(value.from) ?? []).filter((place) => !isDeprecated(place));
    return current.map((place) => planOf(place, ownMember(record.documents, value.from), value));
  });
  const { texts, failed } = writeAll(specs, plans);
  const added = [...byFrom.values()].filter(
    ({ value: { from } }) => !Object.hasOwn(record.documents, from) && !placed.has(from),
  );
  const removed = Object.keys(record.documents).filter((from) => !byFrom.has(from));
  const remaining = removed.filter((from) => placed.has(from));
  const skipped = new Set(imported.losses.flatMap(({ kind, from }) => (kind === 'skipped' ? from : [])));
  const final = withAdded(specs, texts, added, record.into);
  const after = placedIn(load(replacedIn(specs, final)).value.documents);
  // Among the documents of the same `from`.
  const now = ({ place }: DocumentPlan): PlacedDocument =>
    after.get(place.from)?.[placed.get(place.from)?.indexOf(place) ?? 0] ?? place;
  const unwritten = new Set(failed.map(({ place }) => place.from));
  for (const [from, places] of placed) if (places.every(isDeprecated)) unwritten.add(from);
  return {
    texts: final,
    findings: [
      ...plans.flatMap((plan) => plan.conflicts.map((one) => conflictFinding(now(plan), one, isCheck))),
      ...failed.map((plan) => uneditableFinding(now(plan), plan.taken)),
      ...remainingFindings(imported.remaining, after),
      ...removed.flatMap((from) => (after.get(from) ?? []).map((place) => removedFinding(place, skipped.has(from)))),
      ...lossFindings(newLosses(imported, added, record, placed), placesOf(after)),
    ],
    recorded: {
      documents: baseOf(imported.documents, record, unwritten),
      // Where the source has one of them again, an update merges what changed meanwhile.
      ...withoutEmpty({ gone: Object.fromEntries(remaining.map((from) => [from, record.documents[from] ?? {}])) }),
    },
    changed: [...new Set(plans.filter(({ taken }) => taken.length > 0).map(({ place }) => place.from))],
    added: added.map(({ value }) => value.from),
    gone: removed,
  };
}

/** The specs as they become. */
export function replacedIn(specs: readonly SourceFile[], texts: readonly SourceFile[]): SourceFile[] {
  const changed = new Map(texts.map((source) => [source.path, source]));
  const paths = new Set(specs.map(({ path }) => path));
  return [
    ...specs.map((source) => changed.get(source.path) ?? source),
    ...texts.filter(({ path }) => !paths.has(path)),
  ];
}

interface DocumentPlan extends Omit<ReturnType<typeof merge>, 'value'> {
  readonly place: PlacedDocument;
  readonly target: JsonObject;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

function planOf(place: PlacedDocument, base: JsonObject | undefined, theirs: JsonObject): DocumentPlan {
  // Without a base, everything that differs would be a conflict; it is the author's.
  const names = base ? ownNames(base, place.value, theirs) : NO_NAMES;
  const [before, now] = [withNames(base ?? theirs, names), withNames(theirs, names)];
  const { value, ...sides } = merge({ base: before, ours: place.value, theirs: now });
  return { place, target: membersOf(value), ...sides };
}

/** All edits of a file at once; where that does not say what it should, one document after the other. */
function writeAll(specs: readonly SourceFile[], plans: readonly DocumentPlan[]) {
  const texts = new Map<string, string>();
  const failed: DocumentPlan[] = [];
  for (const source of specs) {
    const own = plans.filter(({ place, taken }) => place.document.file === source.path && taken.length > 0);
    const sound = hasMergedValues(source, own) ? own : own.filter((plan) => hasMergedValues(source, [plan]));
    const all = hasMergedValues(source, sound) ? sound : [];
    if (all.length > 0) texts.set(source.path, editedText(source, all) ?? source.text);
    failed.push(...own.filter((plan) => !all.includes(plan)));
  }
  return { texts, failed };
}

function editedText(source: SourceFile, plans: readonly DocumentPlan[]): string | undefined {
  const edits = plans.map(({ place: { document, base }, target, taken }): TextEdit | undefined => {
    return document.edit({ kind: 'rewrite', path: base, target, changed: taken });
  });
  const safe = edits.filter((edit) => edit !== undefined);
  return safe.length === plans.length ? applyEdits(source.text, safe) : undefined;
}

/** Whether the edited text, read again, says the merged values and leaves all others as they were. */
function hasMergedValues(source: SourceFile, plans: readonly DocumentPlan[]): boolean {
  const text = editedText(source, plans);
  if (text === undefined) return false;
  const before = load([source]).value.documents;
  const after = load([{ path: source.path, text }]);
  if (after.diagnostics.length > 0 || after.value.documents.length !== before.length) return false;
  return before.every((document, index) => {
    const own = plans.filter(({ place }) => place.document === document);
    // A document that was loaded is plain JSON.
    const value = document.value as Json | undefined;
    const expected = own.reduce((whole, { place, target }) => replacedAt(whole, place.base, target), value);
    return sameJson(after.value.documents[index]?.value, expected);
  });
}

/** New documents at the end of their files. */
function withAdded(
  specs: readonly SourceFile[],
  texts: ReadonlyMap<string, string>,
  added: readonly ImportedDocument[],
  into: string,
): SourceFile[] {
  const result = new Map(texts);
  for (const { path: file, text } of printDocuments(added, into)) {
    const before = result.get(file) ?? specs.find((source) => source.path === file)?.text;
    const added = `${before?.endsWith('\n') === false ? '\n' : ''}---\n${text}`;
    result.set(file, before === undefined ? text : `${before}${withLineEnds(added, before)}`);
  }
  return [...result].map(([path, text]) => ({ path, text }));
}

/**
 * Losses of documents that were there before were reported then. Said each time: what has to be decided before it can be
 * imported, and why a document stays as an earlier import left it.
 */
function newLosses(
  { losses, documents }: ImportResult,
  added: readonly ImportedDocument[],
  { documents: before, left = [] }: UpdateInput['record'],
  placed: ReadonlyMap<string, readonly PlacedDocument[]>,
): ImportResult['losses'] {
  const froms = new Set(documents.map(({ value }) => value.from));
  const renamed = documents.filter(({ value }) => ownMember(before, value.from)?.['name'] !== value['name']);
  const fresh = new Set([...added, ...renamed].map(({ value }) => value.from));
  const leftBefore = new Set(left);
  // The description says it from then on.
  const described = new Map(documents.map(({ value }) => [value.from, value['description']]));
  return losses.filter(({ from, kind, path }) => {
    const isLeft = kind === 'aside' || (kind === 'skipped' && !froms.has(from));
    if (isLeft && Object.hasOwn(before, from)) return true;
    if (placed.get(from)?.every(isDeprecated) === true) return false;
    if (kind === 'deprecated') return ownMember(before, from)?.['description'] !== described.get(from);
    if (path !== undefined) return !leftBefore.has(path);
    return fresh.has(from) || (kind === 'todo' && !froms.has(from));
  });
}

/** What the next update does not tell again. */
export function leftOf({ losses }: ImportResult): Pick<ImportRecord, 'left'> {
  const paths = [...new Set(losses.flatMap(({ path }) => path ?? []))].toSorted(compareText);
  return paths.length === 0 ? {} : { left: paths };
}

/** What could not be written stays as it was: the next update tries again. */
function baseOf(
  documents: readonly ImportedDocument[],
  { documents: before }: UpdateInput['record'],
  unwritten: ReadonlySet<string>,
): ImportRecord['documents'] {
  return Object.fromEntries(
    documents.map(({ value }) => [value.from, unwritten.has(value.from) ? (before[value.from] ?? value) : value]),
  );
}
