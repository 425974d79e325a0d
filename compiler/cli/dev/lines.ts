/** Bytes → lines, split at line feeds alone: a message may hold every other character that some call a line break. */

export function readLines(take: (line: string) => void): (chunk: Buffer) => void {
  let waiting: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const line = Buffer.concat([...waiting, chunk.subarray(from, at)]).toString('utf8');
      waiting = [];
      from = at + 1;
      if (line.trim() !== '') take(line);
    }
    if (from < chunk.length) waiting.push(chunk.subarray(from));
  };
}

const LINE_FEED = 10;
