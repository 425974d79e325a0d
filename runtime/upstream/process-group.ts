/** Ends a program and everything that it has started: first with a request to stop, then with SIGKILL. */
import type { ChildProcess } from 'node:child_process';

/** Milliseconds to end by itself: hosts wait two seconds for a server whose input has ended. */
const GRACE_MS = 1500;
const LOOK_MS = 25;

/** End of its input and SIGTERM, then SIGKILL. The program must be the leader of its group; Windows ends only the program. */
export async function endGroup(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  const last = performance.now() + GRACE_MS;
  let alive = signal(child, 'SIGTERM');
  while (alive && performance.now() < last) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    alive = signal(child, 0);
  }
  if (alive) killGroup(child);
}

/** At once. */
export function killGroup(child: ChildProcess): void {
  signal(child, 'SIGKILL');
}

/** Whether a process received it. */
function signal(child: ChildProcess, name: NodeJS.Signals | 0): boolean {
  try {
    if (child.pid === undefined) return false;
    if (process.platform === 'win32') return child.exitCode === null && child.kill(name);
    return process.kill(-child.pid, name);
  } catch {
    // It ended in the meantime.
    return false;
  }
}
