/** The variables that a program gets: those of the spec, the locale, the time zone, and no other variable of the server. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { environmentFor } from '../../runtime/behaviors/shared/environment-for.ts';
import { runs } from '../support/runs.ts';

const platform = 'linux';

test.each<[string, Record<string, string>, Record<string, string>]>([
  ['no locale', {}, { LC_CTYPE: 'C.UTF-8' }],
  ['an empty locale', { LANG: '', LC_ALL: '' }, { LANG: '', LC_ALL: '', LC_CTYPE: 'C.UTF-8' }],
  ['a locale without characters', { LC_TIME: 'de_DE' }, { LC_TIME: 'de_DE', LC_CTYPE: 'C.UTF-8' }],
  ['a language', { LANG: 'de_DE' }, { LANG: 'de_DE' }],
  ['characters', { LC_CTYPE: 'ja_JP.eucJP' }, { LC_CTYPE: 'ja_JP.eucJP' }],
  ['a locale for everything', { LC_ALL: 'C' }, { LC_ALL: 'C' }],
  ['time zone and folder', { TZ: 'Asia/Tokyo', TMPDIR: '/t' }, { TZ: 'Asia/Tokyo', TMPDIR: '/t', LC_CTYPE: 'C.UTF-8' }],
])('%s', (_what, variables, expected) => {
  expect(environmentFor([], {}, { variables, platform })).toEqual(expected);
});

test('on macOS, whose older versions lack C.UTF-8, and on Windows, which has no LC_CTYPE', () => {
  expect(environmentFor([], {}, { variables: {}, platform: 'darwin' })).toEqual({ LC_CTYPE: 'UTF-8' });
  expect(environmentFor([], {}, { variables: {}, platform: 'win32' })).toEqual({});
});

test('a value of the spec is preferred, and a locale that the spec passes on counts', () => {
  const variables = { LANG: 'fr_FR', SHOP_KEY: 'host' };
  expect(environmentFor(['LC_ALL', 'SHOP_KEY'], { LC_ALL: 'C.UTF-8', SHOP_KEY: 'k' }, { variables, platform })).toEqual(
    {
      LANG: 'fr_FR',
      LC_ALL: 'C.UTF-8',
      SHOP_KEY: 'k',
    },
  );
});

const ALWAYS = ['PATH', 'HOME', 'LANG', 'TZ', 'TMPDIR', 'LC_ALL', 'LC_CTYPE', 'LC_TIME', 'LC_MESSAGES'];
const OTHERS = ['SHOP_KEY', 'NODE_OPTIONS', 'LANGUAGES', 'LC', 'TZDIR', 'XLC_ALL', 'AWS_SECRET_ACCESS_KEY'];

test('any environment: what is named or of the locale with its value, characters by a locale, and nothing else', () => {
  const names = fc.subarray(OTHERS);
  const values = fc.dictionary(fc.constantFrom(...ALWAYS, ...OTHERS), fc.constantFrom('', 'C', 'x.UTF-8', '/p'));
  fc.assert(
    fc.property(values, names, (variables, named) => {
      const passed = environmentFor(named, {}, { variables, platform });
      const { LC_ALL, LC_CTYPE, LANG } = passed;
      expect(LC_ALL || LC_CTYPE || LANG).toBeTruthy();
      const isPassed = (name: string): boolean => ALWAYS.includes(name) || named.includes(name);
      const own = Object.fromEntries(Object.entries(variables).filter(([name]) => isPassed(name)));
      expect({ ...passed, LC_CTYPE: '' }).toEqual({ ...own, LC_CTYPE: '' });
      if (own['LC_CTYPE']) expect(LC_CTYPE).toBe(own['LC_CTYPE']);
    }),
    { numRuns: runs(10_000) },
  );
});
