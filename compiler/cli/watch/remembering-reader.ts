/** Reads what changed and gives the rest as it was read before: the same objects, so that nothing about them is found anew. */
import { statSync } from 'node:fs';
import { decode } from '../../load/decode.ts';
import { bytesOf } from '../read-sources.ts';
import type { FoundFile, Reader } from '../read-sources.ts';
import { sha256 } from '../write/manifest.ts';

/** What tells two states of a file apart without reading it. */
interface Stamp {
  readonly text: string;
  /** Milliseconds; what changed shortly before it was read may change again within the clock's step. */
  readonly settled: boolean;
}

interface Known {
  readonly stamp: Stamp;
  readonly hash: string;
  readonly value: unknown;
}

/** Longer than the step in which file systems count time. */
const STEP_MS = 50;

/** `since`: when the reading began; a file that changed about then or later is not settled. */
export function stampOf(path: string, since = Date.now()): Stamp | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  const { ino, size, mtimeMs, ctimeMs, mode } = stats;
  return { text: [ino, size, mtimeMs, ctimeMs, mode].join(' '), settled: since - ctimeMs > STEP_MS };
}

/** A stamp that says for certain that nothing changed since. */
export function isUnchanged(before: Stamp | undefined, now: Stamp | undefined): boolean {
  return before !== undefined && now !== undefined && before.settled && before.text === now.text;
}

export function rememberingReader(): Reader {
  const known = new Map<string, Known>();
  const keep = <T>(file: FoundFile, make: (bytes: Uint8Array) => T): T => {
    const stamp = stampOf(file.absolute);
    const before = known.get(file.absolute);
    if (before && isUnchanged(before.stamp, stamp)) return before.value as T;
    const bytes = bytesOf(file);
    const hash = `${sha256(bytes)} ${file.path} ${file.executable}`;
    const value = before?.hash === hash ? (before.value as T) : make(bytes);
    if (stamp) known.set(file.absolute, { stamp, hash, value });
    return value;
  };
  return {
    spec: (file) => keep(file, (bytes) => decode(file.path, bytes)),
    carried: (file) => keep(file, (bytes) => ({ path: file.path, bytes, executable: file.executable })),
  };
}
