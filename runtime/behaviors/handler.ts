/** Behavior `handler`: the author's own function. */
import type { HandlerBehavior } from '../descriptor.ts';
import { failure } from '../failure.ts';
import { ownMember } from '../language/json.ts';
import type { BehaviorContext, BehaviorRunner, Run } from './run.ts';
import { ownDeadline } from './run.ts';

export const handler: BehaviorRunner<HandlerBehavior> = {
  kind: 'handler',
  run: handlerRun,
  deadline: (_behavior, context) => ownDeadline(context),
};

/** Finds the handler; without one the tool answers a failure, so that the other tools still work. */
function handlerRun(behavior: HandlerBehavior, { handlers }: BehaviorContext): Run {
  const authored = ownMember(handlers, behavior.export);
  if (typeof authored !== 'function') {
    return () =>
      failure(
        'handler_missing',
        'The handler of this tool is missing from the server.',
        'Use another tool, or tell the user that this server was built without the handler.',
      );
  }
  // The arguments were checked against the schema that the handler's types were printed from.
  return (args, call) => authored(args as never, call);
}
