/** `tools/list`, `tools/call` and the methods of extensions: the same in both eras. */
import type { CallTool } from '../call.ts';
import { inexactArgument } from '../call-failures.ts';
import type { ServerDescriptor, ToolDescriptor } from '../descriptor.ts';
import { clip } from '../language/describe.ts';
import { isObject } from '../language/json.ts';
import { nearest } from '../language/nearest.ts';
import type { ByName } from '../printed.ts';
import { lazily } from '../printed.ts';
import type { OptionalModules } from '../optional-modules.ts';
import type { Redact } from '../redact.ts';
import type { Redacted } from '../redacted.ts';
import { frame } from '../redacted.ts';
import type { ErrorReply } from './error-reply.ts';
import { errorReply } from './error-reply.ts';
import type { Extensions } from './extensions.ts';
import { NO_EXTENSIONS } from './extensions.ts';
import type { Request } from './message.ts';
import { RPC } from './message.ts';

/** A server as the protocol sees it. */
export interface Served {
  readonly descriptor: ServerDescriptor;
  readonly tools: ByName<CallTool>;
  /** The `tools` member of `tools/list` as JSON text; made once, since it can be large. */
  readonly list: () => Redacted;
  readonly redact: Redact;
  readonly extensions: Extensions;
}

/** How a request is answered: at once, with an error (`status` is the HTTP status, 200 by default), or by a tool. */
export type Reply =
  | { readonly kind: 'result'; readonly result: Redacted }
  | ErrorReply
  | { readonly kind: 'call'; readonly tool: CallTool; readonly args: unknown };

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
  { extensions = [], joinExtensions }: Pick<OptionalModules, 'extensions' | 'joinExtensions'> = {},
): Served {
  let list: Redacted | undefined;
  const { printed } = descriptor;
  const listedText = (): string => `[${(printed?.map((tool) => tool[1]) ?? descriptor.tools.map(listed)).join()}]`;
  return {
    descriptor,
    tools: printed ? lazily(printed, prepare) : new Map(descriptor.tools.map((tool) => [tool.name, prepare(tool)])),
    list: () => (list ??= frame`"tools":${redact.jsonText(listedText())}`),
    extensions: joinExtensions?.(extensions.flatMap((make) => make(descriptor, redact) ?? [])) ?? NO_EXTENSIONS,
    redact,
  };
}

/** The fields of a tool that clients may see, as `PrintedTool` has them. */
function listed(tool: ToolDescriptor): string {
  const { name, title, description, inputSchema, outputSchema, annotations, icons, execution, _meta } = tool;
  return JSON.stringify({ name, title, description, inputSchema, outputSchema, annotations, icons, execution, _meta });
}

/** Finds the tool of a `tools/call`; an unknown name is a protocol error (EXT §4.1 rule 2). */
export function replyToCall({ tools }: Served, { params, inexact }: Request): Reply {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') return errorReply(RPC.invalidParams, '"name" must be the name of a tool.');
  const tool = tools.get(name);
  if (tool === undefined) {
    const meant = nearest(name, tools.keys());
    return errorReply(
      RPC.invalidParams,
      `Unknown tool: ${clip(name)}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    );
  }
  if (!isObject(args)) return errorReply(RPC.invalidParams, '"arguments" must be an object.');
  return { kind: 'call', tool, args: inexact === undefined ? args : inexactArgument(inexact) };
}

/** The extensions' reply to a method other than those of tools; an error for an unknown method. */
export function replyBeyondTools(
  { extensions }: Served,
  request: Request,
  wrap: Era['wrap'],
  unknownStatus = 200,
): Reply {
  const members = extensions.reply(request);
  if (members === undefined)
    return { ...errorReply(RPC.unknownMethod, `Unknown method: ${clip(request.method)}.`), status: unknownStatus };
  return typeof members === 'string' ? { kind: 'result', result: wrap(members) } : members;
}
