/** A line of another server that is too large to be read: which request waits for it. */
import type { LineEnds } from '../transport/read-lines.ts';

const VERSION_MEMBER = String.raw`"jsonrpc"\s*:\s*"2\.0"`;

/** The small members in front of the large one. */
const FIRST = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION_MEMBER}\s*,\s*)?(?:"id"\s*:\s*(?:(\d{1,15})|"[^"\\]*")\s*,\s*)?(?:${VERSION_MEMBER}\s*,\s*)?("method")?`,
);

/** The small members behind it: a text or an inner object would end in another way. */
const LAST = new RegExp(String.raw`[{,]\s*"id"\s*:\s*(\d{1,15})\s*(?:,\s*${VERSION_MEMBER}\s*)?\}\s*$`);

/** The id of the request that it answers; undefined where that may be any, null where it is no response. */
export function idOfResponse({ start, end }: LineEnds): number | undefined | null {
  const first = FIRST.exec(start);
  if (!first || first[2] !== undefined) return null;
  const id = first[1] ?? LAST.exec(end)?.[1];
  return id === undefined ? undefined : Number(id);
}
