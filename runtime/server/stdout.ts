/** Reserves standard output for the protocol: all other output goes to standard error. */

import type { Redact } from '../redaction/redact.ts';
import type { Redacted } from '../redaction/redacted.ts';

/** Writes to the real standard output; `done` is called once the text has left the process. */
export type WriteOut = (text: Redacted, done?: (failed?: Error | null) => void) => void;

/** On the process and not in the module: a bundle reads it in its first line, before any module of the author's runs. */
const REAL = Symbol.for('haft.stdout');

/** Redirects `process.stdout.write`, and with it `console`, to standard error, and returns the real one. */
export function guardStdout(): WriteOut {
  const { stdout, stderr } = process;
  const original: unknown = Reflect.get(stdout, REAL);
  const write = typeof original === 'function' ? original : stdout.write.bind(stdout);
  Reflect.set(stdout, REAL, write);
  // Read at each call: standard error may be guarded later.
  Reflect.set(stdout, 'write', (...args: Parameters<Writes>) => stderr.write(...args));
  return (text, done) => void write(text, done);
}

type Writes = NodeJS.WriteStream['write'];

/** From now on all output is redacted, also that of the author's code, except where a secret is split over two writes. */
export function guardStderr(redact: Redact): void {
  if (!redact.active) return;
  const { stderr } = process;
  const write: Writes = stderr.write.bind(stderr);
  Reflect.set(stderr, 'write', (...[chunk, ...rest]: Parameters<Writes>) => write(redactChunk(chunk, redact), ...rest));
}

function redactChunk(chunk: string | Uint8Array, redact: Redact): string | Uint8Array {
  if (typeof chunk === 'string') return redact.text(chunk);
  if (!(chunk instanceof Uint8Array)) return chunk;
  const text = new TextDecoder().decode(chunk);
  const redacted = redact.text(text);
  return redacted === text ? chunk : redacted;
}
