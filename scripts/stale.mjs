// Runs steps that print files, each only where what it read or wrote is not as it was after its last run.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * A step gives the paths that it read and wrote, relative to `root`: files, folders as lists of names, and with a slash at
 * the end folders with all that is in them. A step that gives nothing runs again the next time. Returns who ran.
 */
export async function runStale(root, cache, steps) {
  const before = readEntries(join(root, cache));
  const entries = {};
  const ran = [];
  for (const { id, run } of steps) {
    const entry = before[id];
    if (isEntry(entry) && entry.stamp === stampOf(root, id, entry)) {
      entries[id] = entry;
      continue;
    }
    ran.push(id);
    const start = Date.now();
    const used = await run();
    if (used && !used.inputs.some((path) => !used.outputs.includes(path) && isTouched(join(root, path), start))) {
      const fresh = { inputs: [...used.inputs].sort(), outputs: [...used.outputs].sort() };
      entries[id] = { ...fresh, stamp: stampOf(root, id, fresh) };
    }
  }
  writeEntries(join(root, cache), entries);
  return ran;
}

/** Those that are not as they were recorded with the same settings. */
export function changedFiles(root, cache, paths, settings) {
  const [before, stamps] = [readEntries(join(root, cache)), stampsOf(root, paths, settings)];
  return paths.filter((path) => before[path] !== stamps[path]);
}

export function recordFiles(root, cache, paths, settings) {
  writeEntries(join(root, cache), stampsOf(root, paths, settings));
}

function stampsOf(root, paths, settings) {
  const id = stampOf(root, 'settings', { inputs: settings, outputs: [] });
  return Object.fromEntries(paths.map((path) => [path, stampOf(root, id, { inputs: [], outputs: [path] })]));
}

function writeEntries(path, entries) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(entries));
}

function readEntries(path) {
  try {
    const value = JSON.parse(readFileSync(path, 'utf8'));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function isEntry(entry) {
  const isList = (paths) => Array.isArray(paths) && paths.every((path) => typeof path === 'string');
  return typeof entry === 'object' && entry !== null && isList(entry.inputs) && isList(entry.outputs);
}

/** Also of the lists themselves, so that a damaged entry is the stamp of nothing. */
function stampOf(root, id, { inputs, outputs }) {
  const hash = createHash('sha256').update(JSON.stringify([id, process.version, inputs, outputs]));
  for (const path of [...inputs, ...outputs]) hash.update(stateOf(join(root, path), path.endsWith('/')));
  return hash.digest('hex');
}

/** Every part has a length, so that no two states have one text. */
function stateOf(path, isWhole) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return 'absent ';
  if (!stats.isDirectory()) {
    const content = readFileSync(path);
    return Buffer.concat([Buffer.from(`file ${content.length} `), content]);
  }
  const names = readdirSync(path).sort();
  const inside = isWhole ? names.map((name) => Buffer.from(stateOf(join(path, name), true))) : [];
  return Buffer.concat([Buffer.from(`folder ${JSON.stringify(names)} `), ...inside]);
}

/** Whether it may have changed after it was read. */
function isTouched(path, since) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return false;
  if (!path.endsWith('/') || !stats.isDirectory()) return !stats.isDirectory() && stats.mtimeMs >= since;
  return readdirSync(path, { recursive: true }).some((name) => {
    const inside = statSync(join(path, name), { throwIfNoEntry: false });
    return inside !== undefined && inside.mtimeMs >= since;
  });
}
