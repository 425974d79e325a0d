/** All behaviors, in the order in which docs and messages list them; add a new one here. */
import type { Static } from '../shape/build.ts';
import type { Schema } from '@haft/runtime/language';
import { memoizeBy } from '../../base/memo.ts';
import type { Behavior } from '@haft/runtime';
import type { Blocks, BehaviorUse, PlacedStep, ToolContext } from './behavior.ts';
import { command } from './command.ts';
import { file } from './file.ts';
import { handler } from './handler.ts';
import { http } from './http.ts';
import { mcp } from './mcp.ts';
import { sql } from './sql.ts';

export const BEHAVIORS = [http, command, file, sql, mcp, handler] as const;

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

/** Whether a call can be answered with content blocks of its own. */
export function blocksOf(planned: Behavior): Blocks {
  if (planned.kind === 'via') return planned.blocks ?? 'never';
  // Those of the tool that is called.
  if (planned.kind === 'find') return 'sometimes';
  const deciding = BEHAVIORS.map((one) => one.blocks(planned)).find((blocks) => blocks !== 'never');
  return deciding ?? 'never';
}

/** Whether every result of a tool is content blocks. */
export function showsBlocks(tool: BehaviorKeys): boolean {
  const planned = BEHAVIORS.flatMap((one) => one.plan(tool, { exportName: '', programs: {} }) ?? []);
  return planned.some((one) => blocksOf(one) === 'always');
}

/** Whether a result has a declared structure: any object is what a tool without `returns` has. */
export function declaresData(returns: Schema): boolean {
  return Object.keys(returns).some((key) => key !== 'type');
}
