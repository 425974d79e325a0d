/** Reads the body of a request of `node:http`. */
import type { IncomingMessage } from 'node:http';
import { MOST_BYTES } from '../language/json.ts';

/** Gives the text, or nothing once it is longer than a message may be; never calls back if the client disconnects. */
export function readBody(request: IncomingMessage, done: (body: string | undefined) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) {
      chunks.push(chunk);
      return;
    }
    request.pause().removeAllListeners('data').removeAllListeners('end');
    done(undefined);
  });
  request.on('end', () => done(Buffer.concat(chunks).toString()));
}
