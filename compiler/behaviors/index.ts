/** All behaviors, in the order in which docs and messages list them; add a new one here. */
import type { Static } from '../language/build.ts';
import { memoizeBy } from '../memo.ts';
import type { BehaviorUse, PlacedStep, ToolContext } from './behavior.ts';
import { command } from './command.ts';
import { file } from './file.ts';
import { handler } from './handler.ts';
import { http } from './http.ts';
import { mcp } from './mcp.ts';

export const BEHAVIORS = [http, command, file, mcp, handler] as const;

type Cell = (typeof BEHAVIORS)[number];
type Shapes = { readonly [C in Cell as C['key']]: C['shape'] };

/** The keys of a tool that choose its behavior. */
type BehaviorKeys = { readonly [K in keyof Shapes]?: Static<Shapes[K]> };

export const BEHAVIOR_SHAPES = Object.fromEntries(BEHAVIORS.map(({ key, shape }) => [key, shape])) as Shapes;

/** The behaviors of a tool: one, unless its author is mistaken. */
export const behaviorsOf = memoizeBy((tool: BehaviorKeys & ToolContext): readonly BehaviorUse[] => {
  return BEHAVIORS.flatMap((one) => one.use(tool));
});

/** The steps of all of them; paths are below the tool. */
export function allSteps(tool: BehaviorKeys & ToolContext): readonly PlacedStep[] {
  return behaviorsOf(tool).flatMap(({ steps }) => steps);
}
