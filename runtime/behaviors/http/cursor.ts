/** Cursors of pages: texts that a model gives back unchanged, and that keep the type of what selects a page. */
import { base64url, fromBase64 } from '../../language/encoding.ts';
import type { Json } from '../../language/json.ts';

/** Where a later call continues. */
interface PageCursor {
  /** What selects the page; null for the first one. */
  readonly key: Json;
  /** How many of its items an earlier call has returned. */
  readonly skip: number;
}

/** The number of a page or item. */
export const PAGE_NUMBER = /^\d{1,15}$/;
const NUMBERED = /^(\d{0,15})(?:\+(\d{1,15}))?$/;

/** How a list that begins with a text or null begins in base64. Others are those of the service. */
const OWN = /^W(?:y[I-L]|251bGws)/;

/** Digits as they are, `3+7` where seven items of the page were returned; other texts in base64, and JSON behind null. */
export function writeCursor({ key, skip }: PageCursor): string {
  if (key === null || (typeof key === 'string' && PAGE_NUMBER.test(key)))
    return `${key ?? ''}${skip === 0 ? '' : `+${skip}`}`;
  const members = typeof key === 'string' ? [key, skip] : [null, skip, key];
  return base64url(new TextEncoder().encode(JSON.stringify(members)));
}

/** Undefined where it is none; `isOfService`: another text is a cursor of the service. */
export function readCursor(text: string, isOfService: boolean): PageCursor | undefined {
  const [isNumbered, number = '', skipped = '0'] = NUMBERED.exec(text) ?? [];
  if (isNumbered !== undefined) return { key: number === '' ? null : number, skip: Number(skipped) };
  // A service refuses cursors that are none; one that counts pages may begin again without a word.
  if (isOfService && !OWN.test(text)) return { key: text, skip: 0 };
  const [own, skip, value = own, ...others] = decode(text);
  const isKey = typeof own === 'string' ? value === own : own === null;
  if (!isKey || others.length > 0 || typeof skip !== 'number' || !Number.isSafeInteger(skip) || skip < 0)
    return undefined;
  return { key: value ?? null, skip };
}

function decode(cursor: string): readonly Json[] {
  try {
    const value: Json = JSON.parse(new TextDecoder().decode(fromBase64(cursor)));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}
