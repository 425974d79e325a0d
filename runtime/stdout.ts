/** Standard output belongs to the protocol: whatever else is printed goes to standard error. */

/** Writes to the real standard output; `done` is called once the text has left the process. */
export type WriteOut = (text: string, done?: () => void) => void;

/** On the process and not in the module: a bundle takes it in its first line, before any module of the author's runs. */
const REAL = Symbol.for('haft.stdout');

/** Turns `process.stdout.write`, and with it all of `console`, to standard error, and gives back the real one. */
export function guardStdout(): WriteOut {
  const { stdout, stderr } = process;
  const kept: unknown = Reflect.get(stdout, REAL);
  const write = typeof kept === 'function' ? kept : stdout.write.bind(stdout);
  Reflect.set(stdout, REAL, write);
  stdout.write = stderr.write.bind(stderr);
  return (text, done) => void write(text, done);
}
