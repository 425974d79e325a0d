/** Reserves standard output for the protocol: all other output goes to standard error. */

import type { Redact } from './redact.ts';
import type { Redacted } from './redacted.ts';

/** Writes to the real standard output; `done` is called once the text has left the process. */
export type WriteOut = (text: Redacted, done?: () => void) => void;

/** On the process and not in the module: a bundle takes it in its first line, before any module of the author's runs. */
const REAL = Symbol.for('haft.stdout');

/** Turns `process.stdout.write`, and with it all of `console`, to standard error, and gives back the real one. */
export function guardStdout(): WriteOut {
  const { stdout, stderr } = process;
  const kept: unknown = Reflect.get(stdout, REAL);
  const write = typeof kept === 'function' ? kept : stdout.write.bind(stdout);
  Reflect.set(stdout, REAL, write);
  // Looked up each time: standard error may be guarded later.
  Reflect.set(stdout, 'write', (...given: Parameters<Writes>) => stderr.write(...given));
  return (text, done) => void write(text, done);
}

type Writes = NodeJS.WriteStream['write'];

/** From now on everything that is printed is redacted, also by the author's code; what is split over two prints is not. */
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
