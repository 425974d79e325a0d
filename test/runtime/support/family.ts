/** Programs that would run for ever, and a look at whether they still do. */
import { readFileSync } from 'node:fs';

/** A script that starts another process, writes both ids to the file it is given, and waits for ever. */
export const FAMILY = `
  const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)']);
  require('node:fs').writeFileSync(process.argv[1], process.pid + ' ' + child.pid);
  setInterval(() => {}, 1e6);`;

/** A killed process whose parent has not looked yet is dead all the same. Linux only. */
export function isAlive(id: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
}
