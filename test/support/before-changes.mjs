// Calls a function before every change of a disk that this process makes from now on.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const NAMES = ['writeFileSync', 'renameSync', 'unlinkSync', 'mkdirSync', 'rmdirSync', 'rmSync', 'chmodSync'];

/** `before` gets a function that leaves the worst that a change can leave: half a file. */
export function beforeChanges(before) {
  for (const name of NAMES) {
    const original = fs[name];
    fs[name] = (...args) => {
      before(() => {
        if (name === 'writeFileSync') original(args[0], Buffer.from(args[1]).subarray(0, 10));
      });
      return original(...args);
    };
  }
  syncBuiltinESMExports();
}
