// Every contestant in turn, round after round: a cold run, then one in which nothing has changed.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepared } from './contestants.mjs';
import { placesOf } from './operations.mjs';
import { run } from './run.mjs';

/** By name: `{ cold: [run], warm: [run], stopped }`; `stopped` says why there are no more. */
export async function measure(contestants, count, { rounds, bound }) {
  const results = Object.fromEntries(contestants.map(({ name }) => [name, { cold: [], warm: [] }]));
  const folders = new Map(contestants.map((one) => [one, prepared(one, count)]));
  for (const one of contestants) if (one.prepare) await prepare(one, folders.get(one));
  for (let round = 0; round < rounds; round += 1) {
    const order = contestants.map((_, n) => contestants[(n + round) % contestants.length]);
    for (const one of order) {
      const result = results[one.name];
      if (result.stopped) continue;
      console.error(`${count} operations, round ${round + 1} of ${rounds}: ${one.name}`);
      result.stopped = await oneRound(one, folders.get(one), { count, bound, result });
    }
  }
  return results;
}

async function oneRound(one, folder, { count, bound, result }) {
  putAside(one, folder);
  for (const kind of ['cold', 'warm']) {
    const ran = await run(one.args(), folder, bound);
    if (ran.code === undefined) return `did not end within ${bound} s`;
    if (ran.code !== 0) {
      console.error(`${one.name}: ${ran.output.trim().slice(-1000)}`);
      return `ended with code ${ran.code}`;
    }
    if (one.proof && !isProof(join(folder, one.proof(count)), count)) return 'did not write every operation';
    result[kind].push(ran);
  }
  return undefined;
}

/** Not deleted: a file system is slow to make new files where others have just been deleted, which no first compile meets. */
function putAside({ home, outputs }, folder) {
  const there = outputs.filter((output) => existsSync(join(folder, output)));
  if (there.length === 0) return;
  mkdirSync(asideOf(home), { recursive: true });
  const aside = mkdtempSync(join(asideOf(home), 'round-'));
  for (const [index, output] of there.entries()) renameSync(join(folder, output), join(aside, String(index)));
}

const asideOf = (home) => join(home, 'aside');

/** What earlier rounds wrote. */
export function clearAside(contestants) {
  for (const { home } of contestants) rmSync(asideOf(home), { recursive: true, force: true });
}

const letters = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function isProof(path, count) {
  const last = placesOf(count).at(-1).operations.at(-1).name;
  return letters(readFileSync(path, 'utf8')).includes(letters(last));
}

/** Not measured, so it may take its time. */
async function prepare({ name, prepare }, folder) {
  const { code, output } = await run(prepare, folder, 600);
  if (code !== 0) throw new Error(`${name} could not be prepared: ${output || 'it did not end'}`);
}
