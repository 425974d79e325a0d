/** One call: coercion → validation → limits → deadline → behavior → result → envelope. */
import {
  type BehaviorContext,
  type BehaviorTable,
  type PreparedTool,
  dataSchema,
  isThenable,
  ownDeadline,
  runnerOf,
} from '../behaviors/shared/run.ts';
import { requireModule } from '../language/require-module.ts';
import type { requiringOne } from '../language/at-least-one.ts';
import type { coercing } from './coerce.ts';
import type { runThrough } from '../behaviors/via/via.ts';
import { type CallOrigin, OpenCall } from './context.ts';
import type { ToolDescriptor } from '../descriptor/descriptor.ts';
import type { Sealing } from './envelope.ts';
import { missingVariable } from './environment.ts';
import { isFailure, repeatOf } from './failure.ts';
import { busy, invalidArguments, rateLimited, timedOut } from './call-failures.ts';
import type { Limiter, RateLimiter } from './limits.ts';
import type { JsonObject } from '../language/json.ts';
import type { limitTool } from './tool-limits.ts';
import type { CompileSchema, Validator } from '../language/validate.ts';
import type { Log, LogCall } from './log.ts';
import type { CallOutcome } from './instead.ts';
import { rawSealingOf, seal, sealThrown } from './call-result.ts';
import type { rawSealing } from './raw-results.ts';
import type { askFirst } from '../asking/before-call.ts';
import { traceId } from './trace.ts';
import type { Redact } from '../redaction/redact.ts';
import type { RunningCount, RunningHandlers } from './running-handlers.ts';

/** Optional modules of calls. */
export interface CallModules {
  /** For servers with `coerce: true`. */
  readonly coercing?: typeof coercing | undefined;
  /** For tools with `at_least_one:`. */
  readonly requiringOne?: typeof requiringOne | undefined;
  /** For tools with `results: raw`. */
  readonly rawSealing?: typeof rawSealing | undefined;
  /** For tools that ask the user. */
  readonly askFirst?: typeof askFirst | undefined;
  /** For deprecated tools with `via`. */
  readonly via?: typeof runThrough | undefined;
  /** For limits of tools, and of the size of results. */
  readonly limitTool?: typeof limitTool | undefined;
}

/** A tool that is ready to be called; a failure in place of arguments is the answer. */
export type CallTool = (args: unknown, origin: CallOrigin) => RunningCall;

/** A call under way, or already over when nothing in it had to wait. */
export interface RunningCall {
  readonly outcome: CallOutcome | Promise<CallOutcome>;
  /** Once it is aborted, because the client cancelled or the server stops, the outcome is discarded. */
  readonly open: Pick<OpenCall, 'abort' | 'code'>;
}

/** The context of a call other than its tool. */
export interface CallContext extends Omit<BehaviorContext, 'tool'>, CallModules {
  readonly gate: Limiter;
  readonly log: Log;
  readonly logCall?: LogCall | undefined;
  /** One of them may end the process. */
  readonly running?: RunningHandlers | undefined;
  readonly compile: CompileSchema;
  readonly behaviors: BehaviorTable;
}

/** What all calls of one tool share. */
interface SharedByCalls {
  readonly tool: ToolDescriptor;
  readonly context: CallContext;
  readonly gate: Limiter;
  readonly limited: ReturnType<typeof limitTool>;
  /** For results without envelope. */
  readonly raw: Sealing | undefined;
  /** Redacts results. */
  readonly redact: Redact;
  /** For handlers. */
  readonly running: RunningCount | undefined;
  /** Made before the first call. */
  prepared: PreparedTool | undefined;
}

/**
 * Makes a tool callable. Nothing is built before its first call, so that a server with many tools starts at once; a call
 * whose work has its value at once makes no function and no promise.
 */
export function prepareTool(tool: ToolDescriptor, context: CallContext): CallTool {
  const limited = context.limitTool?.(tool, context);
  const shared: SharedByCalls = {
    tool,
    context,
    limited,
    gate: limited?.gate ?? context.gate,
    raw: rawSealingOf(tool, context),
    redact: limited?.redact ?? context.redact,
    running: tool.behavior.kind === 'handler' ? context.running?.of(tool.name) : undefined,
    prepared: undefined,
  };
  const plain: Log = (line, level) => context.log(line, level, tool.name);
  return (args, origin) => {
    const { trace, client, user } = origin;
    if (context.logCall && !isFailure(args)) context.logCall(tool.name, args, client, user?.subject);
    const log: Log = trace ? (line, level) => context.log(line, level, tool.name, { trace_id: traceId(trace) }) : plain;
    const open = new OpenCall(log, origin);
    origin.attach?.(open);
    if (shared.running) shared.running.count += 1;
    return { open, outcome: run(shared, open, args, origin.allowance) };
  };
}

function run(
  shared: SharedByCalls,
  open: OpenCall,
  args: unknown,
  allowance: RateLimiter,
): CallOutcome | Promise<CallOutcome> {
  let value: unknown;
  try {
    value = start(shared, open, args, allowance);
  } catch (thrown) {
    close(shared, open);
    return sealThrown(thrown, shared, open);
  }
  if (value instanceof Later) return value.settled.then((end) => finish(shared, open, end));
  close(shared, open);
  return seal(value, shared, open);
}

/** Ends a call whose work took longer. */
function finish(shared: SharedByCalls, open: OpenCall, end: () => unknown): CallOutcome {
  close(shared, open);
  try {
    return seal(end(), shared, open);
  } catch (thrown) {
    return sealThrown(thrown, shared, open);
  }
}

function close({ running }: SharedByCalls, open: OpenCall): void {
  open.close();
  if (running) running.count -= 1;
}

function prepareSteps(tool: ToolDescriptor, context: CallContext): PreparedTool {
  const checkArguments = argumentCheck(tool, context);
  const work = context.via?.(tool, context, prepareSteps) ?? prepareBehavior({ ...context, tool });
  const asks = tool.confirm ?? tool.ask ?? tool.requires;
  return {
    checkArguments,
    checkData: context.compile(dataSchema(tool) ?? { type: 'object' }, tool.outputSchema ?? {}),
    late: tool.on_timeout,
    repeat: repeatOf(tool),
    ...work,
    ...(asks && { run: requireModule(context.askFirst, 'asking')(tool, checkArguments, work.run) }),
  };
}

/** The work of a tool, and the milliseconds that a call of it may take. */
function prepareBehavior(
  context: BehaviorContext & Pick<CallContext, 'behaviors'>,
): Pick<PreparedTool, 'run' | 'deadline'> {
  const { behavior } = context.tool;
  const { needs, run, deadline } = runnerOf(context.behaviors, behavior);
  const { server, env } = context;
  const missing = missingVariable(needs(behavior, server), server.env, env);
  const work = missing ? undefined : run(behavior, context);
  return {
    run: work ? (context.userValues?.wrap(work, context) ?? work) : () => missing,
    deadline: deadline?.(behavior, context) ?? ownDeadline(context),
  };
}

/** Checks the arguments of a call, and gives them with their defaults. */
export function argumentCheck(
  { inputSchema, at_least_one }: ToolDescriptor,
  context: Pick<CallContext, 'compile' | 'server' | 'requiringOne' | 'coercing'>,
): Validator<JsonObject> {
  const { compile, server } = context;
  const own = compile(inputSchema, inputSchema);
  const check = at_least_one ? requireModule(context.requiringOne, 'at_least_one')(own, at_least_one) : own;
  return server.coerce ? requireModule(context.coercing, 'coercion')(check, inputSchema) : check;
}

function start(shared: SharedByCalls, open: OpenCall, input: unknown, allowance: RateLimiter): unknown {
  const { gate, limited } = shared;
  const prepared = (shared.prepared ??= prepareSteps(shared.tool, shared.context));
  if (isFailure(input)) return input;
  const checked = prepared.checkArguments(input);
  if ('issues' in checked) return invalidArguments(checked.issues);
  const wait = limited?.allow(allowance);
  if (wait) return rateLimited(wait, ' of this tool');
  const seconds = allowance();
  if (seconds) return rateLimited(seconds);
  const args = checked.value;
  let value: unknown;
  if (gate.take(open, allowance)) value = prepared.run(args, open);
  else {
    open.atDeadline(busy);
    const work = (): unknown => {
      open.atDeadline();
      return prepared.run(args, open);
    };
    value = gate.enter(open, allowance, work, busy);
  }
  return isThenable(value) ? new Later(withDeadline(value, prepared, open)) : value;
}

/** Work that takes longer; the runtime's own mark, since a value of a handler may only look like a promise. */
class Later {
  declare readonly settled: Promise<() => unknown>;
  constructor(settled: Promise<() => unknown>) {
    this.settled = settled;
  }
}

/** Settles with the work's end or at the deadline, whichever comes first; never rejects. */
function withDeadline(
  work: PromiseLike<unknown>,
  { deadline, late, repeat }: PreparedTool,
  open: OpenCall,
): Promise<() => unknown> {
  return new Promise((resolve) => {
    const expire = (): void => {
      open.abort('timeout');
      resolve(() => open.unfinished(timedOut(deadline, repeat, late)));
    };
    open.until(() => setTimeout(expire, deadline));
    const settle = (end: () => unknown): void => {
      open.hold();
      resolve(end);
    };
    open.finish = settle;
    // Not `Promise.resolve`, which looks at the work where what that throws would go astray.
    new Promise((follow) => follow(work)).then(
      (value) => settle(() => value),
      (thrown: unknown) =>
        settle(() => {
          throw thrown;
        }),
    );
  });
}
