/** Plans the behavior of a tool for the runtime, with defaults resolved. */
import type { Behavior } from '@haft/runtime';
import { BEHAVIORS } from '../spec/behaviors/index.ts';
import type { Programs } from '../spec/behaviors/programs.ts';
import type { ToolSpec } from '../check/documents/tool.ts';
import { invariant } from '../base/diagnostic.ts';
import { functionName } from './names.ts';

export function planBehavior(tool: ToolSpec, programs: Programs): Behavior {
  const context = { exportName: functionName(tool.name), programs };
  const [planned] = BEHAVIORS.flatMap((one) => one.plan(tool, context) ?? []);
  invariant(planned, 'rule tool/behaviour lets no tool pass without a behavior');
  return planned;
}
