/** A tool of the Plan as the runtime takes it, and one call over a wire of ours: what it sends goes to the wire, and what the wire gives is the answer. */
import type { OneResult, ProgramCall, ProgramEnd, PutForm, RunTransaction, Upstreams } from '@haft/runtime/try';
import { callOnce, formsOnTerminal } from '@haft/runtime/try';
import { driversFor } from './ask-database.ts';
import type { Behavior, ServerDescriptor, ToolDescriptor } from '@haft/runtime';
import { serverDescriptor, toolDescriptor } from '../../emit/server/descriptor.ts';
import { throughOf } from '../../plan/adapter.ts';
import type { PlannedTool } from '../../plan/named-tools.ts';

export interface CallToMake {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
  readonly args: unknown;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface CallWire {
  /** Takes the place of the global one during the call; not used where the tool calls another MCP server. */
  readonly fetch: typeof fetch;
  readonly runProgram: (program: ProgramCall) => Promise<ProgramEnd>;
  readonly upstreams: (upstreams: Upstreams) => Upstreams;
  readonly databases: (databases: RunTransaction) => RunTransaction;
  /** Whether the call waits between requests, as that of a service does that is busy. */
  readonly waits: boolean;
  /** Shows what the tool asks the user; it cannot ask where absent. */
  readonly ask?: PutForm | undefined;
}

/** Of a user who has agreed to the call: what the tool asks to confirm is confirmed. */
export const CONFIRMED: PutForm = formsOnTerminal(undefined, true);

const NO_WAIT = { now: () => performance.now(), sleep: () => Promise.resolve() };

export async function callOver(wire: CallWire, call: CallToMake): Promise<OneResult> {
  const { fetch } = globalThis;
  const { server, tool } = call;
  const { ask } = wire;
  // The last tool does the work of one that is deprecated with `via`.
  const { behavior } = tool.behavior.kind === 'via' ? (server.tools.at(-1) ?? tool) : tool;
  const { kind } = behavior;
  const takeFetch = (): void => {
    if (kind === 'http') globalThis.fetch = wire.fetch;
  };
  const giveBack = (): void => void (globalThis.fetch = fetch);
  // While a person reads the question, what else is sent is not that of this call.
  const apart =
    (put: PutForm): PutForm =>
    (...form) => {
      giveBack();
      return put(...form).finally(takeFetch);
    };
  takeFetch();
  try {
    return await callOnce({
      ...call,
      write: () => {},
      runProgram: wire.runProgram,
      drivers: await driversFor(behavior),
      watchDatabases: wire.databases,
      ...(kind === 'mcp' && { watchUpstreams: wire.upstreams }),
      ask: ask && apart(ask),
      ...(!wire.waits && { clock: NO_WAIT }),
    }).result;
  } finally {
    giveBack();
  }
}

/** With another MCP server that is not connected: its tool is the reviewed one. */
export function sessionAsReviewed(behavior: Behavior) {
  const { tool, pin = null } = behavior.kind === 'mcp' ? behavior : { tool: '' };
  return {
    tools: () => Promise.resolve([]),
    pins: () => Promise.resolve(new Map([[tool, pin]])),
    whyNot: () => undefined,
    request: () => Promise.resolve({}),
    close: () => Promise.resolve(),
    about: {},
  };
}

export function descriptorsOf({ server, tool }: PlannedTool) {
  const described = toolDescriptor(tool, server.limits);
  const through = throughOf(tool, server.tools).map((one) => toolDescriptor(one, server.limits));
  return {
    server: { ...serverDescriptor(server, server.tools), tools: [described, ...through] },
    tool: described,
    /** The tool that does its work: another one where it is deprecated with `via`. */
    work: through.at(-1) ?? described,
  };
}
