/** A line that is too large to be read: which request waits for it, or is in it. */
import type { LineEnds } from '../transport/read-lines.ts';

const ID = String.raw`"id"\s*:\s*(\d{1,15}|"[^"\\]*")`;

const VERSION_MEMBER = String.raw`"jsonrpc"\s*:\s*"2\.0"`;

/** The small members in front of the large one. */
const FIRST = new RegExp(
  String.raw`^\s*\{\s*(?:${VERSION_MEMBER}\s*,\s*)?(?:${ID}\s*,\s*)?(?:${VERSION_MEMBER}\s*,\s*)?("method")?`,
);

/** The small members behind it: a text or an inner object would end in another way. */
const LAST = new RegExp(String.raw`[{,]\s*${ID}\s*(?:,\s*${VERSION_MEMBER}\s*)?\}\s*$`);

/** The id of the request that it answers; undefined where that may be any, null where it is no response. */
export function idOfResponse({ start, end }: LineEnds): number | undefined | null {
  const first = FIRST.exec(start);
  if (!first || first[2] !== undefined) return null;
  const id = [first[1], LAST.exec(end)?.[1]].find((one) => one !== undefined && !one.startsWith('"'));
  return id === undefined ? undefined : Number(id);
}

/** Of a request whose id is behind the method. */
const SECOND = new RegExp(String.raw`^\s*:\s*"[^"\\]*"\s*,\s*${ID}`);

/** The id of the request, as JSON; undefined where it is none, or its id is not found. */
export function idOfRequest({ start, end }: LineEnds): string | undefined {
  const first = FIRST.exec(start);
  if (first?.[2] === undefined) return undefined;
  return first[1] ?? SECOND.exec(start.slice(first[0].length))?.[1] ?? LAST.exec(end)?.[1];
}
