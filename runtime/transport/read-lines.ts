/** Cuts a stream of bytes into lines: the messages of a host, here and in `haft dev`. */

const LINE_BREAK = 10;
const SPACE = 32;

/** Takes chunks as they come; a character or a line may be spread over any number of them. No chunk is the end. */
type TakeChunk = (chunk?: Buffer) => void;

/** The first and the last characters of a line. */
export interface LineEnds {
  readonly start: string;
  readonly end: string;
}

/** Bytes that are kept of each. */
const MAX_END = 1024;

/** What has data and an end, such as a stream of Node. */
interface Source {
  on(event: 'data', take: (chunk: Buffer) => void): this;
  on(event: 'end', end: () => void): this;
}

/** Reads a stream as `readLines` does, to its end. */
export function takeLines(stream: Source | null, ...reading: Parameters<typeof readLines>): void {
  const take = readLines(...reading);
  stream?.on('data', take).on('end', () => take());
}

/**
 * Calls `onLine` for every line that is not blank; the last one needs no line break. A line of more than `most` bytes is
 * never held in memory: `onHuge` is called once for it as soon as that is known, `onHugeEnd` at its line break with both of its
 * ends, and reading goes on behind it.
 */
export function readLines(
  most: number,
  onLine: (line: string) => void,
  onHuge: () => void = () => {},
  onHugeEnd: (ends: LineEnds) => void = () => {},
): TakeChunk {
  const { keep, finish } = openLine(most, onHuge, onHugeEnd);
  const take = (line: string): void => {
    // The first character says it of all but odd lines.
    if (line.charCodeAt(0) > SPACE || line.trim() !== '') onLine(line);
  };
  return (chunk) => {
    if (chunk === undefined) return take(finish());
    const first = chunk.indexOf(LINE_BREAK);
    if (first < 0) return keep(chunk);
    keep(chunk.subarray(0, first));
    take(finish());
    const last = chunk.lastIndexOf(LINE_BREAK);
    // Whole lines are decoded together.
    if (last > first) for (const line of chunk.toString('utf8', first + 1, last).split('\n')) take(line);
    keep(chunk.subarray(last + 1));
  };
}

/** The parts of the line that is not complete yet. */
function openLine(most: number, onHuge: () => void, onHugeEnd: (ends: LineEnds) => void) {
  let pending: Buffer[] = [];
  let bytes = 0;
  let start: string | undefined;
  return {
    keep(part: Buffer): void {
      bytes += part.length;
      if (part.length > 0) pending.push(part);
      if (bytes <= most) return;
      const rest = Buffer.concat(pending);
      if (start === undefined) {
        start = rest.toString('utf8', 0, MAX_END);
        onHuge();
      }
      // A copy: a part of the whole would keep it in memory.
      pending = [Buffer.from(rest.subarray(-MAX_END))];
    },
    /** Bytes are decoded a line at a time: no line break is ever inside a character of UTF-8. */
    finish(): string {
      const line = Buffer.concat(pending).toString('utf8');
      const huge = start;
      pending = [];
      bytes = 0;
      start = undefined;
      if (huge === undefined) return line;
      onHugeEnd({ start: huge, end: line });
      return '';
    },
  };
}
