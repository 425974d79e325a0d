/** Programs that would run for ever, and a look at whether they still do. */
import { readFileSync } from 'node:fs';

/** Stays connected to the port that it is given, and so alive, until it is killed. */
const MEMBER = `require('node:net').connect(Number(process.argv[1]), '127.0.0.1').on('error', () => {}); setInterval(() => {}, 1e6);`;

/** A script that starts another process; both connect to the port that it is given (`familyGate`), and wait for ever. */
export const FAMILY = `
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(MEMBER)}, process.argv[1]]);
  ${MEMBER}`;

/** A killed process whose parent has not looked yet is dead all the same. Linux only. */
export function isAlive(id: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${id}/status`, 'utf8'));
  } catch {
    return false;
  }
}
