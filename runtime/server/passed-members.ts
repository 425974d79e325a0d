/** Members of a result of another server, for a result of this one. */
import { jsonFrom } from './envelope.ts';
import type { ResultMembers } from './envelope.ts';
import type { Json } from '../language/json.ts';
import { isObject } from '../language/json.ts';
import type { Redact } from '../redaction/redact.ts';
import { membersOf } from '../redaction/redacted.ts';

/** Names the server that answers (MCP 2026-07-28), which is this one. */
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo';

/** `_meta` comes first, where an era may add its own (`withMeta`); one that is no object is left out. */
export function passedMembers(
  redact: Redact,
  members: Readonly<Record<string, Json | undefined>>,
  meta: Json | undefined,
): ResultMembers {
  const { [SERVER_INFO]: _theirs, ...own } = isObject(meta) ? meta : {};
  const _meta = isObject(meta) ? own : undefined;
  return membersOf(jsonFrom(redact, { _meta, ...members }, '{'));
}
