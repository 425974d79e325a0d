/** Expected arguments against those of a call. */
import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '@haft/runtime';
import { judgeArguments } from '../../compiler/features/evals/judge/judge.ts';

const SCHEMA = {
  properties: {
    query: { type: 'string' },
    limit: { type: 'integer', default: 20 },
    tags: { type: 'array', items: { type: 'string' } },
    filter: { type: 'object' },
  },
} as const;

const RIGHT: readonly (readonly [string, Json, JsonObject])[] = [
  ['query', 'Geoffrey Hinton', { query: ' geoffrey  hinton.' }],
  ['query', '“deep learning”', { query: 'deep learning' }],
  ['query', { any_of: ['hinton', 'Geoffrey Hinton'] }, { query: 'Hinton' }],
  ['query', { matches: '[Hh]inton' }, { query: 'author:Hinton' }],
  ['limit', { absent: true }, {}],
  ['limit', { absent: true }, { limit: 20 }],
  ['limit', 20, {}],
  ['tags', ['A', 'b'], { tags: ['a', 'B'] }],
  ['filter', { year: 2020 }, { filter: { year: 2020, type: 'book' } }],
  ['filter', { equals: { matches: 'x' } }, { filter: { matches: 'X' } }],
];

const WRONG: readonly (readonly [string, Json, JsonObject])[] = [
  ['query', 'Hinton', { query: 'Hinton 2012' }],
  ['query', 'Hinton', {}],
  ['query', { matches: '^hinton$' }, { query: 'author:Hinton' }],
  ['query', { matches: 'x' }, { query: ['x'] }],
  ['limit', { absent: true }, { limit: 10 }],
  ['limit', 5, { limit: '5' }],
  ['limit', 5, {}],
  ['tags', ['a'], { tags: ['a', 'b'] }],
  ['filter', { year: 2020 }, { filter: { year: 2021 } }],
  ['filter', { year: 2020 }, { filter: null }],
  // Null is a value: only what is missing takes the default.
  ['limit', 20, { limit: null }],
  ['limit', { any_of: [20, 30] }, { limit: null }],
  ['limit', { absent: true }, { limit: null }],
  ['filter', { year: null }, { filter: {} }],
];

describe('judgeArguments', () => {
  test.each(RIGHT)('%s %j is met by %j', (name, expected, given) => {
    expect(judgeArguments({ [name]: expected }, given, SCHEMA).wrong).toEqual([]);
  });

  test.each(WRONG)('%s %j is not met by %j', (name, expected, given) => {
    expect(judgeArguments({ [name]: expected }, given, SCHEMA).wrong).toEqual([name]);
  });

  test('lists arguments that the case does not mention', () => {
    const judged = judgeArguments({ query: 'a' }, { query: 'a', limit: 3, constructor: 1 }, SCHEMA);
    expect(judged).toEqual({ wrong: [], extra: ['limit', 'constructor'] });
  });
});
