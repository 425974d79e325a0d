/** Behaviour `handler`: the author's own function. */
import type { HandlerBehaviour } from '../descriptor.ts';
import { failure } from '../failure.ts';
import { ownMember } from '../language/json.ts';
import type { Run, Workshop } from './run.ts';

/** Finds the handler; without one the tool answers a failure, so that the other tools still work. */
export function handlerRun(behaviour: HandlerBehaviour, { handlers }: Workshop): Run {
  const handler = ownMember(handlers, behaviour.export);
  if (typeof handler !== 'function') {
    return () =>
      failure(
        'handler_missing',
        'This tool is listed but its code is missing from the server.',
        'Use another tool, or tell the user that this server was built without it.',
      );
  }
  // The arguments were checked against the schema that the handler's types were printed from.
  return (args, call) => handler(args as never, call);
}
