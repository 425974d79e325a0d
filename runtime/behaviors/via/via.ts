/** Behavior `via`: a call of a deprecated tool as a call of another tool of its server, whose limits, checks and failures it has. */
import type { ServerDescriptor, ToolDescriptor, ViaBehavior } from '../../descriptor/descriptor.ts';
import { adaptResult, compileAdapter } from '../../language/adapter.ts';
import type { Json, JsonObject } from '../../language/json.ts';
import { invalidArguments, invalidResult } from '../../server/call-failures.ts';
import { content, isContent } from '../../server/content.ts';
import type { Call } from '../../server/context.ts';
import { isFailure } from '../../server/failure.ts';
import type { RunningHandlers } from '../../server/running-handlers.ts';
import { type PreparedTool, isThenable } from '../shared/run.ts';

interface ThroughContext {
  readonly server: ServerDescriptor;
  readonly running?: RunningHandlers | undefined;
}

/** The work of a tool that leads through another one of its server, under its own name. */
export function runThrough<Context extends ThroughContext>(
  own: ToolDescriptor,
  context: Context,
  prepare: (target: ToolDescriptor, context: Context) => PreparedTool,
): Pick<PreparedTool, 'run' | 'deadline' | 'late'> | undefined {
  const { behavior } = own;
  if (behavior.kind !== 'via') return undefined;
  const { server } = context;
  const target = server.tools.find(({ name }) => name === behavior.tool);
  if (!target) throw new Error(`unknown tool "${behavior.tool}"`);
  const { run, deadline, late, ...checks } = prepare({ ...target, name: own.name }, context);
  const running = target.behavior.kind === 'handler' ? context.running?.of(own.name) : undefined;
  const count = (more: 1 | -1): void => {
    if (running) running.count += more;
  };
  const argumentsOf = compileAdapter(behavior, own.inputSchema, target.inputSchema);
  return {
    deadline: own.timeout_ms ?? deadline,
    late: own.on_timeout ?? late,
    run(args, call) {
      const checked = checks.checkArguments(argumentsOf(args));
      if ('issues' in checked) return invalidArguments(checked.issues);
      const finish = (result: unknown): unknown => {
        count(-1);
        return own.results === 'raw' ? result : resultOf(result, behavior, checks, call);
      };
      const fail = (thrown: unknown): never => {
        count(-1);
        throw thrown;
      };
      count(1);
      try {
        const value = run(checked.value, call);
        return isThenable(value) ? value.then(finish, fail) : finish(value);
      } catch (thrown) {
        return fail(thrown);
      }
    },
  };
}

/** The result is checked as one of the tool that made it, then read as one of the older tool, which checks it again. */
function resultOf(
  outcome: unknown,
  { result }: ViaBehavior,
  { checkData }: Pick<PreparedTool, 'checkData'>,
  { log }: Call,
): unknown {
  if (isFailure(outcome)) return outcome;
  const checked = checkData(isContent(outcome) ? outcome.data : outcome);
  if ('issues' in checked) return invalidResult(checked.issues.map(({ message }) => message).join(' '), log);
  const data = result ? adaptResult(result, checked.value as Json) : checked.value;
  return isContent(outcome) ? content(outcome.blocks, data as JsonObject) : data;
}
