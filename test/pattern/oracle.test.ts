/** Patterns are matched as the engine of the language matches them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePattern } from '../../runtime/language/pattern/compile.ts';
import { nativeTest, randomPattern, randomText } from '../support/random-pattern.ts';
import { runs } from '../support/runs.ts';

const texts = fc.array(randomText, { minLength: 1, maxLength: 6 });

test.each([false, true])('the results are those of RegExp.test (with references: %s)', (references) => {
  let decided = 0;
  fc.assert(
    fc.property(randomPattern(references), texts, (source, all) => {
      const match = compilePattern(source);
      for (const text of all) {
        // After a reference V8 takes the half of a pair for the whole one: /\1😀()/u.test('\ude00').
        if (references && /[\ud800-\udfff]/.test(text)) continue;
        const answer = match(text);
        if (answer === 'undecided') continue;
        decided += 1;
        if (answer !== nativeTest(source, text)) throw new Error(`${source} on ${JSON.stringify(text)}: ${answer}`);
      }
    }),
    { numRuns: runs(5000) },
  );
  expect(decided).toBeGreaterThan(runs(5000));
});

test.each<[string, string, boolean]>([
  ['^(?:\\u{1F600}|x){2}$', '😀x', true],
  ['^\\ud83d\\ude00$', '😀', true],
  ['^.$', '😀', true],
  ['^\\ud83d', '😀', false],
  ['(?<=😀)a', '😀a', true],
  ['^(?<a>x)\\k<a>$', 'xx', true],
  ['^(?<𝒜>x)\\k<𝒜>$', 'xx', true],
  ['^[^]$', '\u2028', true],
  ['^.$', '\u2028', false],
  ['^\\p{Script=Greek}+$', 'αβγ', true],
  ['^\\P{Script=Greek}+$', 'αβγ', false],
  ['^a{0}$', '', true],
  ['^.{0,65535}$', 'a'.repeat(60_000), true],
  ['^.{0,65535}$', 'a'.repeat(65_536), false],
  ['(?=^(?:a+)+$)a', 'a'.repeat(50_000), true],
  ['^(?:(?=(a*))\\1a|b)$', 'aaa', false],
  ['', '', true],
])('%s', (source, text, expected) => {
  expect(compilePattern(source)(text)).toBe(expected);
});

test.each(['[', '(', 'a{2,1}', '\\k<x>', '\\1', '(?<x>a)(?<x>b)|\\', '\\p{Nothing}', '\\-', '{'])(
  '%s is rejected',
  (source) => {
    expect(() => compilePattern(source)).toThrow(SyntaxError);
  },
);
