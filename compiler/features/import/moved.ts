/** Documents whose place in the source changed: record and specs follow before they are merged. */
import { isObject, type JsonObject } from '@haft/runtime/language';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import { applyEdits } from '../../spec/yaml/apply-edits.ts';
import { load } from '../../spec/yaml/load.ts';
import { sameSources, sourceKey } from '../../plan/source-identity.ts';
import { movedFinding, reassignedFinding } from './findings.ts';
import { folderOf, joinFolder, nearest, pathBelow, placesOf } from './folders.ts';
import type { ImportResult, ImportedDocument } from './imported.ts';
import { membersOf } from './merge.ts';
import { withNames } from './own-names.ts';
import { type PlacedDocument, isDeprecated, placedIn } from './print.ts';
import type { ImportRecord } from '../../check/analysis/imported/import-record.ts';

/** A document that was imported before, and the same one now. */
interface Match {
  readonly from: string;
  readonly before: JsonObject;
  readonly to: ImportedDocument;
}

/** The import with the names of path parameters that its tools had before; findings are in the specs after the update. */
export function followMoved(specs: readonly SourceFile[], record: ImportRecord, imported: ImportResult) {
  const matches = matchesOf(record, imported.documents);
  const places = skillPlaces(record);
  const placed = placedIn(load(specs).value.documents);
  const moved = matches.filter(({ from, before, to }) => {
    if (from === to.value.from || placed.has(to.value.from)) return false;
    const isSkill = to.value['kind'] === 'skill';
    return !isSkill || Object.hasOwn(record.files, joinFolder(places.get(from) ?? '.', String(before['text_file'])));
  });
  const all = moved.map((match) => ({ ...match, edits: editsOf(match, placed) }));
  const moves = all.filter(({ edits }) => edits.every((edit) => edit !== undefined));
  const findings = (now: readonly SourceFile[]): Diagnostic[] => {
    const after = placedIn(moves.length === 0 ? [] : load(now).value.documents);
    return moves.flatMap((move) => {
      const others = takenNames(namesBefore(move), move.to.value);
      const places = after.get(move.to.value.from) ?? [];
      return places.flatMap((place) => [
        movedFinding(place, move.from),
        // A request that no update edits fills the path as before.
        ...(isDeprecated(place) ? [] : others.map(([name, before]) => reassignedFinding(place, before, name))),
      ]);
    });
  };
  const sameNames = new Map(matches.map((match) => [match.to, withNamesBefore(match)]));
  return {
    specs: specs.map((source) => editFile(source, moves)),
    record: { ...record, documents: movedDocuments(record, moves), files: movedFiles(record, moves, places) },
    imported: { ...imported, documents: imported.documents.map((one) => sameNames.get(one) ?? one) },
    findings,
  };
}

/** By place, by request without names of parameters; a skill also by its name, a tool by its method and name. */
function matchesOf({ documents }: ImportRecord, now: readonly ImportedDocument[]): Match[] {
  const before = Object.entries(documents);
  const pairs = sameSources(before, now, {
    before: ([from, value]) => ({ from, operation: nameKey(value, from) }),
    after: ({ value }) => ({ from: value.from, operation: nameKey(value, value.from) }),
  });
  return pairs.map(([[from, value], to]) => ({ from, before: value, to }));
}

/** What an operation keeps under another path: its name is made of its `operationId`. */
function nameKey({ kind, name }: JsonObject, from: string): string | undefined {
  if (kind === 'skill') return `skill ${String(name)}`;
  const [, method] = /^([A-Z]+) \//.exec(from) ?? [];
  return kind === 'tool' && method !== undefined ? `${method} ${String(name)}` : undefined;
}

interface Move extends Match {
  readonly edits: ReturnType<typeof editsOf>;
}

function editsOf({ from, to }: Match, placed: ReadonlyMap<string, readonly PlacedDocument[]>) {
  return (placed.get(from) ?? []).map(({ document, base }) =>
    document.edit({ kind: 'replace', path: [...base, 'from'], value: to.value.from }),
  );
}

function editFile(source: SourceFile, moves: readonly Move[]): SourceFile {
  const mine = moves.flatMap(({ edits }) => edits.flatMap((edit) => (edit?.file === source.path ? [edit] : [])));
  return mine.length === 0 ? source : { ...source, text: applyEdits(source.text, mine) };
}

function movedDocuments({ documents }: ImportRecord, moves: readonly Move[]): ImportRecord['documents'] {
  const now = new Map(moves.map(({ from, to }) => [from, to.value.from]));
  return Object.fromEntries(
    Object.entries(documents).map(([from, value]) => {
      const place = now.get(from);
      return place === undefined ? [from, value] : [place, { ...value, from: place }];
    }),
  );
}

function skillPlaces({ documents }: ImportRecord): ReadonlyMap<string, string> {
  return placesOf(Object.keys(documents).filter((from) => documents[from]?.['kind'] === 'skill'));
}

/** The skills of a record, each in the folder that it was imported to. */
export function recordedSkills(record: ImportRecord): ImportedDocument[] {
  return [...skillPlaces(record)].map(([from, place]) => {
    return { file: joinFolder(place, 'skill.yaml'), value: { ...record.documents[from], from }, notes: [] };
  });
}

/** All at once: a path that moved into the old place of another skill must not move with that. */
function movedFiles({ files }: ImportRecord, moves: readonly Move[], places: ReadonlyMap<string, string>) {
  const folders = new Set(places.values());
  const now = new Map(moves.map(({ from, to }) => [places.get(from) ?? '.', folderOf(to.file)]));
  return Object.fromEntries(
    Object.entries(files).map(([path, state]) => {
      const old = nearest(path, folders);
      const place = old === undefined ? undefined : now.get(old);
      return [old === undefined || place === undefined ? path : joinFolder(place, pathBelow(old, path)), state];
    }),
  );
}

/** Of the parameters of its path that were renamed: by the name of now, the one before. */
function namesBefore({ from, before, to: { value } }: Match): ReadonlyMap<string, string> {
  const [old, now] = [variablesOf(before), variablesOf(value)];
  if (sourceKey(from) !== sourceKey(value.from) || old.length !== now.length) return new Map();
  return new Map(now.flatMap((name, at) => (name === old[at] ? [] : [[name, old[at] ?? name] as const])));
}

/** Those that another parameter has now. */
function takenNames(names: ReadonlyMap<string, string>, { parameters }: JsonObject): [now: string, before: string][] {
  return [...names].filter(([, name]) => Object.hasOwn(membersOf(parameters), name) && !names.has(name));
}

/** A vendor that renames a parameter of a path changes no request: the parameter of the tool keeps its name. */
function withNamesBefore({ from, before, to }: Match): ImportedDocument {
  const { value, notes } = to;
  const names = namesBefore({ from, before, to });
  if (names.size === 0 || takenNames(names, value).length > 0) return to;
  const renamed = (step: string | number) => (typeof step === 'string' ? (names.get(step) ?? step) : step);
  return {
    ...to,
    notes: notes.map(({ path, text }) => ({ text, path: path.map(renamed) })),
    value: { ...withNames(value, names), from: value.from },
  };
}

/** Of the path of its request, in order. */
function variablesOf({ http }: JsonObject): readonly string[] {
  const request = isObject(http) ? http['request'] : undefined;
  return typeof request === 'string' ? [...request.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : [];
}
