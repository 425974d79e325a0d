/** A call in steps: the checks before its work, and the work. */
import type { Call } from '../../server/context.ts';
import type { ToolFailure } from '../../server/failure.ts';
import { isFailure } from '../../server/failure.ts';
import type { JsonObject } from '../../language/json.ts';
import type { RunTool } from './run.ts';

/** Makes one step ready for a set of arguments, or returns the failure. */
export type PrepareStep = (args: JsonObject, call: Call) => ToolFailure | (() => Promise<unknown>);

/** Nothing starts before every step is ready, and the first failure is the last thing that happens. */
export function inOrder(steps: readonly PrepareStep[]): RunTool {
  return async (args, call) => {
    const ready: (() => Promise<unknown>)[] = [];
    for (const step of steps) {
      const go = step(args, call);
      if (isFailure(go)) return go;
      ready.push(go);
    }
    let value: unknown;
    for (const go of ready) {
      value = await go();
      if (isFailure(value)) return value;
    }
    return value;
  };
}
