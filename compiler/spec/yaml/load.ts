/** Spec files → one Spec: all documents of all files, all syntax errors in one run. */
import type { Result, SourceFile } from '../../base/diagnostic.ts';
import { parse } from './parse.ts';
import type { OnStep } from '../../base/progress.ts';
import { mapInSteps } from '../../base/progress.ts';
import type { Spec } from './spec.ts';

export function load(files: readonly SourceFile[], onStep?: OnStep): Result<Spec> & { readonly value: Spec } {
  const parsed = mapInSteps(files, ['parsing', 'files'], onStep, parse);
  const documents = parsed.flatMap(({ value }) => value.documents);
  const partial = parsed.flatMap(({ value }) => value.partial);
  const comments = parsed.flatMap(({ value }) => value.comments);
  const diagnostics = parsed.flatMap((one) => one.diagnostics);
  return { value: { documents, partial, comments, sources: files }, diagnostics };
}
