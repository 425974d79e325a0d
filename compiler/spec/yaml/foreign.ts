/** YAML that is no spec: read as the tools that it is written for read it, and not at all where a part would be lost. */
import type { Json } from '@haft/runtime/language';
import type { Document, YAMLError } from 'yaml';
import type { Diagnostic, SourceFile } from '../../base/diagnostic.ts';
import { fileError } from './decode.ts';
import { readFastValue } from './fast-yaml.ts';
import { compose } from './load.ts';
import { conflictDiagnostics } from './merge-conflict.ts';
import { syntaxDiagnostics } from './syntax.ts';
import { toPlain } from './value.ts';

/** The fast reader takes a merge key for an ordinary one. */
const MERGE_KEY = /<<\s*:/;

/** The values of all documents that have one, or every error. */
export function readForeign(
  source: SourceFile,
): { readonly values: readonly Json[] } | { readonly errors: Diagnostic[] } {
  const fast = MERGE_KEY.test(source.text) ? undefined : readFastValue(source.text);
  if (fast) return { values: [fast.root] };
  const conflicts = conflictDiagnostics(source);
  if (conflicts.length > 0) return { errors: conflicts };
  const { value: documents = [], diagnostics } = compose(source, []);
  const errors = [...diagnostics];
  const values: Json[] = [];
  for (const document of documents) {
    for (const one of syntaxDiagnostics(source, document, harmful(source, document))) errors.push(one);
    if (document.contents === null) continue;
    const { value, problems } = toPlain(document.contents, { merges: true });
    for (const { start, end, ...what } of problems) errors.push(fileError(source.path, start, end, what));
    values.push(value);
  }
  return errors.length > 0 ? { errors } : { values };
}

/** A warning changes no value (how deep a bracket is indented, a tag of YAML itself), except for a tag of one program. */
function harmful({ text }: SourceFile, { errors, warnings }: Document.Parsed): YAMLError[] {
  const tags = warnings.filter(({ code, pos }) => code === 'TAG_RESOLVE_FAILED' && !text.startsWith('!!', pos[0]));
  return [...errors, ...tags];
}
