/** The hints of MCP about the effects of a tool: which became more severe, which less. */
import type { ToolAnnotations } from '@haft/runtime';
import type { ToolPlan } from '../../plan/model.ts';
import type { Detect, ToolPair } from '../change.ts';
import { differing } from './changed.ts';

type Hint = keyof ToolAnnotations;

/** The safe value of each hint, and the key of the spec that it comes from. */
const HINTS: readonly {
  readonly hint: Hint;
  readonly calm: boolean;
  readonly key: string;
  readonly ofWrites: boolean;
}[] = [
  { hint: 'readOnlyHint', calm: true, key: 'effects', ofWrites: false },
  { hint: 'destructiveHint', calm: false, key: 'effects', ofWrites: true },
  { hint: 'idempotentHint', calm: true, key: 'idempotent', ofWrites: true },
  { hint: 'openWorldHint', calm: false, key: 'open_world', ofWrites: false },
];

/** Of the hints that moved away from their safe value, or back to it, the values before and after. */
export function effectsMoved(how: 'widened' | 'narrowed'): Detect<ToolPair> {
  return ({ before, after }, report) => {
    if (!before || !after) return;
    const [old, now] = [before.annotations, after.annotations];
    const hints = movedHints(old, now).filter(({ hint, calm }) => (how === 'widened' ? old : now)[hint] === calm);
    if (hints[0]) report({ path: [hints[0].key], before: valuesOf(old, hints), after: valuesOf(now, hints) });
  };
}

/** Differences of what is listed as annotations beyond those of `effectsMoved`. */
export function otherHints({ before, after }: ToolPair): ReturnType<typeof differing> {
  if (!before || !after || (before.hints === undefined && after.hints === undefined)) return undefined;
  const moved = movedHints(before.annotations, after.annotations).map(({ hint }) => hint);
  const others = ({ hints, annotations }: ToolPlan): object => {
    const listed = Object.entries(hints === undefined ? annotations : (hints ?? {}));
    return Object.fromEntries(listed.filter(([key]) => !moved.some((hint) => hint === key)));
  };
  return differing(others(before), others(after));
}

/** MCP: the hints about destruction and repetition have no meaning if a tool only reads. */
function movedHints(old: ToolAnnotations, now: ToolAnnotations): typeof HINTS {
  const isRead = old.readOnlyHint && now.readOnlyHint;
  return HINTS.filter(({ hint, ofWrites }) => old[hint] !== now[hint] && !(isRead && ofWrites));
}

function valuesOf(annotations: ToolAnnotations, hints: typeof HINTS): Record<string, boolean> {
  return Object.fromEntries(hints.map(({ hint }) => [hint, annotations[hint]]));
}
