/** The way of one call: arguments → deadline → behaviour → result → envelope. */
import { commandRun } from './behaviours/command.ts';
import { handlerRun } from './behaviours/handler.ts';
import { httpRun } from './behaviours/http.ts';
import type { Run, Workshop } from './behaviours/run.ts';
import type { Call, OpenCall, ProgressSink } from './context.ts';
import { openCall } from './context.ts';
import type { ToolDescriptor } from './descriptor.ts';
import type { ResultMembers } from './envelope.ts';
import { sealFailure, sealSuccess } from './envelope.ts';
import type { ToolFailure } from './failure.ts';
import { isFailure } from './failure.ts';
import { badResult, crashed, invalidArguments, timedOut } from './faults.ts';
import type { JsonObject } from './language/json.ts';
import { ownMember } from './language/json.ts';
import type { Validator } from './language/validate.ts';
import { compileSchema } from './language/validate.ts';
import type { Redact } from './redact.ts';

/** A tool that is ready to be called. */
export type CallTool = (args: unknown, progress?: ProgressSink) => RunningCall;

/** A call under way, or already over when nothing in it had to wait. */
export interface RunningCall {
  readonly outcome: ResultMembers | Promise<ResultMembers>;
  /** Aborts the work: the client cancelled or the server stops. Whatever the outcome is then, nobody reads it. */
  readonly abort: (reason: string) => void;
}

/** What a call needs besides its tool. */
export interface CallSurroundings extends Omit<Workshop, 'tool'> {
  readonly redact: Redact;
  readonly log: (line: string) => void;
}

interface Machine {
  readonly checkArguments: Validator;
  readonly checkData: Validator;
  readonly run: Run;
  /** Milliseconds. */
  readonly deadline: number;
}

/** Makes a tool callable. Nothing is built before its first call, so that a server with many tools starts at once. */
export function prepareTool(tool: ToolDescriptor, surroundings: CallSurroundings): CallTool {
  const { env, redact } = surroundings;
  const log: Call['log'] = (line) => surroundings.log(`${tool.name}: ${line}`);
  const machine = once(() => buildMachine(tool, surroundings));
  return (args, progress) => {
    const open = openCall(env, log, progress);
    const finish = (value: unknown): ResultMembers => {
      open.close();
      const sealed = isFailure(value) ? value : sealData(value, machine().checkData, log);
      return typeof sealed === 'string' ? sealed : sealFailure(sealed, redact);
    };
    try {
      const value = start(machine(), args, open, log);
      return { outcome: value instanceof Promise ? value.then(finish) : finish(value), abort: open.abort };
    } catch (thrown) {
      return { outcome: finish(crashed(thrown, log)), abort: open.abort };
    }
  };
}

function buildMachine(tool: ToolDescriptor, surroundings: CallSurroundings): Machine {
  return {
    checkArguments: compileSchema(tool.inputSchema),
    checkData: compileSchema(ownMember(tool.outputSchema.properties, 'data') ?? { type: 'object' }),
    run: chooseRun({ ...surroundings, tool }),
    deadline: deadlineOf(tool, surroundings),
  };
}

function chooseRun(workshop: Workshop): Run {
  const { behaviour } = workshop.tool;
  switch (behaviour.kind) {
    case 'http':
      return httpRun(behaviour, workshop);
    case 'command':
      return commandRun(behaviour, workshop);
    default:
      return handlerRun(behaviour, workshop);
  }
}

/** A connection's time limit is a deadline too: the earlier one holds. */
function deadlineOf({ behaviour, timeout_ms }: ToolDescriptor, { server }: CallSurroundings): number {
  const own = timeout_ms ?? server.limits.timeout_ms;
  if (behaviour.kind !== 'http') return own;
  return Math.min(own, ownMember(server.connections, behaviour.connection)?.timeout_ms ?? own);
}

function start(machine: Machine, given: unknown, open: OpenCall, log: Call['log']): unknown {
  const checked = machine.checkArguments(given);
  if ('issues' in checked) return invalidArguments(checked.issues);
  // Proved by the schema, whose type is "object".
  const value = machine.run(checked.value as JsonObject, open.call);
  return isThenable(value) ? withDeadline(value, machine.deadline, open, log) : value;
}

/** Settles with the work or at the deadline, whichever comes first; never rejects. */
function withDeadline(
  work: PromiseLike<unknown>,
  deadline: number,
  open: OpenCall,
  log: Call['log'],
): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      open.abort('timeout');
      resolve(timedOut(deadline));
    }, deadline);
    const settle = (value: unknown): void => {
      clearTimeout(timer);
      resolve(value);
    };
    Promise.resolve(work).then(settle, (thrown: unknown) => settle(crashed(thrown, log)));
  });
}

function sealData(value: unknown, checkData: Validator, log: Call['log']): ResultMembers | ToolFailure {
  const checked = checkData(value);
  if ('issues' in checked) return badResult(checked.issues.map(({ message }) => message).join(' '), log);
  try {
    return sealSuccess(checked.value);
  } catch (thrown) {
    return badResult(String(thrown), log);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
