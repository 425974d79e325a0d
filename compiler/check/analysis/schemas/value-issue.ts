/** The first issue of a value that an author wrote, by its schema. */
import { compileImported, compileSchema, hasImported } from '@haft/runtime/language';
import type { Json, Schema } from '@haft/runtime/language';
import type { ToolPart } from '../../model.ts';

/** As a sentence; undefined for a valid value. */
export function valueIssue(schema: Schema, value: Json, { profile, spec }: ToolPart): string | undefined {
  try {
    const compile = profile === 'mcp' || hasImported(schema) ? compileImported : compileSchema;
    const judged = compile(schema, { $defs: spec.definitions ?? {} })(value);
    return 'issues' in judged ? (judged.issues[0]?.message ?? 'It is not valid.') : undefined;
  } catch (error) {
    // Rule param/pattern-valid reports an invalid pattern.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
