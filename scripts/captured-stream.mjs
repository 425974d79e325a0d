// Replaces a stream of this process, where the command line runs inside it.
import { Writable } from 'node:stream';

/** What is returned gives the text that was written to it. */
export function captureStream(name, fd) {
  const chunks = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { configurable: true, value: Object.assign(stream, { fd }) });
  return () => Buffer.concat(chunks).toString();
}
