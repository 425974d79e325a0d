/** Imported documents as the files of specs, and where they are in the author's specs: YAML that an author can read and edit, with notes as comments. */
import { documentText, documentsText } from '../../spec/yaml/print-value.ts';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import { groupBy } from '../../base/groups.ts';
import { aboutOf } from '../../spec/shape/place.ts';
import { joinFolder } from './folders.ts';
import type { ImportedDocument } from './imported.ts';
import { type JsonObject, isObject } from '@haft/runtime/language';
import type { NodePath, SpecDocument } from '../../spec/yaml/spec.ts';

/** Where a finding about an imported document points to. */
export interface LossPlace {
  readonly file: string;
  /** Asked only of the documents that are shown. */
  readonly at: () => Pick<Diagnostic, 'span' | 'about'>;
}

/** By file, in the order of the documents; `folder` is that of the import. */
export function printDocuments(documents: readonly ImportedDocument[], folder = '.'): SourceFile[] {
  return printedFiles(documents).map(({ path, text }) => ({ path: joinFolder(folder, path), text: text() }));
}

/** A file of an import. Those of a large service together take more memory than its documents: each is printed when it is needed. */
export interface PrintedFile {
  /** Below the folder of the import. */
  readonly path: string;
  readonly documents: readonly ImportedDocument[];
  readonly text: () => string;
}

export function printedFiles(documents: readonly ImportedDocument[]): readonly PrintedFile[] {
  const files = groupBy(documents, ({ file }) => file);
  return [...files].map(([path, own]) => ({ path, documents: own, text: () => documentsText(own.map(textOf)) }));
}

function textOf({ value, notes }: ImportedDocument): string {
  return documentText(value, notes);
}

/** By `from`: where the documents are in files that are printed to a folder, without reading those again. */
export function printedPlaces(files: readonly PrintedFile[], folder: string): ReadonlyMap<string, LossPlace> {
  const places = new Map<string, LossPlace>();
  for (const { path, documents } of files) {
    const file = `${folder}/${path}`;
    let starts: ReadonlyMap<ImportedDocument, number> | undefined;
    for (const document of documents) {
      const at: LossPlace['at'] = () => {
        const start = (starts ??= startsOf(documents)).get(document) ?? 0;
        return { span: { file, start, end: start + 'from'.length }, about: aboutOf(document, ['from']) };
      };
      places.set(document.value.from, { file, at });
    }
  }
  return places;
}

/** Offsets of the keys `from` in the text of a file. */
function startsOf(documents: readonly ImportedDocument[]): ReadonlyMap<ImportedDocument, number> {
  let before = 0;
  return new Map(
    documents.map((document) => {
      const text = textOf(document);
      const start = before + Math.max(0, text.search(/^from:/m));
      before += documentsText([text, '']).length;
      return [document, start];
    }),
  );
}

/** Where imported documents are in the author's specs now: found by their `from`, whatever their names and files became. */
export interface PlacedDocument {
  readonly from: string;
  readonly document: SpecDocument;
  /** Empty, or the path of a tool that its author moved into the list of a server. */
  readonly base: NodePath;
  readonly value: JsonObject;
}

/** Callers rely on it as it was released: an update leaves it alone. */
export function isDeprecated({ value }: Pick<PlacedDocument, 'value'>): boolean {
  return value['deprecated'] !== undefined;
}

/** By `from`; a document that its author copied is there twice, and the released one after its successor. */
export function placedIn(documents: readonly SpecDocument[]): ReadonlyMap<string, readonly PlacedDocument[]> {
  const places = documents.flatMap((document) => {
    const tools = isObject(document.value) ? document.value['tools'] : undefined;
    const own: readonly unknown[] = Array.isArray(tools) ? tools : [];
    return [placeOf(document, [], document.value), ...own.map((tool, at) => placeOf(document, ['tools', at], tool))];
  });
  const inTurn = places.flat().toSorted((a, b) => Number(isDeprecated(a)) - Number(isDeprecated(b)));
  return groupBy(inTurn, ({ from }) => from);
}

function placeOf(document: SpecDocument, base: NodePath, value: unknown): PlacedDocument[] {
  const from = isObject(value) ? value['from'] : undefined;
  // A document that was loaded is plain JSON.
  return typeof from === 'string' ? [{ from, document, base, value: value as JsonObject }] : [];
}
