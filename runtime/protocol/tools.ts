/** `tools/list` and `tools/call`: the same in both eras. */
import type { CallTool } from '../call.ts';
import type { ServerDescriptor, ToolDescriptor } from '../descriptor.ts';
import { clip } from '../language/describe.ts';
import { isObject } from '../language/json.ts';
import { nearest } from '../language/nearest.ts';
import type { Members, Request, RpcError } from './message.ts';
import { RPC } from './message.ts';

/** A server as the protocol sees it. */
export interface Served {
  readonly descriptor: ServerDescriptor;
  readonly tools: ReadonlyMap<string, CallTool>;
  /** The `tools` member of `tools/list` as JSON text; made once, since it can be large. */
  readonly list: () => string;
}

/** How a request is answered: at once, with an error (`status` is what HTTP says then, 200 where absent), or by a tool. */
export type Reply =
  | { readonly kind: 'result'; readonly result: string }
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
  readonly wrap: (members: string) => string;
}

/** Puts a server's tools together for the protocol. */
export function serveTools(descriptor: ServerDescriptor, prepare: (tool: ToolDescriptor) => CallTool): Served {
  let list: string | undefined;
  return {
    descriptor,
    tools: new Map(descriptor.tools.map((tool) => [tool.name, prepare(tool)])),
    list: () => (list ??= `"tools":${JSON.stringify(descriptor.tools.map(listed))}`),
  };
}

/** The fields of a tool that clients may see. */
function listed({ name, title, description, inputSchema, outputSchema, annotations }: ToolDescriptor): object {
  return { name, title, description, inputSchema, outputSchema, annotations };
}

/** There is one page only, so no cursor was ever given out; an empty one is a client's way of having none. */
export function cursorError({ cursor }: Members): Reply | undefined {
  return cursor === undefined || cursor === null || cursor === ''
    ? undefined
    : refuse(RPC.invalidParams, 'Unknown cursor: all tools are on the first page.');
}

/** Finds the tool of a `tools/call`; an unknown name is an error that says so (EXT §4.1 rule 2). */
export function replyToCall({ tools }: Served, { name, arguments: args = {} }: Members): Reply {
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
  return { kind: 'call', tool, args };
}

/** An error as a reply. */
export function refuse(code: number, message: string, data?: RpcError['data']): ErrorReply {
  return { kind: 'error', error: { code, message, ...(data !== undefined && { data }) } };
}

/** The error for a method that a tool server does not have in this era. */
export function unknownMethod({ method }: Request, status = 200): Reply {
  return { ...refuse(RPC.unknownMethod, `Unknown method: ${clip(method)}.`), status };
}
