/** The envelope of every result (EXT §2.4), as the members of an MCP `CallToolResult`. */
import type { ContentBlock } from './content.ts';
import type { ToolFailure } from './failure.ts';
import { messageText } from './message-text.ts';
import { withoutHiddenText } from './hidden-text.ts';
import type { Redact } from './redact.ts';
import type { Redacted } from './redacted.ts';
import { frame, quoted } from './redacted.ts';

/** The members of a `CallToolResult` as JSON text, without the braces: each era of the protocol adds its own. */
export type ResultMembers = Redacted;

/** How the results of a tool are written. What has no JSON text throws. */
export interface Sealing {
  readonly success: (value: unknown, redact: Redact) => ResultMembers;
  readonly failure: (failed: ToolFailure, redact: Redact) => ResultMembers;
}

/** Characters of the JSON text of data or content: three of them and a frame are still a text that the engine can hold. */
const LONGEST = 128 * 1024 * 1024;

/**
 * `{ success: true, data }`, shown as `blocks` where there are any. Throws where something has no JSON text, is no
 * object (no list of blocks) in it, or is too long: what was judged need not be what `toJSON` makes of it.
 */
export function sealSuccess(data: unknown, blocks: readonly ContentBlock[] | undefined, redact: Redact): ResultMembers {
  const text = jsonFrom(redact, data, '{');
  return seal(frame`{"success":true,"data":${text}}`, blocks && jsonFrom(redact, blocks, '['));
}

/** The JSON text of data or content, which begins as it must. */
export function jsonFrom(redact: Redact, value: unknown, start: '{' | '['): Redacted {
  const text = withoutHiddenText(redact.json(value));
  if (!text.startsWith(start)) throw new TypeError(`JSON text must start with ${start}, got ${text.charAt(0)}`);
  if (text.length > LONGEST) throw new RangeError(`JSON text has ${text.length} characters, the maximum is ${LONGEST}`);
  return text;
}

/** `{ success: false, error, code, retry_hint }` with `isError`; never empty, never with a secret. */
export function sealFailure(failed: ToolFailure, redact: Redact): ResultMembers {
  return frame`${seal(withoutHiddenText(redact.json({ success: false, ...readable(failed, redact) })))},"isError":true`;
}

/** None of the three is ever empty. */
export function readable(
  { error, code, retry_hint }: ToolFailure,
  redact: Redact,
): Readonly<Record<'error' | 'code' | 'retry_hint', string>> {
  const textOr = (text: unknown, otherwise: string): string =>
    // Handlers are not bound to their types.
    typeof text === 'string' && text !== '' ? messageText(text, redact) : otherwise;
  return {
    error: textOr(error, 'The tool failed.'),
    code: textOr(code, 'tool_failed'),
    retry_hint: textOr(retry_hint, 'Tell the user what failed.'),
  };
}

/** Text for hosts that show content; the same as `structuredContent` for hosts that read data. */
function seal(envelope: Redacted, blocks?: Redacted): ResultMembers {
  const shown = blocks ?? frame`[{"type":"text","text":${quoted(envelope)}}]`;
  return frame`"content":${shown},"structuredContent":${envelope}`;
}
