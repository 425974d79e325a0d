/** Whether the last compile is still valid and its specs are unchanged, by stamps alone, before anything of the compiler is loaded. */
import { readRegular } from '../project-files/read.ts';
import { stampOf } from '../project/stamp.ts';
import { sha256 } from '../write/manifest.ts';
import { isWithin } from '../project-files/place.ts';
import { type BuildCache, type CacheKey, keyOf, readState } from './state.ts';

/** The last compile, when nothing that it read or wrote has changed since. */
export function readIfUpToDate(key: CacheKey): BuildCache | undefined {
  const state = readState(key.root);
  if (state?.key !== keyOf(key)) return undefined;
  for (const [path, stamp] of Object.entries(state.stamps)) if ((stampNow(path) ?? null) !== stamp) return undefined;
  for (const [path, hash] of Object.entries(state.hashes)) if (hashNow(path) !== hash) return undefined;
  return state;
}

function stampNow(path: string): string | undefined {
  try {
    return stampOf(path)?.text;
  } catch {
    return 'cannot be read';
  }
}

function hashNow(path: string): string | undefined {
  try {
    return sha256(readRegular(path));
  } catch {
    return undefined;
  }
}

/** The first input that changed since the last compile; undefined if none did, or if that is unknown. */
export function changedInput(root: string, out: string): string | undefined {
  const state = readState(root);
  if (state?.out !== out) return undefined;
  // The project's own folder changes with every file that is none of ours.
  const isInput = ([path]: readonly [string, unknown]): boolean => path !== root && !isWithin(out, path);
  const stamps = Object.entries(state.stamps);
  const isOther = ([path, stamp]: readonly [string, unknown]): boolean => (stampNow(path) ?? null) !== stamp;
  // What git has brought, or another clone's compile, is not the output of the last compile here.
  if (stamps.some((one) => isWithin(out, one[0]) && isOther(one))) return undefined;
  const stamped = stamps.filter(isInput);
  const hashed = Object.entries(state.hashes).filter(isInput);
  const [changed] = stamped.find(isOther) ?? hashed.find(([path, hash]) => hashNow(path) !== hash) ?? [];
  return changed;
}
