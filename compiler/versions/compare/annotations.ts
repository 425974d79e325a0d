/** The hints of MCP about the effects of a tool: which became more severe, which less. */
import type { ToolAnnotations } from '@haft/runtime';
import type { ToolPlan } from '../../plan/model.ts';
import type { ChangeFacts, ToolPair } from '../change.ts';
import { differing } from './changed.ts';

interface Alarms {
  readonly widened: ChangeFacts | undefined;
  readonly narrowed: ChangeFacts | undefined;
}

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

export function alarms({ before, after }: ToolPair): Alarms {
  if (!before || !after) return { widened: undefined, narrowed: undefined };
  const [old, now] = [before.annotations, after.annotations];
  const moved = movedHints(old, now);
  const findingOf = (hints: typeof HINTS): ChangeFacts | undefined => {
    const [first] = hints;
    return first && { path: [first.key], before: valuesOf(old, hints), after: valuesOf(now, hints) };
  };
  return {
    widened: findingOf(moved.filter(({ hint, calm }) => old[hint] === calm)),
    narrowed: findingOf(moved.filter(({ hint, calm }) => now[hint] === calm)),
  };
}

/** Differences of what is listed as annotations beyond those of `alarms`. */
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
