/** The kept index against one that is made again each time. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { incrementalIndex, indexedByKey, oneByOne } from '../compiler/check/analysis/similar/incremental-index.ts';
import type { Lists } from '../compiler/check/analysis/similar/incremental-index.ts';

interface Thing {
  readonly id: number;
  readonly keys: readonly string[];
}

const KEYS = ['a', 'b', 'c', 'd'];

/** Twelve things; a key may stand in one twice. */
const things = fc
  .array(fc.array(fc.constantFrom(...KEYS), { maxLength: 4 }), { minLength: 12, maxLength: 12 })
  .map((all) => all.map((keys, id): Thing => ({ id, keys })));

/** Four documents: each is there as a whole, without its first thing, turned, or not; mostly in the same order, as files stand. */
const times = fc.array(
  fc.record({
    documents: fc.tuple(...Array.from({ length: 4 }, () => fc.constantFrom('whole', 'less', 'turned', 'gone'))),
    turned: fc.integer({ min: 0, max: 9 }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** The same object each time for the same form of the same document. */
function documents(all: readonly Thing[]): (forms: readonly string[], turned: boolean) => Lists<Thing> {
  const made = [0, 3, 6, 9].map((from) => ({
    whole: all.slice(from, from + 3),
    less: all.slice(from + 1, from + 3),
    turned: all.slice(from, from + 3).toReversed(),
  }));
  return (forms, turned) => {
    const lists = made.flatMap((document, at) => {
      const form = forms[at];
      return form === 'whole' || form === 'less' || form === 'turned' ? [document[form]] : [];
    });
    return turned ? lists.toReversed() : lists;
  };
}

function anew(lists: Lists<Thing>, key: string): Thing[] {
  return lists.flat().flatMap((thing) => thing.keys.filter((one) => one === key).map(() => thing));
}

test('after any edits, what stands under a key is what the lists have now', () => {
  fc.assert(
    fc.property(things, times, (all, edits) => {
      const listsOf = documents(all);
      const index = incrementalIndex(({ keys }: Thing) => keys);
      const told = indexedByKey(
        ({ keys }: Thing) => keys,
        (those, key) => (those.length > 1 ? [`${key} ${those.map(({ id }) => id).join(' ')}`] : []),
      );
      let before: Lists<Thing> = [];
      for (const { documents: forms, turned } of edits) {
        const lists = listsOf(forms, turned === 0);
        const { under, touched, placeOf } = index(lists);
        for (const key of KEYS) {
          expect(under(key)).toEqual(anew(lists, key));
          if (!touched.has(key)) expect(anew(before, key)).toEqual(anew(lists, key));
        }
        const places = lists.flat().map((thing) => placeOf(thing) ?? -1);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        for (const gone of all.filter((thing) => !lists.flat().includes(thing))) expect(placeOf(gone)).toBeUndefined();
        const several = KEYS.filter((key) => anew(lists, key).length > 1);
        expect(told(lists).toSorted()).toEqual(
          several.map(
            (key) =>
              `${key} ${anew(lists, key)
                .map(({ id }) => id)
                .join(' ')}`,
          ),
        );
        before = lists;
      }
    }),
  );
});

test('what stands under a key is the very same list while nothing under it comes or goes', () => {
  const [first, second, other] = [{ keys: ['a'] }, { keys: ['a', 'b'] }, { keys: ['b'] }];
  const index = incrementalIndex(({ keys }: { readonly keys: readonly string[] }) => keys);
  const before = index(oneByOne([first, second])).under('a');
  expect(index(oneByOne([first, second, other])).under('a')).toBe(before);
  expect(index(oneByOne([first, other])).under('a')).not.toBe(before);
});
