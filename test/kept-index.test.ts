/** The kept index against one that is made anew for every list. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptIndex } from '../compiler/check/kept-index.ts';

interface Thing {
  readonly id: number;
  readonly keys: readonly string[];
}

const KEYS = ['a', 'b', 'c', 'd'];

/** Twelve things; a key may stand in one twice. */
const things = fc
  .array(fc.array(fc.constantFrom(...KEYS), { maxLength: 4 }), { minLength: 12, maxLength: 12 })
  .map((all) => all.map((keys, id): Thing => ({ id, keys })));

/** Mostly in the same order, as files stand; now and then in another. */
const lists = fc.array(
  fc.record({ ids: fc.subarray([...Array(12).keys()], { minLength: 0 }), turned: fc.integer({ max: 9, min: 0 }) }),
  { minLength: 1, maxLength: 8 },
);

function anew(list: readonly Thing[], key: string): Thing[] {
  return list.flatMap((thing) => thing.keys.filter((one) => one === key).map(() => thing));
}

test('after any lists, what stands under a key is what the last list has', () => {
  fc.assert(
    fc.property(things, lists, (all, orders) => {
      const index = keptIndex(({ keys }: Thing) => keys);
      for (const { ids, turned } of orders) {
        const list = (turned === 0 ? ids.toReversed() : ids).flatMap((id) => all[id] ?? []);
        const { under, shared, placeOf } = index(list);
        for (const key of KEYS) expect(under(key)).toEqual(anew(list, key));
        expect([...shared].sort()).toEqual(KEYS.filter((key) => anew(list, key).length > 1));
        expect(list.map(placeOf)).toEqual([...list.keys()]);
      }
    }),
  );
});

test('what stands under a key is the very same list while nothing under it comes or goes', () => {
  const [first, second, other] = [{ keys: ['a'] }, { keys: ['a', 'b'] }, { keys: ['b'] }];
  const index = keptIndex(({ keys }: { readonly keys: readonly string[] }) => keys);
  const before = index([first, second]).under('a');
  expect(index([first, second, other]).under('a')).toBe(before);
  expect(index([first, other]).under('a')).not.toBe(before);
});
