/** One call of a tool in this process, as its server would run it; or only what it would send or start, step by step: the checks before it, the call itself, and the reads after it. */
import type { OneResult, BoundStatement, RunTransaction, StatementRows, TransactionCall } from '@haft/runtime/try';
import { callOnce } from '@haft/runtime/try';
import type { Behavior, ServerDescriptor, SqlStep, ToolDescriptor } from '@haft/runtime';
import { compileAdapter, ownMember } from '@haft/runtime/language';
import { askedNames } from '../../spec/behaviors/behavior.ts';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import { checksIn } from '../../spec/behaviors/steps.ts';
import {
  type OutgoingMessage,
  traceFetch,
  tracedRun,
  tracedUpstreams,
  type CallTracer,
  returnedText,
  sentText,
  tokensIn,
} from './print-call.ts';
import { type PutForm, createRedact, redactFor } from '@haft/runtime/try';
import { descriptorsOf } from '../../edge/calls/call-over.ts';
import { onEndingSignal } from '../../edge/command-line/streams.ts';
import { driversFor } from '../../edge/calls/ask-database.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';

interface DryRun {
  readonly sent: readonly OutgoingMessage[];
  /** The arguments as the behavior gets them; absent where they were rejected. */
  readonly args?: unknown;
  /** The failure of a call that would send nothing. */
  readonly failed?: OneResult;
}

type Call = Omit<Parameters<typeof callOnce>[0], 'tool'>;

/** Nothing is sent and nothing started, in no step; so nothing is asked. */
export async function dryRun(asking: ToolDescriptor, call: Call): Promise<DryRun> {
  const { ask, confirm: _confirm, requires: _requires, ...tool } = asking;
  let args: unknown;
  const echo = { ...tool, behavior: { kind: 'handler', export: 'echo' } } as const;
  const handlers = { echo: (input: unknown) => ((args = input), {}) };
  const { result } = callOnce({ ...call, tool: echo, handlers });
  const checked = await result;
  if (args === undefined) return { sent: [], failed: checked };
  const { behavior } = tool;
  const target = behavior.kind === 'via' && call.server.tools.find(({ name }) => name === behavior.tool);
  if (target)
    return dryRun(target, {
      ...call,
      args: compileAdapter(behavior, tool.inputSchema, target.inputSchema)(Object(args)),
    });
  const gaps = askedNames(ask).filter((name) => ownMember(Object(args), name) === undefined);
  const complete = { ...Object(args), ...inCapitals(gaps) };
  const names = [...gaps, ...namesRead(tool)];
  const sent: OutgoingMessage[] = [];
  for (const step of stepsOf(tool, names)) {
    const first = await firstOf(step, { ...call, args: { ...complete, ...inCapitals(names) } });
    if (!('kind' in first)) return { sent, args: complete, failed: first };
    sent.push(first);
  }
  return { sent, args: complete };
}

/** A dry run of a tool, with what is sent as text. */
export async function shownDryRun(planned: PlannedTool, args: unknown) {
  const { server, tool, work } = descriptorsOf(planned);
  const { text: redact } = redactFor(server, process.env);
  const dry = await dryRun(tool, { server, args, variables: process.env, write: () => {} });
  const nothing = notShown(work.behavior.kind) ?? 'Nothing is sent.';
  return { ...dry, redact, nothing, text: dry.sent.map((sent) => sentText(sent, redact)).join('\n') };
}

/** What only the user or a check could give is shown as its name in capital letters. */
function inCapitals(names: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, name.toUpperCase()]));
}

function namesRead({ behavior }: ToolDescriptor): readonly string[] {
  const own = 'let' in behavior ? (behavior.let ?? {}) : {};
  return [...checksIn(behavior).flatMap((check) => Object.keys(check.let ?? {})), ...Object.keys(own)];
}

/** Each step as a tool of its own, in which any value of these names fits; none where a dry run could not stop it. */
function stepsOf(tool: ToolDescriptor, names: readonly string[]): ToolDescriptor[] {
  const { behavior } = tool;
  if (notShown(behavior.kind) !== undefined) return [];
  const { before = [], verify = [], ...own } = { before: undefined, verify: undefined, ...behavior };
  const ofKind = (step: object): object => ({ ...step, kind: behavior.kind });
  const steps = [...before.map(ofKind), own, ...verify.map(ofKind)];
  const open = Object.fromEntries(names.map((name) => [name, {}]));
  const inputSchema = { ...tool.inputSchema, properties: { ...tool.inputSchema.properties, ...open } };
  return steps.map((step) => ({ ...tool, inputSchema, behavior: step as Behavior }));
}

/** Why nothing of such a tool is shown. */
function notShown(kind: Behavior['kind']): string | undefined {
  return BEHAVIORS.find(({ key }) => key === kind)?.notShown;
}

/** The first thing that a step sends, or the failure without anything sent. A request for a token is not a step. */
async function firstOf(tool: ToolDescriptor, call: Call): Promise<OutgoingMessage | OneResult> {
  let first: OutgoingMessage | undefined;
  let token: OutgoingMessage | undefined;
  const tracer = {
    sent(one: OutgoingMessage): boolean | Response {
      if (first === undefined && token === undefined && one.kind === 'request' && one.forToken) {
        token = one;
        return Response.json({ access_token: 'of-a-dry-run', token_type: 'Bearer' });
      }
      first ??= one;
      return false;
    },
    returned: () => {},
  };
  const restore = traceFetch(tracer);
  try {
    const { behavior } = tool;
    const watchUpstreams = behavior.kind === 'mcp' ? tracedUpstreams(tracer, behavior, true) : undefined;
    const { result } = callOnce({
      ...call,
      tool,
      runProgram: tracedRun(tracer),
      watchDatabases: () => unsentStatements(tracer, call.server, behavior),
      ...(watchUpstreams && { watchUpstreams }),
    });
    const outcome = await result;
    return first ?? token ?? outcome;
  } finally {
    restore();
  }
}

/** Nothing is connected. */
function unsentStatements({ sent }: CallTracer, server: ServerDescriptor, behavior: Behavior): RunTransaction {
  const steps = behavior.kind === 'sql' ? (behavior.steps ?? [behavior]) : [];
  return (call) => {
    const statements: BoundStatement[] = [];
    for (const _step of steps) {
      const bound = call.next(steps.slice(0, statements.length).map((step) => rowsUnknown(step, steps)));
      if (bound && 'values' in bound) statements.push(bound);
    }
    sent({ kind: 'statement', shown: { ...frameOf(server, call, statements), statements: statements.map(shownOf) } });
    return Promise.resolve({ kind: 'aborted' });
  };
}

/** Each statement as it leaves, and how the transaction ended. */
function tracedStatements({ sent, returned }: CallTracer, server: ServerDescriptor) {
  return (run: RunTransaction): RunTransaction =>
    async (call) => {
      const before = performance.now();
      const next: TransactionCall['next'] = (done) => {
        const bound = call.next(done);
        const { database, transaction } = frameOf(server, call, bound && 'values' in bound ? [bound] : []);
        const frame = { database, transaction: done.length === 0 ? transaction : [] };
        if (bound && 'values' in bound) sent({ kind: 'statement', shown: { ...frame, statements: [shownOf(bound)] } });
        return bound;
      };
      const end = await run({ ...call, next });
      returned({ kind: 'transaction', of: end, ms: performance.now() - before });
      return end;
    };
}

const shownOf = ({ text, values }: BoundStatement) => ({ text, values: values.map(({ json }) => json) });

/** In which transaction statements run. */
function frameOf(
  { databases = {} }: ServerDescriptor,
  { database, reads }: TransactionCall,
  [first, ...others]: readonly BoundStatement[],
) {
  const { role, settings = {}, timeout_ms } = databases[database] ?? {};
  const transaction = [
    reads ? 'start transaction read only' : 'start transaction',
    ...(role === undefined ? [] : [`role ${role}`]),
    ...Object.entries(settings).map(([name, value]) => `${name} = ${value}`),
    `timeout ${timeout_ms} ms`,
    ...(first && first.fetch > 0 && first.isLast && others.length === 0 ? [`at most ${first.fetch} rows`] : []),
  ];
  return { database, transaction };
}

/** Values that only the database knows are shown as their names in capital letters. */
function rowsUnknown({ name = '', expect = 1 }: Partial<SqlStep>, steps: readonly object[]): StatementRows {
  const used = JSON.stringify(steps).matchAll(/\{steps\.(\w+)\.(\w+)/g);
  const columns = [...used].filter(([, step]) => step === name).map(([, , column = '']) => column);
  const row = columns.map((column) => [column, `${name}.${column}`.toUpperCase()] as const);
  return { rows: [Object.fromEntries(row)], more: false, affected: expect };
}

/** `ask` shows what the tool asks the user. */
export async function callHere(
  target: PlannedTool,
  args: unknown,
  { trace = false, ask }: { readonly trace?: boolean; readonly ask?: PutForm | undefined } = {},
): Promise<OneResult> {
  const { server, tool, work } = descriptorsOf(target);
  const tracer = tracerOf(server, trace);
  const restore = trace ? traceFetch(tracer) : () => {};
  const { behavior } = work;
  const call = {
    server,
    tool,
    args,
    ask,
    isLogged: true,
    variables: process.env,
    write: (line: string) => void process.stderr.write(line),
    runProgram: tracedRun(tracer),
    drivers: await driversFor(behavior),
    watchDatabases: tracedStatements(tracer, server),
    ...(behavior.kind === 'mcp' && { watchUpstreams: tracedUpstreams(tracer, behavior, false) }),
  };
  const { result, abort } = callOnce(call);
  const leave = onEndingSignal(abort);
  try {
    return await result;
  } finally {
    restore();
    leave();
  }
}

/** Prints what is sent and received where `trace` says so; tokens that a response brings are hidden from then on. */
function tracerOf(server: ServerDescriptor, trace: boolean): CallTracer {
  const tokens: string[] = [];
  const { text: hide } = redactFor(server, process.env);
  const redact = (text: string): string => hide(createRedact({}, {}, tokens).text(text));
  return {
    sent(sent) {
      if (trace) process.stderr.write(`→ ${sentText(sent, redact)}\n`);
      return true;
    },
    returned(returned) {
      if (returned.kind === 'response') tokens.push(...tokensIn(returned));
      if (trace) process.stderr.write(`← ${returnedText(returned, redact)}\n`);
    },
  };
}
