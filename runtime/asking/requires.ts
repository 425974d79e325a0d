/** Tools that work only where the user can be asked (`requires: elicitation`), for a client that cannot ask. */
import { entryOf } from '../server/memory.ts';
import type { ServerDescriptor } from '../descriptor/descriptor.ts';
import { clip } from '../language/describe.ts';
import { type ErrorReply, type Request, cursorError, errorReply } from '../protocol/message.ts';
import type { Redact } from '../redaction/redact.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import { listedTool } from '../server/printed.ts';

/** In place of what the server would reply. */
export type OtherReply = ErrorReply | { readonly kind: 'result'; readonly result: Redacted };

/** A capability that the client lacks (MCP 2026-07-28, basic, error codes). */
const MISSING_CAPABILITY = -32021;

const NEEDED = { requiredCapabilities: { elicitation: { form: {} } } };

/** MCP 2026-07-28: the error of a call. Its lists are shared by clients, so that they have every tool. */
export function missingCapability({ method, params }: Request, server: ServerDescriptor): OtherReply | undefined {
  const { name } = params;
  if (method !== 'tools/call' || typeof name !== 'string' || !requiring(server).has(name)) return undefined;
  const message = `${clip(name)} asks the user, and the client cannot ask (elicitation).`;
  return { ...errorReply(MISSING_CAPABILITY, message, NEEDED), status: 400 };
}

/** Earlier revisions: the list without these tools. */
export function listWithout(request: Request, server: ServerDescriptor, redact: Redact): OtherReply | undefined {
  if (request.method !== 'tools/list' || cursorError(request.params)) return undefined;
  const hidden = requiring(server);
  if (hidden.size === 0) return undefined;
  const texts =
    server.printed?.flatMap(([name, text, , isUnlisted]) => (isUnlisted || hidden.has(name) ? [] : text)) ??
    server.tools.flatMap((tool) => (tool.listed !== undefined || hidden.has(tool.name) ? [] : listedTool(tool)));
  return { kind: 'result', result: frame`{"tools":${redact.jsonText(`[${texts.join()}]`)}}` };
}

const NAMES = new WeakMap<ServerDescriptor, ReadonlySet<string>>();

/** Once for a server: its tools have to be parsed for it. */
function requiring(server: ServerDescriptor): ReadonlySet<string> {
  return entryOf(NAMES, server, () => new Set(server.tools.flatMap(({ name, requires }) => (requires ? name : []))));
}
