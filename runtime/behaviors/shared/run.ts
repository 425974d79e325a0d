/** What behaviors have in common: each becomes one function from arguments to data. */
import type { Validator } from '../../language/validate.ts';
import { requireModule } from '../../language/require-module.ts';
import type { Content } from '../../server/content.ts';
import type { Call } from '../../server/context.ts';
import type {
  Behavior,
  ConnectionDescriptor,
  ErrorCase,
  FailureTest,
  HandlerBehavior,
  OmitTable,
  ResultTable,
  ServerDescriptor,
  ToolDescriptor,
} from '../../descriptor/descriptor.ts';
import type { ProcessVariables } from '../../server/environment.ts';
import { type Repeat, type ToolFailure, failure, isFailure, failUnverified } from '../../server/failure.ts';
import { type JsonObject, ownMember } from '../../language/json.ts';
import type { Schema } from '../../language/schema.ts';
import type { AroundWork } from '../../descriptor/result-descriptor.ts';
import type { CallUser } from '../../server/user.ts';
import type { Upstreams } from '../../upstream/connect.ts';
import type { createPassing } from '../../upstream/questions.ts';
import type { DatabaseModules, RunTransaction } from '../sql/database.ts';
import type { CommandParts } from '../command/parts.ts';
import type { RunProgram } from '../command/process.ts';
import { casesFor } from './failure-cases.ts';
import type { DeclaredEnv, HandlerCall, HandlerMember } from '../handler/call.ts';
import type { ServiceResponse } from './response.ts';
import { type ResultModules, compileResult } from './result.ts';
import type { PartContext, PartModules } from '../http/parts.ts';

/** A tool's work: data, a failure, or a promise of either. A thrown value is never sent to the model. */
export type RunTool = (args: JsonObject, call: Call) => unknown;

/** What a tool needs for its calls. */
export interface PreparedTool {
  readonly checkArguments: Validator<JsonObject>;
  readonly checkData: Validator;
  readonly run: RunTool;
  /** Milliseconds. */
  readonly deadline: number;
  readonly late: ErrorCase | undefined;
  /** Whether the call may be made again after its deadline. */
  readonly repeat: Repeat;
}

/** A tool's work in the author's code, under the name that the tool's behavior has. */
export type Handler<
  Arguments = JsonObject,
  Data = unknown,
  Connection extends string = string,
  Env = DeclaredEnv,
  Program extends string = never,
  Folder extends string = never,
> = (
  args: Arguments,
  call: HandlerCall<Connection, Env, Program, Folder>,
) => Data | Content | ToolFailure | Promise<Data | Content | ToolFailure>;

/** Handlers by name; each takes the arguments of one tool. */
export type Handlers = Readonly<Record<string, Handler<never, unknown, string, never, string, string>>>;

/** Optional modules of behaviors. */
export interface BehaviorModules extends PartModules, ResultModules, DatabaseModules {
  readonly handlerParts?: HandlerParts | undefined;
  readonly commandParts?: CommandParts | undefined;
  /** For upstreams whose questions are passed on. */
  readonly createPassing?: typeof createPassing | undefined;
  /** For templates that name the user of a call. */
  readonly userValues?: UserValues | undefined;
  /** For servers that send on headers of their callers, or exchange their tokens. */
  readonly callerValues?: CallerValues | undefined;
}

/** Everything that a behavior is made from. */
export interface BehaviorContext extends PartContext, BehaviorModules {
  readonly handlers: Handlers;
  /** For tools with `mcp:`. */
  readonly upstreams?: Upstreams | undefined;
  /** Takes the place of the databases: for who only wants to see what would be run. */
  readonly runTransaction?: RunTransaction | undefined;
  /** How programs are run, where not as child processes: for who only wants to see what would be run. */
  readonly runProgram?: RunProgram | undefined;
}

/** For servers whose templates name their users. */
export interface UserValues {
  /** Gives the work of a tool what its templates, connections and database name of the user. */
  readonly wrap: WrapWork;
  /** What these templates name of the user, and by `callers` of the caller. */
  readonly scope: (
    templates: unknown,
    user: CallUser | undefined,
    callers?: CallerValues | undefined,
  ) => JsonObject | ToolFailure;
}

/** For servers that send on headers of their callers, or exchange their tokens. */
export interface CallerValues {
  /** Does the work of a tool in the name of the caller. */
  readonly wrap: WrapWork;
  /** What these templates name of the caller, by the full names of their variables. */
  readonly values: (templates: unknown, user: CallUser | undefined) => JsonObject | ToolFailure;
}

/** The caller of a program without HTTP, by its environment; undefined where that has nothing of one. */
export type CallerHere = (server: ServerDescriptor, variables: ProcessVariables) => CallUser | undefined;

type WrapWork = (run: RunTool, context: BehaviorContext & { readonly behaviors: BehaviorTable }) => RunTool;

/** Makes the members of calls that a generated server includes only where its spec uses them. */
export type HandlerParts = {
  readonly [K in 'request' | 'run' | 'file' | 'ask']?: (
    context: BehaviorContext,
    behavior: HandlerBehavior,
  ) => HandlerMember<K>;
};

/** One kind of behavior. */
export interface BehaviorRunner<B extends Behavior> {
  readonly kind: B['kind'];
  /** The variables without which nothing of a call is begun: those in its templates, and those that it passes on. */
  readonly needs: (behavior: B, server: ServerDescriptor) => readonly string[];
  /** Prepares the work of a tool. */
  readonly run: (behavior: B, context: BehaviorContext) => RunTool;
  /** Milliseconds that a call may take; those of the tool where absent. */
  readonly deadline?: (behavior: B, context: BehaviorContext) => number;
}

/** Runners by kind; a generated server carries those that its tools have. */
export type BehaviorTable = { readonly [B in Behavior as B['kind']]?: BehaviorRunner<B> };

/** The table holds each kind under its own name, which a union cannot express. */
export function runnerOf(table: BehaviorTable, { kind }: Behavior): BehaviorRunner<Behavior> {
  return requireModule(table[kind] as BehaviorRunner<Behavior> | undefined, `the behavior "${kind}"`);
}

/** Whether a tool's work goes on. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Maximum duration of a call of the tool, in milliseconds. */
export function ownDeadline({ server, tool }: BehaviorContext): number {
  return tool.timeout_ms ?? server.limits.timeout_ms;
}

/** The schema of the data of a tool; none where results have no envelope. */
export function dataSchema({ results, outputSchema }: ToolDescriptor): Schema | undefined {
  return results === 'raw' ? undefined : ownMember(outputSchema?.properties ?? {}, 'data');
}

/** A connection by name; the compiler and the types of handlers have checked that it exists. */
export function connectionOf({ server }: BehaviorContext, name: string): ConnectionDescriptor {
  const connection = ownMember(server.connections, name);
  if (connection === undefined) throw new Error(`unknown connection "${name}"`);
  return connection;
}

/** Makes one step ready for a set of arguments, or returns the failure. */
export type PrepareStep = (args: JsonObject, call: Call) => ToolFailure | (() => Promise<unknown>);

/** A step, and the names of the values that it reads for those after it. */
interface OrderedStep {
  readonly prepare: PrepareStep;
  readonly lets: readonly string[];
}

interface Check {
  readonly fails_when?: readonly FailureTest[];
}

type PrepareCheck<C extends Check> = (check: C, read: (answer: ServiceResponse) => unknown) => PrepareStep;

/** The work of a tool with its checks; `unread` is the failure of an answer in which nothing can be found: it has not passed. */
export function checkedWork<C extends Check>(
  { before = [], verify = [], omit, let: lets }: AroundWork<C>,
  context: BehaviorContext,
  work: PrepareStep,
  prepareCheck: PrepareCheck<C>,
  unread: ToolFailure,
): RunTool {
  const stepOf = (table: ResultTable | undefined, prepare: PrepareStep): OrderedStep => {
    return { prepare, lets: Object.keys(table ?? {}) };
  };
  const checkStep = (check: C & { readonly let?: ResultTable }): OrderedStep => {
    const cases = casesFor(context, check.fails_when);
    const judged = ({ json }: ServiceResponse): unknown =>
      cases?.hasTestTargets(check.fails_when, json) === false ? unread : undefined;
    return stepOf(check.let, prepareCheck(check, withLets(check.let, context, judged)));
  };
  return inOrder(before.map(checkStep), stepOf(lets, work), verify.map(checkStep), omit);
}

/** An argument with the value that the author gives for it counts as absent. */
function withoutOmitted(args: JsonObject, omit: OmitTable): JsonObject {
  const copy = { ...args };
  for (const [name, value] of Object.entries(omit))
    if (ownMember(args, name) === value) Reflect.deleteProperty(copy, name);
  return copy;
}

/** What a step with `let` returns: its data, and the values for the steps after it. */
interface DataWithValues {
  readonly data: unknown;
  readonly values: JsonObject;
}

/** Adds the values of `let` to what a step returns; `lost` says what it means that one is not there. */
export function withLets<A extends readonly [ServiceResponse, ...unknown[]]>(
  table: ResultTable | undefined,
  context: BehaviorContext,
  read: (...answer: A) => unknown,
  lost: (failure: ToolFailure) => ToolFailure = (same) => same,
): (...answer: A) => unknown {
  if (table === undefined) return read;
  const readValues = compileResult(table, undefined, context);
  return (...answer) => {
    const data = read(...answer);
    if (isFailure(data)) return data;
    const values = readValues(answer[0]);
    const missing = Object.keys(table).find((name) => (values[name] ?? '') === '');
    if (missing === undefined) return { data, values } satisfies DataWithValues;
    const error = `There is no "${missing}", which the next step needs.`;
    return lost(failure('bad_response', error, 'Check the arguments. If they are correct, tell the user.'));
  };
}

/** Nothing starts before every step is ready, and the first failure is the last thing that happens. */
function inOrder(
  before: readonly OrderedStep[],
  work: OrderedStep,
  verify: readonly OrderedStep[],
  omit: OmitTable = {},
): RunTool {
  const steps = [...before, work, ...verify];
  const names = steps.flatMap(({ lets }) => lets);
  // Until a value has been read, any word shows whether the rest of a step can be built.
  const unknown = Object.fromEntries(names.map((name) => [name, name]));
  return async (input, call) => {
    const args = withoutOmitted(input, omit);
    const ready: (() => Promise<unknown>)[] = [];
    for (const { prepare } of steps) {
      const go = prepare({ ...args, ...unknown }, call);
      if (isFailure(go)) return go;
      ready.push(go);
    }
    const scope = { ...args };
    let isKnown = false;
    const take = async ({ prepare, lets }: OrderedStep, at: number): Promise<unknown> => {
      const go = isKnown ? prepare(scope, call) : ready[at];
      if (isFailure(go)) return unusable(go);
      const done = await go?.();
      if (isFailure(done) || lets.length === 0) return done;
      const { data, values } = done as DataWithValues;
      isKnown = true;
      Object.assign(scope, values);
      return data;
    };
    let data: unknown;
    for (const [at, step] of steps.entries()) {
      const done = await take(step, at);
      if (isFailure(done)) return at > before.length ? failUnverified(done) : done;
      if (at === before.length) data = done;
    }
    return data;
  };
}

function unusable({ error }: ToolFailure): ToolFailure {
  const sentence = `A value that was read for the next step cannot be sent: ${error}`;
  return failure('bad_response', sentence, 'Tell the user. Do not retry.');
}
