/** What a call would send or start, step by step: the checks before it, the call itself, and the reads after it. */
import { type OneResult, callOnce } from '@haft/runtime/try';
import type { Behavior, ToolDescriptor } from '@haft/runtime';
import { compileAdapter } from '@haft/runtime/language';
import { BEHAVIORS } from '../../spec/behaviors/index.ts';
import { checksIn } from '../../spec/behaviors/steps.ts';
import { type OutgoingMessage, traceFetch, tracedRun, tracedUpstreams } from './print-call.ts';
import { unsentStatements } from './statements.ts';

interface DryRun {
  readonly sent: readonly OutgoingMessage[];
  /** The arguments as the behavior gets them; absent where they were rejected. */
  readonly args?: unknown;
  /** The failure of a call that would send nothing. */
  readonly failed?: OneResult;
}

type Call = Omit<Parameters<typeof callOnce>[0], 'tool'>;

/** Nothing is sent and nothing started, in no step. */
export async function dryRun(tool: ToolDescriptor, call: Call): Promise<DryRun> {
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
  const sent: OutgoingMessage[] = [];
  for (const step of stepsOf(tool)) {
    const first = await firstOf(step, { ...call, args: { ...Object(args), ...namesRead(tool) } });
    if (!('kind' in first)) return { sent, args, failed: first };
    sent.push(first);
  }
  return { sent, args };
}

/** What only a check could find out is shown as its name in capital letters. */
function namesRead({ behavior }: ToolDescriptor): Readonly<Record<string, string>> {
  const own = 'let' in behavior ? (behavior.let ?? {}) : {};
  const names = [...checksIn(behavior).flatMap((check) => Object.keys(check.let ?? {})), ...Object.keys(own)];
  return Object.fromEntries(names.map((name) => [name, name.toUpperCase()]));
}

/** Each step as a tool of its own; none where a dry run could not stop it. */
function stepsOf(tool: ToolDescriptor): ToolDescriptor[] {
  const { behavior } = tool;
  if (notShown(behavior.kind) !== undefined) return [];
  const { before = [], verify = [], ...own } = { before: undefined, verify: undefined, ...behavior };
  const ofKind = (step: object): object => ({ ...step, kind: behavior.kind });
  const steps = [...before.map(ofKind), own, ...verify.map(ofKind)];
  const read = Object.fromEntries(Object.keys(namesRead(tool)).map((name) => [name, {}]));
  const inputSchema = { ...tool.inputSchema, properties: { ...read, ...tool.inputSchema.properties } };
  return steps.map((step) => ({ ...tool, inputSchema, behavior: step as Behavior }));
}

/** Why nothing of such a tool is shown. */
export function notShown(kind: Behavior['kind']): string | undefined {
  return BEHAVIORS.find(({ key }) => key === kind)?.notShown;
}

/** The first thing that a step sends, or the failure without anything sent. A request for a token is not a step. */
async function firstOf(tool: ToolDescriptor, call: Call): Promise<OutgoingMessage | OneResult> {
  let first: OutgoingMessage | undefined;
  let token: OutgoingMessage | undefined;
  let stop = (): void => {};
  const tracer = {
    sent(one: OutgoingMessage): boolean | Response {
      if (first === undefined && token === undefined && one.kind === 'request' && one.forToken) {
        token = one;
        return Response.json({ access_token: 'of-a-dry-run', token_type: 'Bearer' });
      }
      first ??= one;
      // Nothing more is to be seen: no further try is waited for.
      stop();
      return false;
    },
    returned: () => {},
  };
  const restore = traceFetch(tracer);
  try {
    const { behavior } = tool;
    const watchUpstreams = behavior.kind === 'mcp' ? tracedUpstreams(tracer, behavior, true) : undefined;
    const { result, abort } = callOnce({
      ...call,
      tool,
      runProgram: tracedRun(tracer),
      watchDatabases: () => unsentStatements(tracer, call.server, behavior),
      ...(watchUpstreams && { watchUpstreams }),
    });
    stop = abort;
    const outcome = await result;
    return first ?? token ?? outcome;
  } finally {
    restore();
  }
}
