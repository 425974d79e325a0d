/** What the benchmark of tool choice counts: the baseline by hand, ties, and the form of its sets. */
import { describe, expect, test } from 'vitest';
import { createBm25, USUAL, WORDS } from './bench/choose/bm25.ts';
import { compare, isFirst, sample } from './bench/choose/compare.ts';
import { offersOf } from './bench/choose/sets.ts';

const tool = (name: string, description: string): object => ({ name, description, parameters: [] });
const TOOLS = [
  tool('get_weather', 'Tells the weather.'),
  tool('buy_train', 'Buys train tickets.'),
  tool('book_hotel', 'Books a room.'),
];

describe('the baseline', () => {
  test('is BM25 with k1 1.2 and b 0.75, by hand', () => {
    const [words = () => []] = WORDS;
    const texts = [
      { name: 'reef', text: 'coral coral' },
      { name: 'tide', text: 'moon' },
    ];
    const rank = createBm25(texts, words, USUAL);
    // One of two holds it: ln(1 + 1.5 / 1.5); twice in three terms, where the mean is 2.5.
    const score = (Math.log(2) * 2 * 2.2) / (2 + 1.2 * (0.25 + (0.75 * 3) / 2.5));
    expect(rank('coral')).toEqual([
      { name: 'reef', score: expect.closeTo(score, 12) },
      { name: 'tide', score: 0 },
    ]);
  });
});

test('the ways to part a text into words', () => {
  expect(WORDS.map((words) => words('listOrders: the orders_of a café'))).toEqual([
    ['list', 'orders', 'the', 'orders', 'of', 'a', 'café'],
    ['list', 'order', 'th', 'order', 'of', 'a', 'café'],
    ['list', 'order', 'order', 'café'],
    ['list', 'order', 'order', 'café'],
  ]);
});

describe('a first choice', () => {
  test.each([
    [
      'alone',
      [
        ['a', 2],
        ['b', 1],
      ],
      true,
    ],
    [
      'a tie',
      [
        ['a', 2],
        ['b', 2],
      ],
      false,
    ],
    [
      'nothing in common',
      [
        ['a', 0],
        ['b', 0],
      ],
      false,
    ],
    [
      'another',
      [
        ['b', 2],
        ['a', 1],
      ],
      false,
    ],
  ] as const)('%s', (_what, ranked, right) => {
    expect(
      isFirst(
        ranked.map(([name, score]) => ({ name, score })),
        'a',
      ),
    ).toBe(right);
  });
});

describe('a set', () => {
  test('has its requests by the tools they are shown with', () => {
    const cases = [
      { query: 'is it raining, what is the weather', expect: 'get_weather', among: [0, 1] },
      { query: 'a train to the coast', expect: 'buy_train', among: [0, 1] },
      { query: 'a room', expect: 'book_hotel', among: [1, 2] },
    ];
    const offers = offersOf({ tools: TOOLS, cases }, 'set.json');
    expect(offers.map(({ tools, requests }) => [tools.map(({ name }) => name), requests.length])).toEqual([
      [['get_weather', 'buy_train'], 2],
      [['buy_train', 'book_hotel'], 1],
    ]);
    const counts = { requests: 3, tools: 2, reader: 3, bm25: 3, bestBm25: 3, onlyReader: 0, onlyBm25: 0, p: 1 };
    expect(compare(offers)).toEqual({ ...counts, low: 0, high: 0 });
  });

  test('can be sampled: the tools that most requests expect', () => {
    const cases = [
      { query: 'a room', expect: 'book_hotel' },
      { query: 'rain', expect: 'get_weather' },
      { query: 'two rooms', expect: 'book_hotel' },
    ];
    const [whole] = offersOf({ tools: TOOLS, cases }, 'set.json');
    const part = whole && sample(whole, 1, 5);
    expect(part?.tools.map(({ name }) => name)).toEqual(['book_hotel']);
    expect(part?.requests.map(({ query }) => query)).toEqual(['a room', 'two rooms']);
  });

  test('with another format is rejected by name', () => {
    expect(() => offersOf([], 'sets/other.json')).toThrow(/^sets\/other\.json: expected/);
  });
});
