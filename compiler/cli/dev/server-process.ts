/** One version of a generated server as a process of its own. */
import { spawn } from 'node:child_process';
import { readLines } from '@haft/runtime/lines';

export interface ServerProcess {
  readonly send: (line: string) => void;
  /** Ends its input: it finishes by itself, as after every host. */
  readonly end: () => void;
}

/** Its log goes where ours goes. `ended` comes once, also when it could not be started. */
export function startServer(file: string, take: (line: string) => void, ended: () => void): ServerProcess {
  const child = spawn(process.execPath, [file, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  // An answer may be longer than any message that a server takes, and the host waits for it.
  child.stdout.on('data', readLines(Infinity, take));
  // Who is gone takes no more lines; that it is gone is told by its end.
  child.stdin.on('error', () => {});
  child.once('error', ended);
  child.once('close', ended);
  return { send: (line) => void child.stdin.write(`${line}\n`), end: () => void child.stdin.end() };
}
