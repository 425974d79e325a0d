/** The hints of MCP about the effects of a tool: which became more severe, which less. */
import type { ToolAnnotations } from '@haft/runtime';
import type { Found, ToolPair } from '../change.ts';

export interface Alarms {
  readonly widened: Found | undefined;
  readonly narrowed: Found | undefined;
}

type Hint = keyof ToolAnnotations;

/** The harmless value of each hint, and the key of the spec that it comes from. */
const HINTS: readonly { readonly hint: Hint; readonly calm: boolean; readonly key: string }[] = [
  { hint: 'readOnlyHint', calm: true, key: 'effects' },
  { hint: 'destructiveHint', calm: false, key: 'effects' },
  { hint: 'idempotentHint', calm: true, key: 'idempotent' },
  { hint: 'openWorldHint', calm: false, key: 'open_world' },
];

export function alarms({ before, after }: ToolPair): Alarms {
  if (!before || !after) return { widened: undefined, narrowed: undefined };
  const [old, now] = [before.annotations, after.annotations];
  const moved = HINTS.filter(({ hint }) => old[hint] !== now[hint]);
  const findingOf = (hints: typeof HINTS): Found | undefined => {
    const [first] = hints;
    return first && { path: [first.key], before: valuesOf(old, hints), after: valuesOf(now, hints) };
  };
  return {
    widened: findingOf(moved.filter(({ hint, calm }) => old[hint] === calm)),
    narrowed: findingOf(moved.filter(({ hint, calm }) => now[hint] === calm)),
  };
}

function valuesOf(annotations: ToolAnnotations, hints: typeof HINTS): Record<string, boolean> {
  return Object.fromEntries(hints.map(({ hint }) => [hint, annotations[hint]]));
}
