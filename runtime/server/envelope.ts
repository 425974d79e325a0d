/** The envelope of every result (EXT §2.4), as the members of an MCP `CallToolResult`. */
import type { ContentBlock } from './content.ts';
import type { ToolFailure } from './failure.ts';
import { messageText } from './message-text.ts';
import { SERVER_INFO } from '../protocol/versions.ts';
import type { Redact } from '../redaction/redact.ts';
import { type Redacted, frame, membersOf, quotedJson } from '../redaction/redacted.ts';
import { type Json, isObject } from '../language/json.ts';

/**
 * How the results of a tool are written: the members of a `CallToolResult` as JSON text, without the braces, since each era of
 * the protocol adds its own. What has no JSON text throws.
 */
export interface Sealing {
  /** `anyData`: data may be anything, not only an object. */
  readonly success: (value: unknown, redact: Redact, anyData?: boolean) => Redacted;
  readonly failure: (failed: ToolFailure, redact: Redact) => Redacted;
}

/** Characters of the JSON text of data or content: three of them and a frame are still a text that the engine can hold. */
const MAX_RESULT_LENGTH = 128 * 1024 * 1024;

/**
 * `{ success: true, data }`. Throws where something has no JSON text, is no object in it, or is too long: what was judged
 * need not be what `toJSON` makes of it.
 */
export function sealSuccess(data: unknown, redact: Redact): Redacted {
  return seal(envelopeOf(data, redact));
}

/**
 * Content blocks. Alone where the tool declares no data: hosts that show a model the data and nothing else would lose
 * them. Otherwise behind the envelope, once as data and once as text (MCP 2025-11-25, tools, "Structured Content").
 */
export function sealBlocks(
  { blocks, data }: { readonly blocks: readonly ContentBlock[]; readonly data: unknown },
  declared: boolean,
  redact: Redact,
): Redacted {
  const text = jsonFrom(redact, blocks, '[');
  if (!declared) return frame`"content":${text}`;
  const envelope = envelopeOf(data, redact);
  const first = frame`{"type":"text","text":${quotedJson(envelope)}}`;
  const content = text === '[]' ? frame`[${first}]` : frame`[${first},${membersOf(text)}]`;
  return frame`"content":${content},"structuredContent":${envelope}`;
}

function envelopeOf(data: unknown, redact: Redact): Redacted {
  return frame`{"success":true,"data":${jsonFrom(redact, data, '{')}}`;
}

/** The JSON text of data or content, which begins as it must. */
export function jsonFrom(redact: Redact, value: unknown, start: '{' | '['): Redacted {
  const text = redact.json(value);
  if (!text.startsWith(start)) throw new TypeError(`JSON text must start with ${start}, got ${text.charAt(0)}`);
  if (text.length > MAX_RESULT_LENGTH)
    throw new RangeError(`JSON text has ${text.length} characters, the maximum is ${MAX_RESULT_LENGTH}`);
  return text;
}

/** `{ success: false, error, code, retry_hint }` with `isError`; never empty, never with a secret. */
export function sealFailure(failed: ToolFailure, redact: Redact): Redacted {
  return frame`${seal(redact.json({ success: false, ...readable(failed, redact) }))},"isError":true`;
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
function seal(envelope: Redacted): Redacted {
  return frame`"content":[{"type":"text","text":${quotedJson(envelope)}}],"structuredContent":${envelope}`;
}

/** `_meta` comes first, where an era may add its own (`withMeta`); one that is no object is left out. */
export function passedMembers(
  redact: Redact,
  members: Readonly<Record<string, Json | undefined>>,
  meta: Json | undefined,
): Redacted {
  const { [SERVER_INFO]: _theirs, ...own } = isObject(meta) ? meta : {};
  const _meta = isObject(meta) ? own : undefined;
  return membersOf(jsonFrom(redact, { _meta, ...members }, '{'));
}
