/** The envelope of every result (EXT §2.4), as the members of an MCP `CallToolResult`. */
import type { ContentBlock } from './content.ts';
import type { ToolFailure } from './failure.ts';
import type { Json } from './language/json.ts';
import type { Redact } from './redact.ts';

/** The members of a `CallToolResult` as JSON text, without the braces: each era of the protocol adds its own. */
export type ResultMembers = string;

/** `{ success: true, data }`, shown as `blocks` where there are any. Throws where something has no JSON text. */
export function sealSuccess(data: Json, blocks?: readonly ContentBlock[]): ResultMembers {
  return seal(`{"success":true,"data":${JSON.stringify(data)}}`, blocks);
}

/** `{ success: false, error, code, retry_hint }` with `isError`; never empty, never with a secret. */
export function sealFailure({ error, code, retry_hint }: ToolFailure, redact: Redact): ResultMembers {
  const envelope = {
    success: false,
    error: redact(error) || 'The tool failed.',
    code,
    retry_hint: redact(retry_hint) || 'Tell the user what failed.',
  };
  return `${seal(JSON.stringify(envelope))},"isError":true`;
}

/** Text for hosts that show content, the same as `structuredContent` for those that read data. */
function seal(envelope: string, blocks?: readonly ContentBlock[]): ResultMembers {
  const shown = blocks ? JSON.stringify(blocks) : `[{"type":"text","text":${JSON.stringify(envelope)}}]`;
  return `"content":${shown},"structuredContent":${envelope}`;
}
