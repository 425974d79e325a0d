/** Imported documents as the files of specs: YAML that an author can read and edit, with notes as comments. */
import { documentsText, documentText } from '../load/print-document.ts';
import type { SourceFile } from '../diagnostic.ts';
import type { ImportedDocument } from './imported.ts';

/** By file, in the order of the documents. Paths are below the folder of the import. */
export function printDocuments(documents: readonly ImportedDocument[]): SourceFile[] {
  const files = new Map<string, string[]>();
  for (const { file, value, notes } of documents) {
    const texts = files.get(file) ?? [];
    texts.push(documentText(value, notes));
    files.set(file, texts);
  }
  return [...files].map(([path, texts]) => ({ path, text: documentsText(texts) }));
}
