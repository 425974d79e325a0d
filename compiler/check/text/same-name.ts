/** Parts whose name another one before them has: each with the first one. */
import type { Located } from '../model.ts';

export function sameNames<P extends Located<{ readonly name: string }>>(
  parts: readonly P[],
  keyOf: (part: P) => string = ({ spec }) => spec.name,
): [later: P, first: P][] {
  const firsts = new Map<string, P>();
  return parts.flatMap((part): [P, P][] => {
    const first = firsts.get(keyOf(part));
    if (first) return [[part, first]];
    firsts.set(keyOf(part), part);
    return [];
  });
}
