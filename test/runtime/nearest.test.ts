/** The nearest name for a misspelled one. */
import { expect, test } from 'vitest';
import { nearest } from '../../runtime/language/nearest.ts';

test.each([
  ['limt', ['limit', 'query'], 'limit'],
  ['qeury', ['limit', 'query'], 'query'],
  ['itemKey', ['item_key', 'item'], 'item_key'],
  ['ITEM-KEY', ['item_key'], 'item_key'],
  ['serch_references', ['get_reference', 'search_references'], 'search_references'],
  ['color', ['colors', 'color'], 'color'],
  ['ab', ['cd'], undefined],
  ['weather', ['limit', 'query'], undefined],
  ['x'.repeat(100_000), ['x'.repeat(100_000)], undefined],
  ['', ['a'], undefined],
  ['limit', [], undefined],
])('%s among %j is %s', (word, candidates, expected) => {
  expect(nearest(word, candidates)).toBe(expected);
});
