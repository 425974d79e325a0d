/** Behavior `handler`: the author's own function. */
import type { HandlerBehavior } from '../descriptor.ts';
import { failure } from '../failure.ts';
import { ownMember } from '../language/json.ts';
import type { Run, Workshop } from './run.ts';

/** Finds the handler; without one the tool answers a failure, so that the other tools still work. */
export function handlerRun(behavior: HandlerBehavior, { handlers }: Workshop): Run {
  const handler = ownMember(handlers, behavior.export);
  if (typeof handler !== 'function') {
    return () =>
      failure(
        'handler_missing',
        'The handler of this tool is missing from the server.',
        'Use another tool, or tell the user that this server was built without the handler.',
      );
  }
  // The arguments were checked against the schema that the handler's types were printed from.
  return (args, call) => handler(args as never, call);
}
