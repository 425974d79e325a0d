import type { Double } from '../process.ts';
import { startDouble } from '../process.ts';
import type { Profile } from './constants.ts';
import type { DialogAnswer } from './local/keyring.ts';
import type { Rival } from './store.ts';

/** Switches of the double; each belongs to one profile. */
export interface StartOptions {
  port?: number;
  /** web: seconds in a `Backoff` header on every answer. */
  backoff?: number;
  /** web: 429 always (`true`) or for the first n requests. */
  rateLimit?: boolean | number;
  /** web: seconds in `Retry-After` of those 429s (10 in the real thing). */
  retryAfter?: number;
  /** zotero10: what the person clicks in the authorization dialog. */
  dialog?: DialogAnswer;
  dialogDelayMs?: number;
  readOnlyLibrary?: boolean;
  /** web, zotero10: somebody else changes this item before each of the next `times` writes of items. */
  rival?: Rival;
  /** web: of how many writes the answer gets lost on its way. */
  lost?: number;
}

/** A running reference manager. */
export type ReferenceManager = Double;

function argumentsFor(profile: Profile, options: StartOptions): string[] {
  const {
    port = 0,
    backoff,
    rateLimit = false,
    retryAfter,
    dialog,
    dialogDelayMs,
    readOnlyLibrary = false,
    rival,
    lost,
  } = options;
  const flag = (name: string, value: string | number | undefined) =>
    value === undefined ? [] : [`--${name}`, String(value)];
  return [
    ...flag('profile', profile),
    ...flag('port', port),
    ...flag('backoff', backoff),
    ...(rateLimit === false ? [] : ['--rate-limit']),
    ...flag('rate-limit-count', typeof rateLimit === 'number' ? rateLimit : undefined),
    ...flag('retry-after', retryAfter),
    ...flag('dialog', dialog),
    ...flag('dialog-delay', dialogDelayMs),
    ...(readOnlyLibrary ? ['--read-only-library'] : []),
    ...flag('rival-key', rival?.key),
    ...flag('rival-times', rival?.times),
    ...flag('lost', lost),
  ];
}

/** Starts the double in its own process and waits until it listens. */
export async function startReferenceManager(profile: Profile, options: StartOptions = {}): Promise<ReferenceManager> {
  return startDouble(new URL('main.ts', import.meta.url), argumentsFor(profile, options));
}
