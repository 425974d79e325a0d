/** Limits of a server or of a tool that were tightened or loosened. */
import type { Detect, Pair } from '../change.ts';

interface Limited {
  readonly limits?: Readonly<Record<string, number | undefined>>;
}

/** Of each limit that has moved in this direction, the values before and after; one that is absent limits nothing. */
export function limitsMoved(direction: 'tightened' | 'loosened'): Detect<Pair<object>> {
  return ({ before, after }, report) => {
    if (!before || !after) return;
    const [{ limits: old = {} }, { limits: now = {} }] = [before, after] as [Limited, Limited];
    for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const change = (now[name] ?? Infinity) - (old[name] ?? Infinity);
      if (direction === 'tightened' ? change < 0 : change > 0)
        report({ path: ['limits', name], before: old[name], after: now[name] });
    }
  };
}
