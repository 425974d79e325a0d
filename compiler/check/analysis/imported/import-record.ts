/** `haft.imports.json`: where imported specs come from, and what each was when it was imported; the base of the next update. */
import { type Json, isObject } from '@haft/runtime/language';
import { compareText } from '../../../base/diagnostic.ts';
import { type FormatProblem, FILE_FORMATS, numberOf } from '../../../base/file-formats.ts';
import { type Matching, anything, list, map, mapOf, readForm, text, textLike } from '../../../spec/shape/form.ts';

const inside = textLike(
  'a path inside the project',
  (path) => path !== '' && !/^[\\/]|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(path),
);

const record = map(
  {
    /** Of the importer: `haft import <kind>`. */
    kind: text,
    /** A path relative to the project, an address, or a command; never with a secret in it. */
    source: text,
    /** `sha256:` and 64 hex digits, of what was read. */
    digest: text,
    /** What was selected, as the importer reads it again. */
    options: mapOf(anything),
    /** The folder of the specs, relative to the project. */
    into: inside,
    /** By `from`: the document as it was imported. */
    documents: mapOf(mapOf(anything)),
    /** By path below `into`: the sha-256 of a file as it was imported, with ` executable` behind it where it can be run. */
    files: mapOf(text),
  },
  {
    /** Paths in the source that are not imported, such as links, and the `from` of documents that are set aside; sorted, absent where there are none. */
    left: list(text),
    /** By `from`: documents of specs that are no longer in the source, as they were in it at last; absent where there are none. */
    gone: mapOf(mapOf(anything)),
  },
);

export type ImportRecord = Matching<typeof record>;

/** The record with what the source had among its documents: what specs are based on. */
export function withGone({ gone = {}, ...record }: ImportRecord): ImportRecord {
  return { ...record, documents: { ...gone, ...record.documents } };
}

/** By the name of the import. */
export type ImportRecords = Readonly<Record<string, ImportRecord>>;

const file = map({ imports: mapOf(record) });

/** The records of a parsed file, or the sentence that says why it has none. */
export function readImports(value: unknown): { readonly imports: ImportRecords } | FormatProblem {
  const read = readForm(isObject(value) ? value : {}, FILE_FORMATS.imports, file);
  if ('problem' in read) return read;
  const odd = Object.values(read.imports)
    .flatMap(({ files }) => Object.keys(files))
    .find((path) => inside(path, path));
  return odd === undefined ? read : { problem: `the file "${odd}" is outside of its folder` };
}

/** Deterministic, by name; one line for each document, so that a review shows which of them changed. */
export function importsText(imports: ImportRecords): string {
  return [...importsParts(imports)].join('');
}

/** The text in parts: with all documents of a large service it is as long as their specs. */
export function* importsParts(imports: ImportRecords): Iterable<string> {
  yield `{\n  "importsVersion": ${numberOf(FILE_FORMATS.imports)},\n  "imports": {`;
  const entries = Object.entries(imports).sort(([a], [b]) => compareText(a, b));
  for (const [
    index,
    [name, { kind, source, digest, options, into, left, documents, gone, files }],
  ] of entries.entries()) {
    yield `${index === 0 ? '' : ','}\n    ${JSON.stringify(name)}: {\n`;
    for (const [key, value] of Object.entries({ kind, source, digest, options, into, ...(left && { left }) }))
      yield `      ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`;
    yield* tableParts('documents', documents);
    yield ',\n';
    if (gone) {
      yield* tableParts('gone', gone);
      yield ',\n';
    }
    yield* tableParts('files', files);
    yield '\n    }';
  }
  yield `${entries.length > 0 ? '\n  ' : ''}}\n}\n`;
}

function* tableParts(key: string, table: Readonly<Record<string, Json>>): Iterable<string> {
  const rows = Object.entries(table).sort(([a], [b]) => compareText(a, b));
  yield `      ${JSON.stringify(key)}: {`;
  for (const [index, [name, value]] of rows.entries())
    yield `${index === 0 ? '' : ','}\n        ${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  yield rows.length > 0 ? '\n      }' : '}';
}

export const NO_IMPORTS: ImportRecords = {};
