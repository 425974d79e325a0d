/** Whether the last compile is still valid, by stamps alone, before anything of the compiler is loaded. */
import { readRegular } from '../project-files/read.ts';
import { stampOf } from '../project/stamp.ts';
import { sha256 } from '../write/manifest.ts';
import { keyOf, readState } from './state.ts';
import type { CacheKey, BuildCache } from './state.ts';

/** The last compile, when nothing that it read or wrote has changed since. */
export function readIfUpToDate(key: CacheKey): BuildCache | undefined {
  const state = readState(key.root);
  if (state?.key !== keyOf(key)) return undefined;
  for (const [path, stamp] of Object.entries(state.stamps)) if ((stampNow(path) ?? null) !== stamp) return undefined;
  for (const [path, hash] of Object.entries(state.hashes)) if (hashNow(path) !== hash) return undefined;
  return state;
}

export function stampNow(path: string): string | undefined {
  try {
    return stampOf(path)?.text;
  } catch {
    return 'cannot be read';
  }
}

export function hashNow(path: string): string | undefined {
  try {
    return sha256(readRegular(path));
  } catch {
    return undefined;
  }
}
