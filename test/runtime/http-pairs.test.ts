/** Pairs of queries and forms, read back by URLSearchParams and by an inverse of their own. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { pairsOf } from '../../runtime/behaviors/http/bodies.ts';
import { encodePairs } from '../../runtime/behaviors/http/request.ts';
import type { PairStyle } from '../../runtime/descriptor/http-descriptor.ts';
import type { Json, JsonObject } from '../../runtime/language/json.ts';
import { runs } from '../support/runs.ts';
import { anyUnicode } from '../support/random-text.ts';

test.each<[PairStyle | undefined, Json, [string, string][]]>([
  [
    undefined,
    [1, null, 'b c'],
    [
      ['a', '1'],
      ['a', 'b c'],
    ],
  ],
  [undefined, { b: 1 }, [['a', '{"b":1}']]],
  ['comma', [1, null, 2], [['a', '1,2']]],
  ['comma', [], []],
  [
    'brackets',
    [1, 2],
    [
      ['a[]', '1'],
      ['a[]', '2'],
    ],
  ],
  ['brackets', { b: { c: [true] }, d: null }, [['a[b][c][]', 'true']]],
  [
    'indices',
    [{ b: 1 }, { b: 2 }],
    [
      ['a[0][b]', '1'],
      ['a[1][b]', '2'],
    ],
  ],
])('%s: %j', (style, value, pairs) => {
  expect(pairsOf('a', value, style)).toEqual(pairs);
});

test('a list is joined with the text that the author chose', () => {
  expect(pairsOf('a', ['x', 'y'], undefined, ' OR ')).toEqual([['a', 'x OR y']]);
});

test('URLSearchParams reads every name and value back', () => {
  const pair = fc.tuple(anyUnicode(), anyUnicode());
  fc.assert(
    fc.property(fc.array(pair), (pairs) => {
      expect([...new URLSearchParams(encodePairs(pairs))]).toEqual(pairs);
    }),
    { numRuns: runs(300) },
  );
});

const key = fc.stringMatching(/^[a-z]\w{0,5}$/);
const scalar = anyUnicode({ minLength: 1 });
const { value: nested } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { minLength: 1, maxLength: 3 }),
    fc.dictionary(key, tie('value'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
  ),
}));

test('indices lose nothing: the names say where each text was', () => {
  fc.assert(
    fc.property(nested, (value) => {
      const sent = [...new URLSearchParams(encodePairs(pairsOf('root', value, 'indices')))];
      expect(decoded(sent)).toEqual(value);
    }),
    { numRuns: runs(300) },
  );
});

/** `root[a][0]` and so on → the value that has these texts at these places. */
function decoded(pairs: readonly (readonly [string, string])[]): unknown {
  const holder: Record<string, unknown> = {};
  for (const [name, text] of pairs) {
    const steps = ['root', ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, step = '']) => step)];
    let place: Record<string, unknown> = holder;
    steps.forEach((step, index) => {
      const following = steps[index + 1];
      if (following === undefined) place[step] = text;
      else place = (place[step] ??= /^\d+$/.test(following) ? [] : {}) as Record<string, unknown>;
    });
  }
  return (holder as JsonObject)['root'];
}
