/** Results without the envelope of EXT §2.4, for tools with `results: raw` (profile `mcp`). */
import { type Passed, isContent, isPassed } from './content.ts';
import { type Sealing, jsonFrom, passedMembers, readable } from './envelope.ts';
import type { ToolFailure } from './failure.ts';
import { type Json, isObject, ownMember } from '../language/json.ts';
import { restoreNumbers, withNumbers } from '../redaction/exact-numbers.ts';
import type { Redact } from '../redaction/redact.ts';
import { type Redacted, frame } from '../redaction/redacted.ts';
import { joinSentences } from './message-text.ts';

/** Nothing is judged; `structured`: the tool has an output schema. */
export function rawSealing(structured: boolean): Sealing {
  return {
    success: (value, redact, anyData) =>
      isPassed(value) ? sealPassed(value, redact, anyData) : sealRaw(value, structured, redact),
    failure: sealRawFailure,
  };
}

/**
 * A result without envelope: content blocks as they are; else one text, which is the value itself where it is a text, its
 * `text` where it has one, or its JSON text. `structured`: the data is `structuredContent` too.
 */
function sealRaw(value: unknown, structured: boolean, redact: Redact): Redacted {
  const content = isContent(value) ? value : undefined;
  const data = content ? content.data : value;
  const isData = structured && isObject(data);
  const text = { type: 'text', text: textIn(data) };
  const printed = jsonFrom(redact, content ? [...(isData ? [text] : []), ...content.blocks] : [text], '[');
  return isData
    ? frame`"content":${printed},"structuredContent":${jsonFrom(redact, data, '{')}`
    : frame`"content":${printed}`;
}

function textIn(data: unknown): string {
  const text = isObject(data) ? ownMember(data, 'text') : data;
  return typeof text === 'string' ? text : (JSON.stringify(data) ?? '');
}

/** A failure without envelope: both sentences as text. */
function sealRawFailure(failed: ToolFailure, redact: Redact): Redacted {
  const { error, retry_hint } = readable(failed, redact);
  return frame`"content":${jsonFrom(redact, [{ type: 'text', text: joinSentences(error, retry_hint) }], '[')},"isError":true`;
}

/** The result of another server: only the members of a `CallToolResult`, unchanged; data that the client does not take is text. */
function sealPassed({ members }: Passed, redact: Redact, anyData = false): Redacted {
  const { content = [], structuredContent, isError, _meta } = members;
  const seal = withNumbers(redact);
  if (anyData || structuredContent === undefined || isObject(structuredContent))
    return passedMembers(seal, { content, structuredContent, isError }, _meta);
  const hasText = Array.isArray(content) && content.some((block: Json) => isObject(block) && block['type'] === 'text');
  const text = { type: 'text', text: restoreNumbers(JSON.stringify(structuredContent)) };
  const all = hasText || !Array.isArray(content) ? content : [...content, text];
  return passedMembers(seal, { content: all, isError }, _meta);
}
