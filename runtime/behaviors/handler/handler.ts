/** Behavior `handler`: the author's own function. */
import type { HandlerBehavior, ServerDescriptor } from '../../descriptor/descriptor.ts';
import { requiredAmong } from '../../server/environment.ts';
import { failure } from '../../server/failure.ts';
import { ownMember } from '../../language/json.ts';
import type { Log } from '../../server/log.ts';
import { requireModule } from '../../language/require-module.ts';
import { type LazyMembers, handlerCalls } from './call.ts';
import type { BehaviorContext, BehaviorRunner, HandlerParts, Handlers, RunTool } from '../shared/run.ts';

export const handler: BehaviorRunner<HandlerBehavior> = {
  kind: 'handler',
  // Code may read any of them at any place: it starts when all are set.
  needs: (_behavior, { env }) => requiredAmong(Object.keys(env), env),
  run: handlerRun,
};

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
  const forHandler = handlerCalls(context.env, membersOf(context, behavior));
  // The arguments were checked against the schema that the handler's types were printed from.
  return (args, call) => authored(args as never, forHandler(call) as never);
}

function membersOf(context: BehaviorContext, behavior: HandlerBehavior): LazyMembers {
  const lazy = <T>(what: string, find: (parts: HandlerParts) => MakeMember<T> | undefined): (() => T) => {
    let value: T | undefined;
    return () => (value ??= requireModule(find(context.handlerParts ?? {}), `call.${what}`)(context, behavior));
  };
  return {
    request: lazy('request', ({ request }) => request),
    run: lazy('run', ({ run }) => run),
    file: lazy('file', ({ file }) => file),
    ask: lazy('ask', ({ ask }) => ask),
  };
}

type MakeMember<T> = (context: BehaviorContext, behavior: HandlerBehavior) => T;

/** The compiler has checked that the functions of printed tools exist. */
export function warnOfMissing(handlers: Handlers, { printed, tools }: ServerDescriptor, log: Log): void {
  for (const { name: tool, behavior } of printed ? [] : tools) {
    if (behavior.kind !== 'handler' || typeof ownMember(handlers, behavior.export) === 'function') continue;
    log(`no handler "${behavior.export}": calls of this tool will fail`, 'warn', tool);
  }
}
