/** `param/pattern-linear` finds the patterns that hold other engines up, and no others. */
import { describe, expect, test } from 'vitest';
import { problemOf, slownessOf } from '../../compiler/check/analysis/patterns/slow.ts';
import { HARMFUL } from '../support/harmful-patterns.ts';
import { HARMLESS } from '../support/harmless-patterns.ts';
import { everyNth } from '../support/runs.ts';

describe('every harmful pattern is found, with a part of it', () => {
  test.each(HARMFUL)('$pattern ($from)', ({ pattern }) => {
    const { part = '' } = slownessOf(pattern) ?? {};
    expect(part).not.toBe('');
    expect(pattern).toContain(part);
  });
});

describe('a linear pattern has no finding', () => {
  test.each(HARMLESS)('%s', (pattern) => {
    expect(problemOf(pattern)).toBeUndefined();
    expect(slownessOf(pattern)).toBeUndefined();
  });

  test('of which there are at least 40', () => {
    expect(new Set(HARMLESS).size).toBeGreaterThanOrEqual(40);
  });
});

test.each([
  ['a repeat in a repeat', '^x(\\w+\\s?)+$', '(\\w+\\s?)+'],
  ['alternatives', '^x(?:a|ab|b)*y$', '(?:a|ab|b)*'],
  ['two repeats', '^[a-z]+\\d*[a-z]+$', '[a-z]+'],
  ['a search', 'x\\s+$|\\s+!', '\\s+'],
])('%s is named', (_name, pattern, part) => {
  expect(slownessOf(pattern)).toMatchObject({ part });
});

/** Classes of characters, each with separators that are not in it. */
const CLASSES: readonly (readonly [characters: string, separators: readonly string[]])[] = [
  ['\\w', [' ', ',', '-']],
  ['[a-z]', ['1', '/', '_']],
  ['\\d', ['x', '\\.', ':']],
  ['[^;]', [';']],
  ['\\p{L}', ['\\s', '!']],
];

test('whatever the characters are, repeats that can share them are slow, and those that a separator divides are not', () => {
  const wrong = everyNth(2, CLASSES).flatMap(([one, separators]) => {
    return separators.flatMap((other) => {
      const slow = [
        `^(?:${one}+${other}?)+$`,
        `^${one}+${other}*${one}+$`,
        `${one}+${other}$`,
        `^(?:${one}|${one}${one})*${other}$`,
      ];
      const linear = [
        `^${one}+(?:${other}${one}+)*$`,
        `^(?:${one}|${other})+$`,
        `^${one}*${other}${one}*$`,
        `^(?:${one}{2}${other})*$`,
      ];
      return [...slow.filter((pattern) => !slownessOf(pattern)), ...linear.filter((pattern) => slownessOf(pattern))];
    });
  });
  expect(wrong).toEqual([]);
});

/** What could keep the search itself busy. */
const LARGE: readonly (readonly [string, string])[] = [
  ['stars', `${'a*'.repeat(500)}b`],
  ['groups', `^${'(?:a|b)+'.repeat(300)}$`],
  ['groups in groups', `${'('.repeat(400)}a${'+)'.repeat(400)}`],
  ['repeats in repeats, deeper than the stack', `${'(?:'.repeat(8000)}a${')*'.repeat(8000)}`],
  ['words', `^(?:${Array.from({ length: 800 }, (_, at) => `w${at}x`).join('|')})+$`],
  ['looks', `${'(?=a*)'.repeat(200)}b`],
  ['references', `^${'(a*)'.repeat(50)}${Array.from({ length: 50 }, (_, at) => `\\${at + 1}`).join('')}$`],
  ['letters', `${'a'.repeat(50_000)}*`],
];

test.each(LARGE)('the search ends for a large pattern: %s', (_name, pattern) => {
  expect(() => slownessOf(pattern)).not.toThrow();
});

test('a pattern that cannot be written out is rejected before it fails every call', () => {
  expect(problemOf('^(?:a{0,9999}){0,9999}$')).toBe('Its counted repeats make it too large');
  expect(problemOf('^.{0,65535}$')).toBeUndefined();
});
