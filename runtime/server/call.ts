/** One call: coercion → validation → limits → deadline → behavior → result → envelope. */
import {
  type BehaviorContext,
  type BehaviorRunner,
  type BehaviorTable,
  type RunTool,
  dataSchema,
  isThenable,
  ownDeadline,
} from '../behaviors/shared/run.ts';
import { requireModule } from '../language/require-module.ts';
import type { requiringOne } from '../language/at-least-one.ts';
import type { coercing } from './coerce.ts';
import type { runThrough } from '../behaviors/via/via.ts';
import { type AttachDialog, type OpenCall, type ProgressSink, openCall } from './context.ts';
import type { Behavior, ErrorCase, ToolDescriptor } from '../descriptor/descriptor.ts';
import { type ResultMembers, type Sealing, readable, sealBlocks, sealFailure, sealSuccess } from './envelope.ts';
import { missingVariable } from './environment.ts';
import { type ToolFailure, isFailure, repeatOf, thrownFailure } from './failure.ts';
import { busy, internalError, invalidArguments, invalidResult, rateLimited, timedOut } from './call-failures.ts';
import type { Limiter, RateLimiter } from './limits.ts';
import type { JsonObject } from '../language/json.ts';
import type { limitTool } from './tool-limits.ts';
import type { CompileSchema, Validator } from '../language/validate.ts';
import { type Log, type LogCall, reportError } from './log.ts';
import { isContent } from './content.ts';
import { type CallOutcome, insteadOf } from './instead.ts';
import type { askFirst } from '../asking/before-call.ts';
import { type Trace, traceId } from './trace.ts';
import type { CallUser } from './user.ts';
import type { Redact } from '../redaction/redact.ts';

/** A tool that is ready to be called, by a client that has an allowance; a failure in place of arguments is the answer. */
export type CallTool = (
  args: unknown,
  allowance: RateLimiter,
  progress?: ProgressSink,
  client?: unknown,
  user?: CallUser,
  trace?: Trace,
  attach?: AttachDialog,
) => RunningCall;

/** A call under way, or already over when nothing in it had to wait. */
export interface RunningCall {
  readonly outcome: CallOutcome | Promise<CallOutcome>;
  /** The code of its failure, once it is over. */
  readonly failed?: () => string | undefined;
  /** Aborts the work: the client cancelled or the server stops. The outcome is then discarded. */
  readonly abort: (reason: string) => void;
}

/** The context of a call other than its tool. */
export interface CallContext extends Omit<BehaviorContext, 'tool'> {
  readonly gate: Limiter;
  readonly log: Log;
  readonly logCall?: LogCall | undefined;
  /** The handlers under way, by the names of their tools: one of them may end the process. */
  readonly running?: Map<object, string> | undefined;
  readonly compile: CompileSchema;
  readonly behaviors: BehaviorTable;
  /** For servers with `coerce: true`. */
  readonly coercing?: typeof coercing | undefined;
  /** For tools with `at_least_one:`. */
  readonly requiringOne?: typeof requiringOne | undefined;
  /** For tools with `results: raw`. */
  readonly rawSealing?: RawSealing | undefined;
  /** For tools that ask the user. */
  readonly askFirst?: typeof askFirst | undefined;
  /** For deprecated tools with `via`. */
  readonly via?: typeof runThrough | undefined;
  /** For limits of tools, and of the size of results. */
  readonly limitTool?: typeof limitTool | undefined;
}

/** What a tool needs for its calls; made before the first one. */
interface PreparedTool {
  readonly checkArguments: Validator;
  readonly checkData: Validator;
  readonly run: RunTool;
  /** Milliseconds. */
  readonly deadline: number;
  readonly late: ErrorCase | undefined;
}

/** One call under way. */
interface CallState {
  readonly prepared: PreparedTool;
  readonly open: OpenCall;
  readonly gate: Limiter;
  readonly limited: ReturnType<typeof limitTool>;
}

/** Makes a tool callable. Nothing is built before its first call, so that a server with many tools starts at once. */
export function prepareTool(tool: ToolDescriptor, context: CallContext): CallTool {
  const { redact } = context;
  const limited = context.limitTool?.(tool, context);
  const gate = limited?.gate ?? context.gate;
  const running = tool.behavior.kind === 'handler' ? context.running : undefined;
  const raw = rawSealingOf(tool, context);
  const plain: Log = (line, level) => context.log(line, level, tool.name);
  let ready: PreparedTool | undefined;
  const prepared = (): PreparedTool => (ready ??= prepareSteps(tool, context));
  return (args, allowance, progress, client, user, trace, attach) => {
    if (!isFailure(args)) context.logCall?.(tool.name, args, client, user?.subject);
    const log: Log = trace ? (line, level) => context.log(line, level, tool.name, { trace_id: traceId(trace) }) : plain;
    const open = openCall(log, progress, { user, trace });
    attach?.(open);
    let code: string | undefined;
    const failed = (): string | undefined => code;
    const note = (reason: string): void => void (code = reason);
    running?.set(open, tool.name);
    const finish = (work: () => unknown): CallOutcome => {
      open.close();
      running?.delete(open);
      return seal(work, { tool, raw, note, checkData: () => prepared().checkData, limited }, redact, log);
    };
    try {
      const value = start({ prepared: prepared(), open, gate, limited }, args, allowance);
      const outcome = value instanceof Later ? value.settled.then(finish) : finish(() => value);
      return { outcome, failed, abort: open.abort };
    } catch (thrown) {
      return { outcome: finish(() => rethrow(thrown)), failed, abort: open.abort };
    }
  };
}

function prepareSteps(tool: ToolDescriptor, context: CallContext): PreparedTool {
  const checkArguments = argumentCheck(tool, context);
  const work = context.via?.(tool, context, prepareSteps) ?? prepareBehavior({ ...context, tool });
  const asks = tool.confirm ?? tool.ask;
  return {
    checkArguments,
    checkData: context.compile(dataSchema(tool) ?? { type: 'object' }, tool.outputSchema ?? {}),
    late: tool.on_timeout,
    ...work,
    ...(asks && { run: requireModule(context.askFirst, 'asking')(tool, checkArguments, work.run) }),
  };
}

/** The work of a tool, and the milliseconds that a call of it may take. */
function prepareBehavior(context: WorkContext): Pick<PreparedTool, 'run' | 'deadline'> {
  const { behavior } = context.tool;
  // The table holds each kind under its own name, which a union cannot express.
  const runner = context.behaviors[behavior.kind] as BehaviorRunner<Behavior> | undefined;
  const { needs, run, deadline } = requireModule(runner, `the behavior "${behavior.kind}"`);
  const { server, env } = context;
  const missing = missingVariable(needs(behavior, server), server.env, env);
  return {
    run: missing ? () => missing : withUser(run(behavior, context), context),
    deadline: deadline?.(behavior, context) ?? ownDeadline(context),
  };
}

type WorkContext = BehaviorContext & Pick<CallContext, 'behaviors'>;

function withUser(run: RunTool, context: WorkContext): RunTool {
  return context.userValues?.wrap(run, context) ?? run;
}

/** Checks the arguments of a call, and gives them with their defaults. */
export function argumentCheck(
  { inputSchema, at_least_one }: ToolDescriptor,
  context: Pick<CallContext, 'compile' | 'server' | 'requiringOne' | 'coercing'>,
): Validator {
  const { compile, server } = context;
  const own = compile(inputSchema, inputSchema);
  const check = at_least_one ? requireModule(context.requiringOne, 'at_least_one')(own, at_least_one) : own;
  return server.coerce ? requireModule(context.coercing, 'coercion')(check, inputSchema) : check;
}

function start({ prepared, open, gate, limited }: CallState, input: unknown, allowance: RateLimiter): unknown {
  if (isFailure(input)) return input;
  const checked = prepared.checkArguments(input);
  if ('issues' in checked) return invalidArguments(checked.issues);
  const wait = limited?.allow(allowance) ?? 0;
  if (wait > 0) return rateLimited(wait, ' of this tool');
  const seconds = allowance();
  if (seconds > 0) return rateLimited(seconds);
  // Proved by the schema, whose type is "object".
  const args = checked.value as JsonObject;
  const value = gate.enter(open, allowance, () => prepared.run(args, open.call), busy);
  return isThenable(value) ? new Later(withDeadline(value, prepared, open)) : value;
}

/** Work that takes longer; the runtime's own mark, since a value of a handler may only look like a promise. */
class Later {
  readonly settled: Promise<() => unknown>;
  constructor(settled: Promise<() => unknown>) {
    this.settled = settled;
  }
}

/** Settles with the work's end or at the deadline, whichever comes first; never rejects. */
function withDeadline(
  work: PromiseLike<unknown>,
  { deadline, late }: PreparedTool,
  open: OpenCall,
): Promise<() => unknown> {
  return new Promise((resolve) => {
    const expire = (): void => {
      open.abort('timeout');
      resolve(() => open.unfinished(timedOut(deadline, late)));
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
      (thrown: unknown) => settle(() => rethrow(thrown)),
    );
  });
}

function rethrow(thrown: unknown): never {
  throw thrown;
}

/** Makes results without envelope; `structured`: the tool has an output schema. */
type RawSealing = (structured: boolean) => Sealing;

/** The only place where the result of a call is made, for anything that the work returned or threw. */
function seal(work: () => unknown, sealed: Sealed, redact: Redact, log: Log): CallOutcome {
  const { tool, raw, note, limited } = sealed;
  const reported = (failed: ToolFailure): ResultMembers => {
    const members = (raw?.failure ?? sealFailure)(failed, redact);
    const { code } = readable(failed, redact);
    note(code);
    log(`failed: ${code}`, 'debug');
    return members;
  };
  try {
    const value = work();
    if (isFailure(value)) return reported(value);
    const reply = raw
      ? orInternalError(log, () => raw.success(value, limited?.redact ?? redact))
      : sealData(value, sealed, redact, log);
    return typeof reply === 'string' ? reply : reported(reply);
  } catch (thrown) {
    const other = insteadOf(thrown);
    if (other) return other;
    const failed = thrownFailure(thrown) ?? internalError(thrown, repeatOf(tool), log);
    try {
      return reported(failed);
    } catch (broken) {
      return reported(internalError(broken, repeatOf(tool), log));
    }
  }
}

interface Sealed {
  readonly tool: ToolDescriptor;
  /** For results without envelope. */
  readonly raw: Sealing | undefined;
  readonly checkData: () => Validator;
  /** Is told the code of a failure. */
  readonly note: (code: string) => void;
  readonly limited: ReturnType<typeof limitTool>;
}

/** `results: raw` of a tool; undefined for the envelope of EXT §2.4. */
function rawSealingOf(
  { results, outputSchema }: ToolDescriptor,
  { rawSealing }: { readonly rawSealing?: RawSealing | undefined },
): Sealing | undefined {
  return results === 'raw'
    ? requireModule(rawSealing, 'results without envelope')(outputSchema !== undefined)
    : undefined;
}

function sealData(
  value: unknown,
  { tool, checkData, limited }: Sealed,
  own: Redact,
  log: Log,
): ResultMembers | ToolFailure {
  const redact = limited?.redact ?? own;
  const content = isContent(value) ? value : undefined;
  const checked = checkData()(content === undefined ? value : content.data);
  if ('issues' in checked) return invalidResult(checked.issues.map(({ message }) => message).join(' '), log);
  const data = checked.value;
  return orInternalError(log, () =>
    content
      ? sealBlocks({ blocks: content.blocks, data }, tool.outputSchema !== undefined, redact)
      : sealSuccess(data, redact),
  );
}

function orInternalError(log: Log, make: () => ResultMembers): ResultMembers | ToolFailure {
  try {
    return make();
  } catch (thrown) {
    return thrownFailure(thrown) ?? invalidResult(reportError(thrown), log);
  }
}
