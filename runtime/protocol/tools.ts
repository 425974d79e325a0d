/** `tools/list`, `tools/call` and the methods of extensions: the same in both eras. */
import type { CallTool } from '../server/call.ts';
import { inexactArgument } from '../server/call-failures.ts';
import type { ServerDescriptor, ToolDescriptor } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import { isObject } from '../language/json.ts';
import { type ByName, lazily, listedTool } from '../server/printed.ts';
import type { OptionalModules } from '../optional-modules.ts';
import type { Redact } from '../redaction/redact.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import { type ErrorReply, RPC, type Request, errorReply, unknownName } from './message.ts';
import { type ExtensionContext, type Extensions, type RequestWork, NO_EXTENSIONS } from './extensions.ts';
import type { Outlet } from './progress.ts';
import type { Asking } from '../asking/dialog.ts';

/** A server as the protocol sees it. */
export interface Served {
  readonly descriptor: ServerDescriptor;
  readonly tools: ByName<CallTool>;
  /** The `tools` member of `tools/list` as JSON text; made once, since it can be large. */
  readonly list: () => Redacted;
  readonly redact: Redact;
  readonly extensions: Extensions;
  readonly reportProgress: OptionalModules['reportProgress'];
  /** Only where it asks users. */
  readonly asking?: Asking | undefined;
}

/** How a request is answered: at once, with an error (`status` is the HTTP status, 200 by default), by a tool, or by other work. */
export type RequestReply =
  | { readonly kind: 'result'; readonly result: Redacted }
  | ErrorReply
  | { readonly kind: 'call'; readonly tool: CallTool; readonly args: unknown; readonly wrap: Wrap }
  | { readonly kind: 'work'; readonly work: RequestWork; readonly wrap: Wrap };

/** Makes a result of its members. */
export type Wrap = (members: Redacted) => Redacted;

/** What an era of MCP answers; `outlet` is that of a client which has the connection to itself. */
export type AnswerInEra = (request: Request, outlet?: Outlet) => RequestReply;

/** Puts a server's tools together for the protocol. */
export function serveTools(
  descriptor: ServerDescriptor,
  prepare: (tool: ToolDescriptor) => CallTool,
  { redact, ...context }: Omit<ExtensionContext, 'tools'> & { readonly redact: Redact },
  { extensions = [], joinExtensions, reportProgress, callFound }: OptionalModules = {},
): Served {
  let list: Redacted | undefined;
  const { printed } = descriptor;
  const tools = printed
    ? lazily(printed, prepare)
    : new Map(descriptor.tools.map((tool) => [tool.name, prepare(tool)]));
  const listedTexts = (): readonly string[] =>
    printed?.flatMap(([, text, , isUnlisted]) => (isUnlisted ? [] : text)) ??
    descriptor.tools.flatMap((tool) => (tool.listed === undefined ? listedTool(tool) : []));
  return {
    descriptor,
    tools: callFound?.(tools, descriptor) ?? tools,
    list: () => (list ??= frame`"tools":${redact.jsonText(`[${listedTexts().join()}]`)}`),
    extensions:
      joinExtensions?.(extensions.flatMap((make) => make(descriptor, redact, { ...context, tools }) ?? [])) ??
      NO_EXTENSIONS,
    redact,
    reportProgress,
  };
}

/** Finds the tool of a `tools/call`; an unknown name is a protocol error (EXT §4.1 rule 2). */
export function replyToCall({ tools }: Served, { params, inexact }: Request, wrap: Wrap): RequestReply {
  const { name, arguments: args = {} } = params;
  if (typeof name !== 'string') return errorReply(RPC.invalidParams, '"name" must be the name of a tool.');
  const tool = tools.get(name);
  if (tool === undefined) return unknownName('tool', name, tools.keys());
  if (!isObject(args)) return errorReply(RPC.invalidParams, '"arguments" must be an object.');
  const values = inexact === undefined ? args : inexactArgument(inexact);
  return { kind: 'call', tool, args: values, wrap };
}

/** The extensions' reply to a method other than those of tools; an error for an unknown method. */
export function replyBeyondTools(
  { extensions }: Served,
  request: Request,
  { wrap, wrapWork = wrap, lasting = false, unknownStatus = 200 }: Beyond,
): RequestReply {
  const reply = extensions.reply(request, lasting);
  if (reply === undefined)
    return { ...errorReply(RPC.unknownMethod, `Unknown method: ${clip(request.method)}.`), status: unknownStatus };
  if (typeof reply === 'function') return { kind: 'work', work: reply, wrap: wrapWork };
  return typeof reply === 'string' ? { kind: 'result', result: wrap(reply) } : reply;
}

/** What the eras do differently. */
interface Beyond {
  readonly wrap: Wrap;
  /** For results that clients may not keep. */
  readonly wrapWork?: Wrap;
  readonly lasting?: boolean;
  readonly unknownStatus?: number;
}
