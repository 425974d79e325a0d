/** Sets of texts by patterns and lengths: what is proved of them, against the engine of the language on random texts. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { areTextsApart, shortestText, textOutside } from '../compiler/versions/subset/text-sets.ts';
import type { TextSet } from '../compiler/versions/subset/text-sets.ts';
import { formatPattern } from '../compiler/versions/subset/texts.ts';
import { formatExample, formatTest } from '../runtime/language/format.ts';
import { nativeTest, randomPattern, randomText } from './support/random-pattern.ts';
import { costlyRuns, runs } from './support/runs.ts';

const all = (...patterns: readonly string[]): TextSet => ({ patterns, min: 0, max: Infinity });

const lengthOf = (text: string): number => Array.from(text).length;

function isIn(text: string, { patterns, min, max }: TextSet): boolean {
  const length = lengthOf(text);
  return length >= min && length <= max && patterns.every((source) => nativeTest(source, text));
}

const randomSet: fc.Arbitrary<TextSet> = fc
  .tuple(fc.array(randomPattern(false), { maxLength: 2 }), fc.nat({ max: 3 }), fc.option(fc.nat({ max: 5 })))
  .map(([patterns, min, more]) => ({ patterns, min, max: more === null ? Infinity : min + more }));

describe('a text that one set lacks', () => {
  test('is in the other one and the shortest; where there is none, no text shows the contrary', () => {
    const decided = { text: 0, none: 0, undecided: 0 };
    fc.assert(
      fc.property(randomSet, randomSet, fc.array(randomText, { maxLength: 30 }), (inner, outer, texts) => {
        const found = textOutside(inner, outer);
        const contrary = texts.filter((text) => isIn(text, inner) && !isIn(text, outer));
        decided[typeof found === 'string' ? found : 'text'] += 1;
        if (found === 'none') expect(contrary).toEqual([]);
        if (typeof found === 'string') return;
        expect([isIn(found.text, inner), isIn(found.text, outer)]).toEqual([true, false]);
        for (const text of contrary) expect(lengthOf(text)).toBeGreaterThanOrEqual(lengthOf(found.text));
      }),
      { numRuns: costlyRuns(10_000) },
    );
    expect(decided.undecided).toBeLessThan((decided.text + decided.none) / 4);
    expect(decided.none).toBeGreaterThan(0);
  });

  test('is found for a pattern and an edit of it', () => {
    const part = randomPattern(false);
    const edits = fc.constantFrom<(a: string, b: string) => string>(
      (a, b) => `${a}|${b}`,
      (a, b) => `(?=${b})${a}`,
      (a) => `^(?:${a})$`,
      (a, b) => `(?:${a})(?:${b})?`,
      (a) => `(?:${a})+`,
    );
    fc.assert(
      fc.property(part, part, edits, fc.array(randomText, { maxLength: 30 }), (a, b, edit, texts) => {
        for (const [inner, outer] of [
          [all(a), all(edit(a, b))],
          [all(edit(a, b)), all(a)],
        ] as const) {
          const found = textOutside(inner, outer);
          if (found === 'none') expect(texts.filter((text) => isIn(text, inner) && !isIn(text, outer))).toEqual([]);
          else if (found !== 'undecided')
            expect([isIn(found.text, inner), isIn(found.text, outer)]).toEqual([true, false]);
        }
      }),
      { numRuns: costlyRuns(10_000) },
    );
  });
});

test.each<[string, string, string | undefined]>([
  ['^[a-z]{1,20}$', '^[a-z]{1,10}$', 'a'.repeat(11)],
  ['^[a-z]{1,10}$', '^[a-z]{1,20}$', undefined],
  ['^(?:ab|ac)$', '^a[bc]$', undefined],
  ['^a[bc]$', '^(?:ab|ac)$', undefined],
  ['^\\d+$', '^[0-9]*$', undefined],
  ['^[0-9]*$', '^\\d+$', ''],
  ['^\\p{L}+$', '^[A-Za-z]+$', 'é'],
  ['^[A-Za-z]+$', '^\\p{L}+$', undefined],
  ['^[^]*$', '^.*$', '\n'],
  ['^(?!admin)[a-z]+$', '^[a-z]+$', undefined],
  ['^[a-z]+$', '^(?!admin)[a-z]+$', 'admin'],
  ['^(?=.*\\d)(?=.*[a-z]).{3,}$', '^.{3,}$', undefined],
  ['^(?=.*\\d)(?=.*[a-z]).{3,}$', '\\d', undefined],
  ['(?<=v)\\d', '\\d', undefined],
  ['\\bcat\\b', 'cat', undefined],
  ['cat', '\\bcat\\b', 'acat'],
  ['^v?(\\d+)\\.(\\d+)\\.(\\d+)$', '^\\d+\\.\\d+\\.\\d+$', 'v1.1.1'],
  ['^\\ud83d\\ude00$', '^.$', undefined],
])('%s without %s: %j', (inner, outer, expected) => {
  const found = textOutside(all(inner), all(outer));
  expect(found).toEqual(expected === undefined ? 'none' : { text: expect.any(String) });
  if (typeof found !== 'string') expect(lengthOf(found.text)).toBe(lengthOf(expected ?? ''));
});

test('lengths take part', () => {
  const short = { patterns: ['^[A-Z]{3}$'], min: 0, max: Infinity };
  expect(textOutside(short, { patterns: [], min: 0, max: 3 })).toBe('none');
  expect(textOutside(short, { patterns: [], min: 0, max: 2 })).toEqual({ text: 'AAA' });
  expect(textOutside({ patterns: ['a'], min: 0, max: 3 }, { patterns: ['^a{1,3}$'], min: 0, max: 3 })).toEqual({
    text: expect.stringMatching(/^..$/u),
  });
  expect(shortestText({ patterns: ['^a*$'], min: 4, max: 9 })).toBe('aaaa');
  expect(shortestText({ patterns: ['^a{2}$'], min: 3, max: 9 })).toBeUndefined();
  expect(areTextsApart(all('^a'), all('^b'))).toBe(true);
  expect(areTextsApart(all('a'), all('b'))).toBe(false);
});

test.each(['(a)\\1', '(?<=a)b(?=c)', '^(?:a{0,900}){900}$', '('])('nothing is claimed of %s', (source) => {
  expect(textOutside(all(source), all('^a*$'))).toBe('undecided');
  expect(textOutside(all('^a*$'), all(source))).toBe('undecided');
});

const FORMATS = ['date', 'date-time', 'time', 'email', 'uri', 'uuid', 'ipv4', 'ipv6'] as const;

/** Examples of formats, with a few characters changed. */
const nearFormat = (format: string): fc.Arbitrary<string> =>
  fc
    .array(fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 2 }), fc.constantFrom(...'0123456789-:.TZz+@ aAfg/%é\n')), {
      maxLength: 4,
    })
    .map((edits) =>
      edits.reduce(
        (text, [at, gone, more]) => text.slice(0, at) + more + text.slice(at + gone),
        formatExample(format) ?? '',
      ),
    );

test.each(FORMATS)('the pattern of %s matches what the runtime accepts', (format) => {
  const { pattern = '', isExact } = formatPattern(format) ?? {};
  const wide = new RegExp(pattern, 'u');
  const dates = fc
    .tuple(fc.nat({ max: 9999 }), fc.nat({ max: 13 }), fc.nat({ max: 32 }))
    .map(
      ([year, month, day]) =>
        `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
    );
  fc.assert(
    fc.property(
      fc.oneof(
        nearFormat(format),
        dates,
        dates.map((date) => `${date}T09:30:00Z`),
      ),
      (text) => {
        const isFormat = formatTest(format)?.(text);
        if (isExact || isFormat) expect([text, wide.test(text)]).toEqual([text, isFormat]);
      },
    ),
    { numRuns: runs(10_000) },
  );
});
