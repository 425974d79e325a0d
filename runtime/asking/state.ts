/** What a question is asked with and comes back with its answer: earlier answers, and the state of a handler, which is signed. */
import { type Json, canonicalJson, isObject } from '../language/json.ts';
import { base64url, bytesOf, objectInBase64 } from '../language/encoding.ts';
import { sameText } from '../language/same-text.ts';
import type { Answers } from './question.ts';

/** Milliseconds in which the user has to answer. */
const MAX_AGE = 600_000;

/** `answers` come from the client in any case; `state` is the server's own. */
export interface CarriedState {
  readonly answers: Answers;
  readonly state?: Json;
  /** The state of a question of another server: it judges it itself. */
  readonly passed?: string | undefined;
}

/** Writes and reads it. Without a signature it has no state. */
export interface StateCodec {
  readonly write: (carried: CarriedState, purpose: string) => Promise<string>;
  /** Undefined for what was changed, is too old, or was made for another call. */
  readonly read: (text: string, purpose: string) => Promise<CarriedState | undefined>;
}

/** `key`: one for all replicas; one of this process where absent. */
export function createStateCodec(key: string | undefined): StateCodec {
  const secret = key ?? crypto.randomUUID() + crypto.randomUUID();
  let hmacKey: ReturnType<typeof crypto.subtle.importKey> | undefined;
  const sign = async (text: string): Promise<string> => {
    hmacKey ??= crypto.subtle.importKey('raw', bytesOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
    return base64url(new Uint8Array(await crypto.subtle.sign('HMAC', await hmacKey, bytesOf(text))));
  };
  return {
    async write({ answers, state, passed }, purpose) {
      const signed = { answers, passed, ...(state !== undefined && { state, until: Date.now() + MAX_AGE }) };
      const body = base64url(bytesOf(JSON.stringify(signed)));
      return state === undefined ? `${body}.` : `${body}.${await sign(`${body} ${purpose}`)}`;
    },
    async read(text, purpose) {
      const [body = '', signature, ...more] = text.split('.');
      const value = signature === undefined || more.length > 0 ? undefined : objectInBase64(body);
      const answersBy = value?.['answers'];
      if (!isObject(answersBy) || !Object.values(answersBy).every((one) => isObject(one))) return undefined;
      const { answers, state, until, passed } = value as unknown as CarriedState & { readonly until?: number };
      if (passed !== undefined && typeof passed !== 'string') return undefined;
      if (state === undefined && until === undefined) return signature === '' ? { answers, passed } : undefined;
      // The time of day: another replica has another start.
      const isOpen = typeof until === 'number' && until > Date.now();
      const isOwn = isOpen && sameText(signature ?? '', await sign(`${body} ${purpose}`));
      return isOwn ? { answers, passed, ...(state !== undefined && { state }) } : undefined;
    },
  };
}

/** The same call: a state of one is none of another. */
export function purposeOf(method: string, name: unknown, args: Json, subject: string): string {
  return canonicalJson([method, String(name), args, subject]);
}
