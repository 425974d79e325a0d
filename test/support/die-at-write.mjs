// Compiles many folders, each up to one change of the disk: from there on every change fails, so that nothing of what follows
// is left, as if the process had been killed. When all have their state, it is. Arguments: folder, change, folder, change, …
import { beforeChanges } from './before-changes.mjs';
import { main } from '../../compiler/bin/load.js';

let left = 0;

beforeChanges((writeHalf) => {
  left -= 1;
  if (left > 0) return;
  if (left === 0) writeHalf();
  throw new Error('This process is over.');
});

const words = process.argv.slice(2);
for (let index = 0; index < words.length; index += 2) {
  left = Number(words[index + 1]);
  process.chdir(words[index]);
  await main(['compile']);
  if (left > 0) throw new Error(`There are fewer than ${words[index + 1]} changes.`);
}
process.kill(process.pid, 'SIGKILL');
