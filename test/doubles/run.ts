/** The other end of the pipes: what every double does in its own process. */
import type { Server } from 'node:net';
import { eachLine } from '../support/lines.ts';

/** Listens, tells the port, takes words from stdin, and ends with it. */
export function runDouble(server: Server, port: number, take: (words: string) => void = () => {}): void {
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    const listening = typeof address === 'object' && address !== null ? address.port : 0;
    process.stdout.write(`${JSON.stringify({ port: listening })}\n`);
  });
  // A line asks for both pipes to be marked, so that a reader knows it has seen everything so far.
  eachLine(process.stdin, (line) => {
    const [mark = '', ...words] = line.split(' ');
    if (words.join('') !== '') take(words.join(' '));
    process.stdout.write(`${JSON.stringify({ mark })}\n`);
    process.stderr.write(`MARK ${mark}\n`);
  });
  process.stdin.on('close', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(0));
}
