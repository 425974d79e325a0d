/** A secret, its spellings, and whether a text has none of them. */
import { expect } from 'vitest';
import { variable } from './call-tool.ts';

export const SECRET = 'pa/ss "w\\örd&1"';
export const env = { KEY: variable({ secret: true }) };
export const given = { KEY: SECRET };

export const base64 = (text: string, encoding: BufferEncoding = 'utf8'): string =>
  Buffer.from(text, encoding).toString('base64');
export const json = (text: string): string => JSON.stringify(text).slice(1, -1);
const ascii = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The spellings of a secret, by what makes them. */
export const SPELLINGS: Readonly<Record<string, string>> = {
  'as it is': SECRET,
  'percent-encoded': encodeURIComponent(SECRET),
  'percent-encoded in lower case': encodeURIComponent(SECRET).replaceAll(/%../g, (code) => code.toLowerCase()),
  'as a form': new URLSearchParams({ key: SECRET }).toString().slice(4),
  'as a parameter of a parameter': encodeURIComponent(encodeURIComponent(SECRET)),
  'inside JSON': json(SECRET),
  'inside JSON inside JSON': json(json(SECRET)),
  'inside ASCII JSON': ascii(json(SECRET)).replaceAll('/', '\\/').replaceAll('&', '\\u0026'),
  'inside HTML': SECRET.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'as base64': base64(SECRET),
  'as Basic credentials': base64(`user:${SECRET}`),
  'as Basic credentials of a longer user': base64(`users:${SECRET}`),
  'as Basic credentials in Latin-1': base64(`me:${SECRET}`, 'latin1'),
  'as base64 before other text': base64(`${SECRET}, and more`),
  'as base64url': Buffer.from(`x${SECRET}??>>`).toString('base64url'),
  'as percent-encoded base64': encodeURIComponent(base64(`>>>${SECRET}`)),
};

/** What stands in its place, in some way of writing. */
export const CLEAN = 'REDACTED';

/** Nothing from which the secret could be had, however it is decoded. */
export function isClean(text: string): void {
  for (const [name, form] of Object.entries(SPELLINGS)) {
    expect(text, name).not.toContain(form);
    expect(text, name).not.toContain(json(form));
  }
  for (const part of ['pa/ss', 'ss%20', '%22w', 'örd&1']) expect(text).not.toContain(part);
  for (const run of text.match(/[\w+/=-]{12,}/g) ?? [])
    expect(Buffer.from(run, 'base64').toString()).not.toContain('pa/ss');
}

export const everything = JSON.stringify(SPELLINGS);
