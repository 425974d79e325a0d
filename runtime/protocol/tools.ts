/** `tools/list` and `tools/call`, and the seam for what a server has beside its tools: the same in both eras. */
import type { CallTool } from '../call.ts';
import { inexactArgument } from '../call-failures.ts';
import type { ServerDescriptor, SkillTable, ToolDescriptor } from '../descriptor.ts';
import { clip } from '../language/describe.ts';
import { isObject } from '../language/json.ts';
import { nearest } from '../language/nearest.ts';
import type { ByName } from '../printed.ts';
import { lazily } from '../printed.ts';
import type { Redact } from '../redact.ts';
import type { Redacted } from '../redacted.ts';
import { frame } from '../redacted.ts';
import type { Members, Request, RpcError } from './message.ts';
import { RPC } from './message.ts';

/** A server as the protocol sees it. */
export interface Served {
  readonly descriptor: ServerDescriptor;
  readonly tools: ByName<CallTool>;
  /** The `tools` member of `tools/list` as JSON text; made once, since it can be large. */
  readonly list: () => Redacted;
  readonly redact: Redact;
  readonly extension?: Extension | undefined;
}

/** What a server offers beside its tools. */
export interface Extension {
  /** Stands beside that of the tools. */
  readonly capabilities: object;
  /** The members of a result as JSON text, or an error; nothing for an unknown method. */
  readonly reply: (request: Request) => Redacted | ErrorReply | undefined;
}

/** Makes an extension of a server's skills. */
export type ExtendBySkills = (skills: SkillTable, redact: Redact) => Extension;

/** How a request is answered: at once, with an error (`status` is the HTTP status, 200 by default), or by a tool. */
export type Reply =
  | { readonly kind: 'result'; readonly result: Redacted }
  | ErrorReply
  | { readonly kind: 'call'; readonly tool: CallTool; readonly args: unknown };

/** An error of the protocol as a reply. */
export interface ErrorReply {
  readonly kind: 'error';
  readonly error: RpcError;
  readonly status?: number;
}

/** An era of MCP: what it answers, and how it wraps the members of a result. */
export interface Era {
  readonly reply: (request: Request) => Reply;
  readonly wrap: (members: Redacted) => Redacted;
}

/** Puts a server's tools together for the protocol. */
export function serveTools(
  descriptor: ServerDescriptor,
  prepare: (tool: ToolDescriptor) => CallTool,
  redact: Redact,
  extendBySkills?: ExtendBySkills,
): Served {
  let list: Redacted | undefined;
  const { printed } = descriptor;
  const listedText = (): string => `[${(printed?.map((tool) => tool[1]) ?? descriptor.tools.map(listed)).join()}]`;
  return {
    descriptor,
    tools: printed ? lazily(printed, prepare) : new Map(descriptor.tools.map((tool) => [tool.name, prepare(tool)])),
    list: () => (list ??= frame`"tools":${redact.jsonText(listedText())}`),
    extension: descriptor.skills && extendBySkills?.(descriptor.skills, redact),
    redact,
  };
}

/** The fields of a tool that clients may see, as `PrintedTool` has them. */
function listed({ name, title, description, inputSchema, outputSchema, annotations }: ToolDescriptor): string {
  return JSON.stringify({ name, title, description, inputSchema, outputSchema, annotations });
}

/** There is one page only, so no cursor was ever given out; an empty one is a client's way of having none. */
export function cursorError({ cursor }: Members): ErrorReply | undefined {
  return cursor === undefined || cursor === null || cursor === ''
    ? undefined
    : refuse(RPC.invalidParams, 'Unknown cursor: all tools are on the first page.');
}

/** Finds the tool of a `tools/call`; an unknown name is a protocol error (EXT §4.1 rule 2). */
export function replyToCall({ tools }: Served, { params, inexact }: Request): Reply {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') return refuse(RPC.invalidParams, '"name" must be the name of a tool.');
  const tool = tools.get(name);
  if (tool === undefined) {
    const meant = nearest(name, tools.keys());
    return refuse(
      RPC.invalidParams,
      `Unknown tool: ${clip(name)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    );
  }
  if (!isObject(args)) return refuse(RPC.invalidParams, '"arguments" must be an object.');
  return { kind: 'call', tool, args: inexact === undefined ? args : inexactArgument(inexact) };
}

/** An error as a reply. */
export function refuse(code: number, message: string, data?: RpcError['data']): ErrorReply {
  return { kind: 'error', error: { code, message, ...(data !== undefined && { data }) } };
}

/** The extension's reply to a method other than those of tools; an error for an unknown method. */
export function replyBeyondTools(
  { extension }: Served,
  request: Request,
  wrap: Era['wrap'],
  unknownStatus = 200,
): Reply {
  const members = extension?.reply(request);
  if (members === undefined)
    return { ...refuse(RPC.unknownMethod, `Unknown method: ${clip(request.method)}.`), status: unknownStatus };
  return typeof members === 'string' ? { kind: 'result', result: wrap(members) } : members;
}

/** The capabilities of the server, the same in both eras. */
export function capabilitiesOf({ extension }: Served): object {
  return { tools: { listChanged: false }, ...extension?.capabilities };
}
