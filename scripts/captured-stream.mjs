// Replaces a stream of this process, where the command line runs inside it.
import { Writable } from 'node:stream';

/** @param take gets what is written to it, as it comes. */
export function captureStream(name, fd, take) {
  const stream = new Writable({
    write(chunk, _encoding, done) {
      take(chunk);
      done();
    },
  });
  Object.defineProperty(process, name, { configurable: true, value: Object.assign(stream, { fd }) });
}
