/** Spec files → one Spec: all documents of all files, all syntax errors in one run. */
import type { Diagnostic, Result, SourceFile } from '../diagnostic.ts';
import { parse } from './parse.ts';
import type { Comment, Spec, SpecDocument } from './spec.ts';

export function load(files: readonly SourceFile[]): Result<Spec> & { readonly value: Spec } {
  const documents: SpecDocument[] = [];
  const partial: SpecDocument[] = [];
  const comments: Comment[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const parsed = parse(file);
    documents.push(...parsed.value.documents);
    partial.push(...parsed.value.partial);
    comments.push(...parsed.value.comments);
    diagnostics.push(...parsed.diagnostics);
  }
  return { value: { documents, partial, comments, sources: files }, diagnostics };
}
