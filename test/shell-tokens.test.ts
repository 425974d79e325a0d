/** Shell code is cut into tokens that together are the code, in time proportional to its length, also where it is broken. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokensOf, withoutVariables } from '../compiler/check/program/shell-tokens.ts';
import { readShell } from '../compiler/check/program/shell-words.ts';
import { runs } from './support/runs.ts';

test.each<[code: string, tokens: readonly string[]]>([
  [String.raw`a "b $(c "d" (e)) \" f" 'g"'`, ['a', ' ', String.raw`"b $(c "d" (e)) \" f"`, ' ', `'g"'`]],
  ['$(a (b) c)$(a (b (c)))', ['$(a (b) c)', '$', '(', 'a', ' ', '(', 'b', ' ', '(', 'c', ')', ')', ')']],
  ['${a"b}`c d`2>>$x<&1', ['${a"b}', '`c d`', '2>>', '$x', '<&1']],
  [`"a 'b`, ['"', 'a', ' ', "'", 'b']],
  ['${a `b', ['$', '{a', ' ', '`', 'b']],
])('%s', (code, tokens) => {
  expect(tokensOf(code)).toEqual(tokens);
});

test.each([
  ['a$(b) c) d', 'a d'],
  ['a$x-${y}`z`$1$@.', 'a-.'],
  ['a$( ${b `c', 'a$( ${b `c'],
])('%s without variables is %s', (text, literal) => {
  expect(withoutVariables(text)).toBe(literal);
});

test('no character is lost', () => {
  const piece = fc.constantFrom(
    'a',
    '$',
    '(',
    ')',
    '"',
    "'",
    '`',
    '\\',
    '{',
    '}',
    '$(',
    '${',
    ' ',
    ';',
    '#',
    '\n',
    '<',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const code = pieces.join('');
      expect(tokensOf(code).join('')).toBe(code);
    }),
    { numRuns: runs(10_000) },
  );
});

// Quadratic in 300,000 characters is longer than any test may take.
const OPENING = [`"'$('")'`, '$(', '${', '"$(")', '`', String.raw`\"`, '((', '$((a)'];
test.each(OPENING)('%s, again and again', (again) => {
  const code = again.repeat(100_000 / again.length);
  expect(() => [readShell(code), readShell(`"${code}`), withoutVariables(code)]).not.toThrow();
});
