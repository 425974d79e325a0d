/** The way of one call: coercion → validation → limits → deadline → behavior → result → envelope. */
import type { BehaviorTable, Run, Workshop } from './behaviors/run.ts';
import { deadlineOf } from './behaviors/run.ts';
import { coerce } from './coerce.ts';
import { isContent } from './content.ts';
import type { OpenCall, ProgressSink, RequestFor } from './context.ts';
import { openCall } from './context.ts';
import type { Behavior, ErrorCase, ToolDescriptor } from './descriptor.ts';
import type { ResultMembers } from './envelope.ts';
import { sealFailure, sealSuccess } from './envelope.ts';
import type { ToolFailure } from './failure.ts';
import { isFailure, thrownFailure } from './failure.ts';
import { invalidResult, busy, internalError, invalidArguments, rateLimited, timedOut } from './call-failures.ts';
import type { Allowance, Gate } from './gate.ts';
import type { JsonObject } from './language/json.ts';
import { ownMember } from './language/json.ts';
import type { CompileSchema, Validator } from './language/validate.ts';
import type { Log } from './log.ts';
import { printable } from './printable.ts';
import type { Redact } from './redact.ts';

/** A tool that is ready to be called, by a client that has an allowance; a failure in place of arguments is the answer. */
export type CallTool = (args: unknown, allowance: Allowance, progress?: ProgressSink) => RunningCall;

/** A call under way, or already over when nothing in it had to wait. */
export interface RunningCall {
  readonly outcome: ResultMembers | Promise<ResultMembers>;
  /** Aborts the work: the client cancelled or the server stops. Whatever the outcome is then, nobody reads it. */
  readonly abort: (reason: string) => void;
}

/** What a call needs besides its tool. */
export interface CallContext extends Omit<Workshop, 'tool'> {
  readonly gate: Gate;
  readonly log: Log;
  /** The handlers under way, by the names of their tools: one of them may end the process. */
  readonly running?: Map<OpenCall, string> | undefined;
  readonly compile: CompileSchema;
  readonly behaviors: BehaviorTable;
  /** For handlers: without it nothing else can ask for requests. */
  readonly requestSender?: ((workshop: Workshop) => RequestFor) | undefined;
}

interface Machine {
  readonly checkArguments: Validator;
  readonly checkData: Validator;
  readonly run: Run;
  /** Milliseconds. */
  readonly deadline: number;
  readonly late: ErrorCase | undefined;
}

/** One call on its way. */
interface Way {
  readonly machine: Machine;
  readonly open: OpenCall;
  readonly gate: Gate;
}

/** Makes a tool callable. Nothing is built before its first call, so that a server with many tools starts at once. */
export function prepareTool(tool: ToolDescriptor, surroundings: CallContext): CallTool {
  const { env, redact, gate } = surroundings;
  const running = tool.behavior.kind === 'handler' ? surroundings.running : undefined;
  const log: Log = (line, level) => surroundings.log(line, level, tool.name);
  const say = (line: string): void => log(line);
  const machine = once(() => buildMachine(tool, surroundings));
  const place = { env, log: say, requestFor: surroundings.requestSender?.({ ...surroundings, tool }) };
  return (args, allowance, progress) => {
    const open = openCall(place, progress);
    running?.set(open, tool.name);
    const finish = (work: () => unknown): ResultMembers => {
      open.close();
      running?.delete(open);
      return seal(work, () => machine().checkData, redact, log);
    };
    try {
      const value = start({ machine: machine(), open, gate }, args, allowance);
      const outcome = value instanceof Later ? value.settled.then(finish) : finish(() => value);
      return { outcome, abort: open.abort };
    } catch (thrown) {
      return { outcome: finish(() => rethrow(thrown)), abort: open.abort };
    }
  };
}

/** The one place where a call gets its answer, whatever the work gave or threw, and whatever it does when looked at. */
function seal(work: () => unknown, checkData: () => Validator, redact: Redact, log: Log): ResultMembers {
  try {
    const value = work();
    const sealed = isFailure(value) ? value : sealData(value, checkData(), redact, log);
    return typeof sealed === 'string' ? sealed : told(sealed, redact, log);
  } catch (thrown) {
    const failed = thrownFailure(thrown) ?? internalError(thrown, log);
    try {
      return told(failed, redact, log);
    } catch (broken) {
      return told(internalError(broken, log), redact, log);
    }
  }
}

function told(failed: ToolFailure, redact: Redact, log: Log): ResultMembers {
  const sealed = sealFailure(failed, redact);
  log(`failed: ${printable(failed.code)}`, 'debug');
  return sealed;
}

function buildMachine(tool: ToolDescriptor, surroundings: CallContext): Machine {
  const workshop = { ...surroundings, tool };
  const { inputSchema, outputSchema } = tool;
  const { compile } = surroundings;
  const check = compile(inputSchema, inputSchema);
  return {
    checkArguments: surroundings.server.coerce ? coercing(check, tool) : check,
    checkData: compile(ownMember(outputSchema.properties, 'data') ?? { type: 'object' }, outputSchema),
    run: chooseRun(workshop, surroundings.behaviors),
    deadline: deadlineOf(workshop),
    late: tool.on_timeout,
  };
}

/** Only what does not fit as it is gets a second try. */
function coercing(check: Validator, { inputSchema }: ToolDescriptor): Validator {
  return (value) => {
    const checked = check(value);
    return 'issues' in checked ? check(coerce(value, inputSchema)) : checked;
  };
}

function chooseRun<Kind extends Behavior['kind']>(workshop: Workshop, behaviors: BehaviorTable): Run {
  // The table has one of its own for each kind, which no type can follow through a lookup.
  const behavior = workshop.tool.behavior as Extract<Behavior, { kind: Kind }>;
  const makeRun = behaviors[behavior.kind as Kind];
  if (makeRun === undefined) throw new Error(`this server does not carry the behavior "${behavior.kind}"`);
  return makeRun(behavior, workshop);
}

function start({ machine, open, gate }: Way, given: unknown, allowance: Allowance): unknown {
  if (isFailure(given)) return given;
  const checked = machine.checkArguments(given);
  if ('issues' in checked) return invalidArguments(checked.issues);
  const seconds = allowance();
  if (seconds > 0) return rateLimited(seconds);
  // Proved by the schema, whose type is "object".
  const args = checked.value as JsonObject;
  const value = gate.enter(open, () => machine.run(args, open.call), busy);
  return isThenable(value) ? new Later(withDeadline(value, machine, open)) : value;
}

/** Work that takes longer; the runtime's own mark, since a value of a handler may only look like a promise. */
class Later {
  readonly settled: Promise<() => unknown>;
  constructor(settled: Promise<() => unknown>) {
    this.settled = settled;
  }
}

/** Settles with the work's end or at the deadline, whichever comes first; never rejects. */
function withDeadline(work: PromiseLike<unknown>, { deadline, late }: Machine, open: OpenCall): Promise<() => unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      open.abort('timeout');
      resolve(() => timedOut(deadline, late));
    }, deadline);
    const settle = (end: () => unknown): void => {
      clearTimeout(timer);
      resolve(end);
    };
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

function sealData(value: unknown, checkData: Validator, redact: Redact, log: Log): ResultMembers | ToolFailure {
  const content = isContent(value) ? value : undefined;
  const checked = checkData(content === undefined ? value : content.data);
  if ('issues' in checked) return invalidResult(checked.issues.map(({ message }) => message).join(' '), log);
  try {
    return sealSuccess(checked.value, content?.blocks, redact);
  } catch (thrown) {
    return invalidResult(printable(thrown), log);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
