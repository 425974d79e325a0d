/** Behavior `handler`: the author's own function. */
import type { HandlerBehavior, ServerDescriptor } from '../../descriptor/descriptor.ts';
import { missingVariable } from '../../server/environment.ts';
import { failure } from '../../server/failure.ts';
import { ownMember } from '../../language/json.ts';
import type { Log } from '../../server/log.ts';
import { handlerCalls } from './call.ts';
import { requestSender } from './request.ts';
import type { BehaviorContext, BehaviorRunner, Handlers, RunTool } from '../shared/run.ts';

export const handler: BehaviorRunner<HandlerBehavior> = { kind: 'handler', run: handlerRun };

/** Finds the handler; without one the tool answers a failure, so that the other tools still work. */
function handlerRun(behavior: HandlerBehavior, context: BehaviorContext): RunTool {
  const authored = ownMember(context.handlers, behavior.export);
  if (typeof authored !== 'function') {
    return () =>
      failure(
        'handler_missing',
        'The handler of this tool is missing from the server.',
        'Use another tool, or tell the user that this server was built without the handler.',
      );
  }
  const forHandler = handlerCalls(context.env, requestSender(context));
  const { env: declared } = context.server;
  // Code may read any of them at any place: it starts when all are set.
  const required = Object.keys(declared).filter((name) => declared[name]?.optional === false);
  const missing = missingVariable(required, declared, context.env);
  // The arguments were checked against the schema that the handler's types were printed from.
  return missing === undefined ? (args, call) => authored(args as never, forHandler(call) as never) : () => missing;
}

/** The compiler has checked that the functions of printed tools exist. */
export function warnOfMissing(handlers: Handlers, { printed, tools }: ServerDescriptor, log: Log): void {
  for (const { name: tool, behavior } of printed ? [] : tools) {
    if (behavior.kind !== 'handler' || typeof ownMember(handlers, behavior.export) === 'function') continue;
    log(`no handler "${behavior.export}": calls of this tool will fail`, 'warn', tool);
  }
}
