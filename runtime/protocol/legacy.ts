/** MCP up to 2025-11-25: a handshake by `initialize`, then requests. */
import type { Redacted } from '../redaction/redacted.ts';
import { frame } from '../redaction/redacted.ts';
import type { Request } from './message.ts';
import { LEGACY_VERSIONS } from './legacy-versions.ts';
import { cursorError } from './error-reply.ts';
import type { Outlet } from './progress.ts';
import type { AnswerInEra, RequestReply, Served, Wrap } from './tools.ts';
import { replyBeyondTools, replyToCall } from './tools.ts';

/** Responses as those revisions require them. `initialize` is not enforced: a server without state has nothing to wait for. */
export function legacyEra(served: Served): AnswerInEra {
  const wrap: Wrap = (members) => frame`{${members}}`;
  return (request, outlet): RequestReply => {
    switch (request.method) {
      case 'initialize':
        return { kind: 'result', result: initialize(served, request, outlet) };
      case 'ping':
        return { kind: 'result', result: frame`{}` };
      case 'tools/list':
        return cursorError(request.params) ?? { kind: 'result', result: wrap(served.list()) };
      case 'tools/call':
        return replyToCall(served, request, wrap);
      default:
        return replyBeyondTools(served, request, { wrap, lasting: outlet !== undefined });
    }
  };
}

/** Agrees to the version asked for if known, else proposes the newest (MCP lifecycle, version negotiation). */
function initialize({ descriptor, extensions, redact }: Served, { params }: Request, outlet?: Outlet): Redacted {
  const { name, title, version, instructions } = descriptor;
  const { lasting } = extensions;
  const asked = params['protocolVersion'];
  if (outlet) lasting.attach(outlet);
  return redact.json({
    protocolVersion: LEGACY_VERSIONS.find((known) => known === asked) ?? LEGACY_VERSIONS[0],
    capabilities: outlet ? lasting.capabilities : extensions.capabilities,
    serverInfo: { name, title, version },
    ...(instructions !== '' && { instructions }),
  });
}
