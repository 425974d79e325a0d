/** Standard output belongs to the protocol: whatever else is printed goes to standard error. */

/** Writes to the real standard output; `done` is called once the text has left the process. */
export type WriteOut = (text: string, done?: () => void) => void;

let real: WriteOut | undefined;

/** Turns `process.stdout.write`, and with it all of `console`, to standard error, and gives back the real one. */
export function guardStdout(): WriteOut {
  if (real !== undefined) return real;
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  real = (text, done) => void write(text, done);
  stdout.write = stderr.write.bind(stderr);
  return real;
}
