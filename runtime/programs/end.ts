/** Ends a program and everything that it has started: first with a request to stop, then with SIGKILL. */
import type { ChildProcess } from 'node:child_process';

/** Milliseconds to end by itself: hosts wait two seconds for a server whose input has ended. */
const GRACE_MS = 1500;
const LOOK_MS = 25;

/** End of its input and SIGTERM, then `endAtOnce`. */
export async function endPolitely(child: ChildProcess): Promise<void> {
  child.stdin?.end();
  const last = performance.now() + GRACE_MS;
  let alive = signal(child, 'SIGTERM');
  while (alive && performance.now() < last) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    alive = signal(child, 0);
  }
  if (alive) endAtOnce(child);
}

/** SIGKILL to its process group, of which it must be the leader; on Windows, which has none, to it and its descendants. */
export function endAtOnce(child: ChildProcess): void {
  if (process.platform === 'win32') endTree(child);
  else signal(child, 'SIGKILL');
}

/** Whether a process received it. Windows has no signal that a program could answer, so the end of its input is the request. */
function signal(child: ChildProcess, name: NodeJS.Signals | 0): boolean {
  if (process.platform === 'win32') return isAlive(child);
  try {
    return child.pid !== undefined && process.kill(-child.pid, name);
  } catch {
    // It ended in the meantime.
    return false;
  }
}

function isAlive({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid !== undefined && exitCode === null && signalCode === null;
}

/** Waits for the end: descendants are found by their living parents, and this process may be about to exit. */
function endTree(child: ChildProcess): void {
  if (!isAlive(child)) return;
  const taskkill = `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`;
  const args = ['/pid', String(child.pid), '/t', '/f'];
  const { spawnSync } = process.getBuiltinModule('child_process');
  const { status } = spawnSync(taskkill, args, { stdio: 'ignore', windowsHide: true, timeout: 5000 });
  if (status !== 0) child.kill('SIGKILL');
}
