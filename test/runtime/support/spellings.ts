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
export const spellingsOf = (secret: string): Readonly<Record<string, string>> => ({
  'as it is': secret,
  'percent-encoded': encodeURIComponent(secret),
  'percent-encoded in lower case': encodeURIComponent(secret).replaceAll(/%../g, (code) => code.toLowerCase()),
  'as a form': new URLSearchParams({ key: secret }).toString().slice(4),
  'as a parameter of a parameter': encodeURIComponent(encodeURIComponent(secret)),
  'inside JSON': json(secret),
  'inside JSON inside JSON': json(json(secret)),
  'inside ASCII JSON': ascii(json(secret)).replaceAll('/', '\\/').replaceAll('&', '\\u0026'),
  'inside HTML': secret.replaceAll('&', '&amp;').replaceAll('"', '&quot;'),
  'as base64': base64(secret),
  'as Basic credentials': base64(`user:${secret}`),
  'as Basic credentials of a longer user': base64(`users:${secret}`),
  'as Basic credentials in Latin-1': base64(`me:${secret}`, 'latin1'),
  'as base64 before other text': base64(`${secret}, and more`),
  'as base64url': Buffer.from(`x${secret}??>>`).toString('base64url'),
  'as percent-encoded base64': encodeURIComponent(base64(`>>>${secret}`)),
});

export const SPELLINGS = spellingsOf(SECRET);

/** What stands in its place, in some way of writing. */
export const CLEAN = 'REDACTED';

/** What of a secret is in a text, however that is decoded; `parts` are what of it no text has by chance. */
export function leaksIn(text: string, secret: string, parts: readonly string[]): readonly string[] {
  const forms = Object.entries(spellingsOf(secret)).flatMap(
    ([name, form]) =>
      [
        [name, form],
        [name, json(form)],
      ] as const,
  );
  const runs = text.match(/[\w+/=-]{12,}/g) ?? [];
  return [
    ...forms.flatMap(([name, form]) => (text.includes(form) ? name : [])),
    ...parts.filter((part) => text.includes(part)),
    ...runs.filter((run) =>
      Buffer.from(run, 'base64')
        .toString()
        .includes(parts[0] ?? secret),
    ),
  ];
}

export function isClean(text: string): void {
  expect(leaksIn(text, SECRET, ['pa/ss', 'ss%20', '%22w', 'örd&1']), text).toEqual([]);
}

export const everything = JSON.stringify(SPELLINGS);
