/** The base protocol of language servers: JSON messages, each after a header with its length in bytes, in a stream of chunks. */
import { attempt } from '../../../edge/command-line/failure.ts';

/** No message of an editor is longer; a length above it is damage, and what follows is searched for the next header. */
const MAX_MESSAGE = 64 * 1024 * 1024;
const MAX_HEADER = 4096;
const LENGTH = /content-length: *(\d{1,9})\r\n(?:[^\r\n]+\r\n)*$/i;
const HEADER_END = '\r\n\r\n';

interface Frames {
  readonly received: (message: unknown) => void;
  /** A message that is no JSON. */
  readonly unreadable: () => void;
}

/** Takes chunks as they come: several messages in one, one in several. Damage costs the damaged message alone. */
export function frameReader(frames: Frames): (chunk: Uint8Array) => void {
  const pending: Pending = { chunks: [], size: 0, wanted: undefined };
  return (chunk) => {
    pending.chunks.push(Buffer.from(chunk));
    pending.size += chunk.length;
    while (pending.wanted === undefined ? readHeader(pending, frames) : readBody(pending, pending.wanted, frames));
  };
}

interface Pending {
  chunks: Buffer[];
  size: number;
  /** Bytes of the message whose header was read. */
  wanted: number | undefined;
}

/** Whether there was one. */
function readHeader(pending: Pending, { unreadable }: Frames): boolean {
  const whole = joinChunks(pending);
  const end = whole.indexOf(HEADER_END);
  if (end < 0) {
    // What can still be the start of a header stays.
    if (whole.length > MAX_HEADER) drop(pending, whole, whole.length - MAX_HEADER / 2);
    return false;
  }
  const length = LENGTH.exec(whole.toString('latin1', Math.max(0, end - MAX_HEADER), end + 2))?.[1];
  drop(pending, whole, end + HEADER_END.length);
  if (length === undefined || Number(length) > MAX_MESSAGE) unreadable();
  else pending.wanted = Number(length);
  return true;
}

function readBody(pending: Pending, bytes: number, { received, unreadable }: Frames): boolean {
  if (pending.size < bytes) return false;
  const whole = joinChunks(pending);
  const message = attempt((): unknown => JSON.parse(whole.toString('utf8', 0, bytes)));
  drop(pending, whole, bytes);
  pending.wanted = undefined;
  if (message === undefined) unreadable();
  else received(message);
  return true;
}

function joinChunks(pending: Pending): Buffer {
  const [first] = pending.chunks;
  const whole = pending.chunks.length === 1 && first ? first : Buffer.concat(pending.chunks);
  pending.chunks = [whole];
  return whole;
}

function drop(pending: Pending, whole: Buffer, count: number): void {
  pending.chunks = [whole.subarray(count)];
  pending.size = whole.length - count;
}

export function frame(message: object): string {
  const text = JSON.stringify(message);
  return `Content-Length: ${Buffer.byteLength(text)}${HEADER_END}${text}`;
}
