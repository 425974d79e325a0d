/** Lines of a stream, ended by line feeds alone: Node's `readline` also ends them at U+2028, which a JSON text may hold (RFC 8259 §7). */
import type { Readable } from 'node:stream';

/** What follows the last line feed is a line when the stream ends. */
export function eachLine(stream: Readable, take: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  stream.on('end', () => rest !== '' && take(rest));
}

/** The lines one after another, for whoever waits for each; undefined when the stream has ended. */
export function lineReader(stream: Readable): () => Promise<string | undefined> {
  const lines: string[] = [];
  let wake = (): void => {};
  eachLine(stream, (line) => {
    lines.push(line);
    wake();
  });
  stream.once('close', () => wake());
  return async () => {
    while (lines.length === 0 && !stream.closed) await new Promise<void>((resolve) => (wake = resolve));
    return lines.shift();
  };
}
