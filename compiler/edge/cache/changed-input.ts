/** Whether the specs have changed since the output was compiled, as far as the last compile can tell. */
import { isWithin } from '../project-files/place.ts';
import { hashNow, stampNow } from './up-to-date.ts';
import { readState } from './state.ts';

/** The first input that is not the one that was compiled; nothing where all are, or where that is not known. */
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
