/** A program run to its end, with everything it wrote. */
import { spawnSync } from 'node:child_process';

export interface Ended {
  /** Null when it could not be started or was killed. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runProgram(program: string, args: readonly string[], cwd: string, stdin = ''): Ended {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, input: stdin, encoding: 'utf8', timeout: 60_000 });
  return { status, stdout: stdout ?? '', stderr: stderr ?? '' };
}
