/** A mark of each finding that stays the same while lines above it come and go: for baselines and code scanning. */
import type { Diagnostic } from '../../diagnostic.ts';
import { textHash } from '../../plan/hash.ts';

/** In the order of the diagnostics. Equal findings of one file are told apart by their order. */
export function fingerprints(diagnostics: readonly Diagnostic[]): string[] {
  const seen = new Map<string, number>();
  return diagnostics.map(({ code, message, span }) => {
    const key = [code, span.file, message].join('\n');
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return textHash(count === 1 ? key : `${key}\n${count}`);
  });
}
