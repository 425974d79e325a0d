/** Starts a generated server over standard input and output, as a host does. */
import { spawn } from 'node:child_process';
import { takeLines } from '@haft/runtime/lines';

/** A generated server as a process. */
export interface ServerProcess {
  readonly send: (line: string) => void;
  /** Closes its input, so that it exits as it does after every host. */
  readonly end: () => void;
}

/** Its log goes to our standard error. `ended` is called once, also when it could not be started. */
export function startServer(
  file: string,
  take: (line: string) => void,
  ended: () => void,
  more: NodeJS.ProcessEnv = {},
): ServerProcess {
  const env = { ...process.env, ...more };
  const child = spawn(process.execPath, [file, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'], env });
  // An answer may be longer than any message that a server takes, and the host waits for it.
  takeLines(child.stdout, Infinity, take);
  // Ignores write errors: the close event reports the exit.
  child.stdin.on('error', () => {});
  child.once('error', ended);
  child.once('close', ended);
  return { send: (line) => void child.stdin.write(`${line}\n`), end: () => void child.stdin.end() };
}
