// From a save to what it changes in the output: milliseconds, by writing the file and by moving a new one over it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { prepared } from './contestants.mjs';

/** Saves until a watcher that has just begun answers for the first time. */
const TRIES = 4;
/** Saves in a row without an answer, after which no more are tried. */
const GIVE_UP = 3;

/** Milliseconds between two saves, as people save. */
const BETWEEN = 500;

/** `{ write: [ms], rename: [ms], missed }`, or `{ stopped }` when it never answered. */
export async function watchLatency(one, count, { saves, bound }) {
  const folder = prepared(one, count);
  for (const output of one.outputs) rmSync(join(folder, output), { recursive: true, force: true });
  const child = spawn(process.execPath, one.watch(), { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const begun = Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), once(child, 'exit')]);
  child.stdout.resume();
  child.stderr.resume();
  try {
    await Promise.race([begun, pause(bound * 1000, undefined, { ref: false })]);
    const file = saver(join(folder, one.saved(count)), folder);
    const outputs = one.written(count).map((path) => join(folder, path));
    const first = await firstAnswer(file, outputs, bound / 2);
    if (first === undefined) return { stopped: `gave no answer to ${TRIES} saves` };
    await pause(BETWEEN);
    // Long enough for what it has shown it needs, however slow the machine is.
    const patience = Math.min(bound / 2, Math.max(2, first / 100));
    return await measured(file, outputs, { saves, patience });
  } finally {
    const exit = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
    child.kill('SIGKILL');
    await exit;
  }
}

async function firstAnswer(file, outputs, patience) {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const time = await latency(file, 'write', outputs, patience);
    if (time !== undefined) return time;
  }
  return undefined;
}

/** First all of one way, then all of the other: some watchers hear nothing more once a file was moved into place. */
async function measured(file, outputs, { saves, patience }) {
  const result = { write: [], rename: [], missed: 0 };
  for (const way of ['write', 'rename']) {
    let silent = 0;
    for (let save = 0; save < saves / 2 && silent < GIVE_UP; save += 1) {
      const time = await latency(file, way, outputs, patience);
      silent = time === undefined ? silent + 1 : 0;
      if (time === undefined) result.missed += 1;
      else result[way].push(time);
      // As people save; some watchers do not hear what comes while they are still ending the last one.
      await pause(BETWEEN);
    }
  }
  return result;
}

/** Each save writes a text that was never there before. */
function saver(path, folder) {
  const original = readFileSync(path, 'utf8');
  let revision = 0;
  return (way) => {
    revision += 1;
    const mark = `ingredients${revision}x`;
    const text = original.replace('ingredients', mark);
    const beside = join(folder, 'saved.tmp');
    if (way === 'rename') writeFileSync(beside, text);
    const begin = performance.now();
    if (way === 'rename') renameSync(beside, path);
    else writeFileSync(path, text);
    return { mark, begin };
  };
}

/** Milliseconds until every output holds the new text; nothing when that takes longer than `patience` seconds. */
async function latency(file, way, outputs, patience) {
  const folders = [...new Set(outputs.map((path) => dirname(path)))];
  for (let waited = 0; !folders.every((folder) => existsSync(folder)); waited += 0.05) {
    if (waited > patience) return undefined;
    await pause(50);
  }
  let look = () => {};
  const watchers = folders.map((folder) => watch(folder, () => look()));
  let timer;
  try {
    const { mark, begin } = file(way);
    return await new Promise((resolve) => {
      look = () => {
        if (outputs.every((path) => holds(path, mark))) resolve(performance.now() - begin);
      };
      timer = setTimeout(resolve, patience * 1000);
      look();
    });
  } finally {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  }
}

/** An output may be away for a moment while it is replaced. */
function holds(path, mark) {
  try {
    return readFileSync(path, 'utf8').includes(mark);
  } catch {
    return false;
  }
}
