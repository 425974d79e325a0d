/** The way of one call: arguments → deadline → behaviour → result → envelope. */
import { commandRun } from './behaviours/command.ts';
import { handlerRun } from './behaviours/handler.ts';
import { httpRun } from './behaviours/http.ts';
import type { Run, Workshop } from './behaviours/run.ts';
import type { OpenCall, ProgressSink } from './context.ts';
import { openCall } from './context.ts';
import type { ToolDescriptor } from './descriptor.ts';
import type { ResultMembers } from './envelope.ts';
import { sealFailure, sealSuccess } from './envelope.ts';
import type { ToolFailure } from './failure.ts';
import { failure, isFailure } from './failure.ts';
import type { JsonObject } from './language/json.ts';
import { ownMember } from './language/json.ts';
import type { Schema } from './language/schema.ts';
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
  readonly tool: ToolDescriptor;
  readonly surroundings: CallSurroundings;
  readonly checkArguments: Validator;
  readonly checkData: Validator;
  readonly run: Run;
  /** Milliseconds. */
  readonly deadline: number;
}

const ANY_OBJECT: Schema = { type: 'object' };

/** Makes a tool callable. Nothing is built before its first call, so that a server with many tools starts at once. */
export function prepareTool(tool: ToolDescriptor, surroundings: CallSurroundings): CallTool {
  let machine: Machine | undefined;
  return (args, progress) => {
    const open = openCall(surroundings.env, (line) => surroundings.log(`${tool.name}: ${line}`), progress);
    const finish = (value: unknown): ResultMembers => {
      open.close();
      return seal(value, tool, surroundings, machine);
    };
    try {
      machine ??= buildMachine(tool, surroundings);
      const value = start(machine, args, open);
      return { outcome: value instanceof Promise ? value.then(finish) : finish(value), abort: open.abort };
    } catch (thrown) {
      return { outcome: finish(crash(thrown, tool, surroundings)), abort: open.abort };
    }
  };
}

function buildMachine(tool: ToolDescriptor, surroundings: CallSurroundings): Machine {
  return {
    tool,
    surroundings,
    checkArguments: compileSchema(tool.inputSchema),
    checkData: compileSchema(ownMember(tool.outputSchema.properties, 'data') ?? ANY_OBJECT),
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

function deadlineOf(tool: ToolDescriptor, { server }: CallSurroundings): number {
  const own = tool.timeout_ms ?? server.limits.timeout_ms;
  if (tool.behaviour.kind !== 'http') return own;
  return Math.min(own, ownMember(server.connections, tool.behaviour.connection)?.timeout_ms ?? own);
}

function start(machine: Machine, given: unknown, open: OpenCall): unknown {
  const checked = machine.checkArguments(given);
  if ('issues' in checked) {
    return failure(
      'invalid_arguments',
      checked.issues.map(({ message }) => message).join(' '),
      'Correct the arguments as the error says, then call the tool again.',
    );
  }
  // Proved by the schema, whose type is "object".
  const value = machine.run(checked.value as JsonObject, open.call);
  return isThenable(value) ? withDeadline(value, machine, open) : value;
}

/** Settles with the work or at the deadline, whichever comes first; never rejects. */
function withDeadline(work: PromiseLike<unknown>, machine: Machine, open: OpenCall): Promise<unknown> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      open.abort('timeout');
      resolve(timedOut(machine.deadline));
    }, machine.deadline);
    const settle = (value: unknown): void => {
      clearTimeout(timer);
      resolve(value);
    };
    Promise.resolve(work).then(settle, (thrown: unknown) => settle(crash(thrown, machine.tool, machine.surroundings)));
  });
}

function timedOut(deadline: number): ToolFailure {
  return failure(
    'timeout',
    `The tool did not finish within ${deadline / 1000} seconds.`,
    'Ask for less at once, or try again later; if it was to change something, check first whether it did.',
  );
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

function seal(value: unknown, tool: ToolDescriptor, surroundings: CallSurroundings, machine?: Machine): ResultMembers {
  if (isFailure(value)) return sealFailure(value, surroundings.redact);
  const checked = machine?.checkData(value) ?? { issues: [] };
  if ('issues' in checked) {
    return seal(
      badResult(checked.issues.map(({ message }) => message).join(' '), tool, surroundings),
      tool,
      surroundings,
    );
  }
  try {
    return sealSuccess(checked.value);
  } catch (thrown) {
    return seal(badResult(String(thrown), tool, surroundings), tool, surroundings);
  }
}

function badResult(detail: string, tool: ToolDescriptor, { log }: CallSurroundings): ToolFailure {
  const reference = newReference();
  log(`${tool.name}: result ${reference} does not fit what the tool promises: ${detail}`);
  return failure(
    'bad_result',
    `The tool's answer was not in the form that it promises (reference ${reference}).`,
    'Calling again with the same arguments will not help; use another tool or tell the user the reference.',
  );
}

/** What a handler threw: a failure counts as returned, anything else is a fault that only the log may tell. */
function crash(thrown: unknown, tool: ToolDescriptor, { log }: CallSurroundings): ToolFailure {
  if (isFailure(thrown)) return thrown;
  const reference = newReference();
  log(`${tool.name}: failure ${reference}: ${stackOf(thrown)}`);
  return failure(
    'internal_error',
    `The tool failed inside (reference ${reference}).`,
    'Try once more; if it fails again, use another tool or tell the user the reference, which the server log explains.',
  );
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown === 'string' ? thrown : `a thrown ${typeof thrown}`;
  const cause = thrown.cause === undefined ? '' : `\ncaused by ${stackOf(thrown.cause)}`;
  return (thrown.stack ?? thrown.message) + cause;
}

function newReference(): string {
  return crypto.randomUUID().slice(0, 8);
}
