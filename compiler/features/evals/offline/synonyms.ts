/** Which other terms can replace a term of a request. */
import { stem } from '../../../check/analysis/names/name-words.ts';
import { SAME_THINGS } from './synonym-lexicon.ts';

const BY_TERM: ReadonlyMap<string, readonly string[]> = synonymsByTerm();

export function synonymsOf(term: string): readonly string[] {
  return BY_TERM.get(term) ?? [];
}

function synonymsByTerm(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const group of SAME_THINGS) {
    const terms = group.map(stem);
    for (const term of terms) {
      const others = found.get(term) ?? new Set();
      for (const other of terms) if (other !== term) others.add(other);
      found.set(term, others);
    }
  }
  return new Map([...found].map(([term, others]) => [term, [...others]]));
}
