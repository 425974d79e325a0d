/** All behaviors by kind. A new one is a file and its line here. */
import type { Behavior } from '../descriptor.ts';
import { command } from './command.ts';
import { file } from './file.ts';
import { handler } from './handler.ts';
import { http } from './http.ts';
import type { BehaviorContext, BehaviorRunner, Run } from './run.ts';

const BEHAVIORS: { readonly [B in Behavior as B['kind']]: BehaviorRunner<B> } = { http, command, file, handler };

/** The work of a tool, and the milliseconds that a call of it may take. */
export function prepareBehavior(context: BehaviorContext): { readonly run: Run; readonly deadline: number } {
  const { behavior } = context.tool;
  // The table holds each kind under its own name, which a union cannot express.
  const { run, deadline } = BEHAVIORS[behavior.kind] as BehaviorRunner<Behavior>;
  return { run: run(behavior, context), deadline: deadline(behavior, context) };
}
