/** JSON Pointers: parsing, escaping and lookup. */
import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { Json } from '../../runtime/language/json.ts';
import { escapeToken, findPointer, parsePointer } from '../../runtime/language/pointer.ts';

/** The document and the results of RFC 6901 §5. */
const DOCUMENT: Json = {
  foo: ['bar', 'baz'],
  '': 0,
  'a/b': 1,
  'c%d': 2,
  'e^f': 3,
  'g|h': 4,
  'i\\j': 5,
  'k"l': 6,
  ' ': 7,
  'm~n': 8,
};

test.each<[string, Json | undefined]>([
  ['', DOCUMENT],
  ['/foo', ['bar', 'baz']],
  ['/foo/0', 'bar'],
  ['/', 0],
  ['/a~1b', 1],
  ['/c%d', 2],
  ['/e^f', 3],
  ['/g|h', 4],
  ['/i\\j', 5],
  ['/k"l', 6],
  ['/ ', 7],
  ['/m~0n', 8],
  ['/foo/2', undefined],
  ['/foo/-', undefined],
  ['/foo/00', undefined],
  ['/foo/length', undefined],
  ['/foo/0/length', undefined],
  ['/constructor', undefined],
  ['/__proto__', undefined],
  ['/missing/deep', undefined],
  ['foo', undefined],
  ['/m~n', undefined],
])('%j', (pointer, expected) => {
  expect(findPointer(DOCUMENT, pointer)).toEqual(expected);
});

test('parsing and escaping are inverse', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), (tokens) => {
      expect(parsePointer(tokens.map((token) => `/${escapeToken(token)}`).join(''))).toEqual(tokens);
    }),
  );
});

test.each(['a', 'a/b', '/~', '/~2', '/a~'])('%s is no pointer', (text) => {
  expect(parsePointer(text)).toBeUndefined();
});
