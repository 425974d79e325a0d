/** Identifies a finding for baselines and code scanning, independent of its line and its message. */
import type { Diagnostic } from '../../base/diagnostic.ts';
import { textHash } from '../../plan/hash.ts';

/** In the order of the diagnostics. Findings of one rule about the same target are numbered. */
export function fingerprints(diagnostics: readonly Diagnostic[]): string[] {
  const counts = new Map<string, number>();
  return diagnostics.map(({ code, span, about }) => {
    const { server, tool, skill, path } = about;
    // Items of a list move when one is inserted: only names are part of the key.
    const names = path.filter((step) => typeof step === 'string');
    const key = JSON.stringify([code, span.file, server, tool, skill, names]);
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return textHash(count === 1 ? key : `${key} ${count}`);
  });
}
