/** Reads what changed and gives the rest as it was read before: the same objects, so that nothing about them is found anew. */
import { decode } from '../../load/decode.ts';
import { bytesOf } from '../read-sources.ts';
import type { FoundFile, Reader } from '../read-sources.ts';
import { isUnchanged, stampOf } from '../stamp.ts';
import type { Stamp } from '../stamp.ts';
import { sha256 } from '../write/manifest.ts';

interface Known {
  readonly stamp: Stamp;
  readonly hash: string;
  readonly value: unknown;
}

/** `changed`: absolute paths, when nothing else can have changed. */
export function rememberingReader(): (changed: ReadonlySet<string> | undefined) => Reader {
  const known = new Map<string, Known>();
  let certain: ReadonlySet<string> | undefined;
  const keep = <T>(file: FoundFile, make: (bytes: Uint8Array) => T): T => {
    const before = known.get(file.absolute);
    if (before && certain?.has(file.absolute) === false) return before.value as T;
    const stamp = stampOf(file.absolute);
    if (before && isUnchanged(before.stamp, stamp)) return before.value as T;
    const bytes = bytesOf(file);
    const hash = `${sha256(bytes)} ${file.path} ${file.executable}`;
    const value = before?.hash === hash ? (before.value as T) : make(bytes);
    if (stamp) known.set(file.absolute, { stamp, hash, value });
    return value;
  };
  const reader: Reader = {
    spec: (file) => keep(file, (bytes) => decode(file.path, bytes)),
    carried: (file) => keep(file, (bytes) => ({ path: file.path, bytes, executable: file.executable })),
  };
  return (changed) => {
    certain = changed;
    return reader;
  };
}
