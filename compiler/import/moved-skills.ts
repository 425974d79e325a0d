/** Skills whose folder has another path in the source now: record and specs follow before they are merged. */
import type { JsonObject } from '@haft/runtime/language';
import type { Diagnostic, SourceFile } from '../diagnostic.ts';
import { applyEdits } from '../load/apply-edits.ts';
import { load } from '../load/load.ts';
import { movedFinding } from './findings.ts';
import { folderOf, joined, nearest, pathBelow } from './folders.ts';
import type { Imported, ImportedDocument } from './imported.ts';
import { placedIn } from './placed.ts';
import type { Placed } from './placed.ts';
import type { ImportRecord } from './record.ts';
import { placesOf } from './skills/places.ts';

interface Sides {
  readonly specs: readonly SourceFile[];
  readonly record: ImportRecord;
}

interface Followed extends Sides {
  /** In the specs as they are after the update. */
  readonly findings: (specs: readonly SourceFile[]) => Diagnostic[];
}

/** A skill is the same where one of its name is gone and one is new. */
export function followMoved({ specs, record }: Sides, { documents }: Imported): Followed {
  const places = placesOf(Object.keys(record.documents));
  const found = documents.flatMap((document) => moveOf(document, documents, record) ?? []);
  const moves = found.filter(({ from, before }) => {
    return Object.hasOwn(record.files, joined(places.get(from) ?? '.', String(before['text_file'])));
  });
  const done = moves.reduce((sides, move) => withMove(sides, move, places), { specs, record });
  const findings = (now: readonly SourceFile[]): Diagnostic[] => {
    const placed = moves.length === 0 ? new Map<string, readonly Placed[]>() : placedIn(load(now).value.documents);
    return moves.flatMap(({ from, to }) => (placed.get(to.value.from) ?? []).map((one) => movedFinding(one, from)));
  };
  return { ...done, findings };
}

interface Move {
  readonly from: string;
  readonly before: JsonObject;
  readonly to: ImportedDocument;
}

function moveOf(to: ImportedDocument, all: readonly ImportedDocument[], { documents }: ImportRecord): Move | undefined {
  if (to.value['kind'] !== 'skill' || Object.hasOwn(documents, to.value.from)) return undefined;
  const present = new Set(all.map(({ value }) => value.from));
  const gone = Object.entries(documents).filter(
    ([from, before]) => !present.has(from) && before['name'] === to.value['name'],
  );
  const [only, other] = gone;
  return only && !other ? { from: only[0], before: only[1], to } : undefined;
}

function withMove({ specs, record }: Sides, { from, before, to }: Move, places: ReadonlyMap<string, string>): Sides {
  const now = to.value.from;
  const placed = placedIn(load(specs).value.documents);
  const own = placed.has(now) ? undefined : (placed.get(from) ?? []);
  const edits = own?.map(({ document, base }) =>
    document.edit({ kind: 'replace', path: [...base, 'from'], value: now }),
  );
  const safe = edits?.flatMap((edit) => edit ?? []);
  if (!safe || safe.length !== edits?.length) return { specs, record };
  const { [from]: _gone, ...others } = record.documents;
  const [old, place] = [places.get(from) ?? '.', folderOf(to.file)];
  const folders = new Set(places.values());
  const files = Object.entries(record.files).map(([path, state]) => {
    return [nearest(path, folders) === old ? joined(place, pathBelow(old, path)) : path, state];
  });
  return {
    specs: specs.map((source) => {
      const mine = safe.filter(({ file }) => file === source.path);
      return mine.length === 0 ? source : { ...source, text: applyEdits(source.text, mine) };
    }),
    record: {
      ...record,
      documents: { ...others, [now]: { ...before, from: now } },
      files: Object.fromEntries(files) as ImportRecord['files'],
    },
  };
}
