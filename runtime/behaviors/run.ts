/** What the three behaviors have in common: each becomes one function from arguments to data. */
import type { Clock } from '../clock.ts';
import type { Content } from '../content.ts';
import type { Call } from '../context.ts';
import type { Behavior, ConnectionDescriptor, ServerDescriptor, ToolDescriptor } from '../descriptor.ts';
import type { Environment } from '../environment.ts';
import type { ToolFailure } from '../failure.ts';
import type { JsonObject } from '../language/json.ts';
import { ownMember } from '../language/json.ts';
import type { Redact } from '../redact.ts';

/** A tool's work: data, a failure, or a promise of either. Whatever it throws stays inside the server. */
export type Run = (args: JsonObject, call: Call) => unknown;

/** A tool's work in the author's own code, under the name that the tool's behavior gives. */
export type Handler<Arguments = JsonObject, Data = unknown, Connection extends string = string> = (
  args: Arguments,
  call: Call<Connection>,
) => Data | Content | ToolFailure | Promise<Data | Content | ToolFailure>;

/** Handlers by name; each takes the arguments of its own tool. */
export type Handlers = Readonly<Record<string, Handler<never>>>;

/** Everything that a behavior is made from. */
export interface Workshop {
  readonly server: ServerDescriptor;
  readonly tool: ToolDescriptor;
  readonly env: Environment;
  readonly handlers: Handlers;
  /** For texts of services and programs, before anything is cut out of them: half a secret would not be found. */
  readonly redact: Redact;
  readonly clock: Clock;
}

/** Makes the work of a tool of each behavior; a generated server carries those that its tools have. */
export type BehaviorTable = {
  readonly [Kind in Behavior['kind']]?: (behavior: Extract<Behavior, { kind: Kind }>, workshop: Workshop) => Run;
};

/** Milliseconds that a call may take. A connection's time limit is a deadline too: the earlier one holds. */
export function deadlineOf({ server, tool }: Workshop): number {
  const { behavior, timeout_ms: own = server.limits.timeout_ms } = tool;
  if (behavior.kind !== 'http') return own;
  return Math.min(own, ownMember(server.connections, behavior.connection)?.timeout_ms ?? own);
}

/** A connection by name; that it is there was checked when the spec was compiled, and by the types of a handler. */
export function connectionOf({ server }: Workshop, name: string): ConnectionDescriptor {
  const connection = ownMember(server.connections, name);
  if (connection === undefined) throw new Error(`unknown connection "${name}"`);
  return connection;
}
