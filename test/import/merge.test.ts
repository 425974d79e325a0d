/** The three-way merge of imports: no edit of an author is lost, and a second update changes nothing. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json } from '@haft/runtime/language';
import { sameJson } from '@haft/runtime/language';
import { merge } from '../../compiler/features/import/merge.ts';

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(null, true, 0, 1, 'a', 'b'),
    fc.array(fc.constantFrom<Json>('a', 'b', 'c', 1), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('x', 'y', 'z', 'enum', 'required'), tie('value'), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));
const map = fc.dictionary(fc.constantFrom('x', 'y', 'z', 'enum'), value, { noNullPrototype: true });

test.each([
  [
    'only the source changed',
    { a: 1, b: 2 },
    { a: 1, b: 2 },
    { a: 1, b: 3, c: 4 },
    { a: 1, b: 3, c: 4 },
    [['b'], ['c']],
    [],
  ],
  ['only the author changed', { a: 1 }, { a: 2, n: 1 }, { a: 1 }, { a: 2, n: 1 }, [], []],
  ['both changed the same', { a: 1 }, { a: 2 }, { a: 2 }, { a: 2 }, [], []],
  ['both changed, differently', { a: 1 }, { a: 2 }, { a: 3 }, { a: 2 }, [], [['a']]],
  [
    'both changed other parts',
    { m: { a: 1, b: 1 } },
    { m: { a: 2, b: 1 } },
    { m: { a: 1, b: 2 } },
    { m: { a: 2, b: 2 } },
    [['m', 'b']],
    [],
  ],
  ['gone upstream, unchanged here', { a: 1, b: 1 }, { a: 1, b: 1 }, { a: 1 }, { a: 1 }, [['b']], []],
  ['gone upstream, changed here', { a: 1, b: 1 }, { a: 1, b: 2 }, { a: 1 }, { a: 1, b: 2 }, [], [['b']]],
  ['removed here, unchanged upstream', { a: 1, b: 1 }, { a: 1 }, { a: 1, b: 1 }, { a: 1 }, [], []],
  ['removed here, changed upstream', { a: 1, b: 1 }, { a: 1 }, { a: 1, b: 2 }, { a: 1 }, [], [['b']]],
  [
    'sets: additions and removals of both',
    { enum: ['a', 'b'] },
    { enum: ['b', 'a', 'mine'] },
    { enum: ['a', 'c'] },
    { enum: ['a', 'mine', 'c'] },
    [['enum']],
    [],
  ],
  [
    'other lists are one value',
    { steps: [1] },
    { steps: [1, 2] },
    { steps: [0, 1] },
    { steps: [1, 2] },
    [],
    [['steps']],
  ],
  [
    'a new key stands where it stands upstream',
    { a: 1, c: 1 },
    { a: 1, c: 1, own: 1 },
    { a: 1, b: 1, c: 1 },
    { a: 1, b: 1, c: 1, own: 1 },
    [['b']],
    [],
  ],
] as const)('%s', (_name, base, ours, theirs, expected, taken, conflicts) => {
  const merged = merge({ base, ours, theirs });
  expect(JSON.stringify(merged.value)).toBe(JSON.stringify(expected));
  expect(merged.taken).toEqual(taken);
  expect(merged.conflicts.map(({ path }) => path)).toEqual(conflicts);
});

test('no edit of the author is lost', () => {
  fc.assert(
    fc.property(map, map, map, (base, ours, theirs) => {
      const merged = merge({ base, ours, theirs }).value;
      for (const path of editedLeaves(base, ours))
        expect(at(merged, path), JSON.stringify(path)).toEqual(at(ours, path));
    }),
  );
});

test('a second update changes nothing', () => {
  fc.assert(
    fc.property(map, map, map, (base, ours, theirs) => {
      const { value: merged = {} } = merge({ base, ours, theirs });
      expect(merge({ base: theirs, ours: merged, theirs })).toEqual({ value: merged, taken: [], conflicts: [] });
    }),
  );
});

test('unedited values become those of the source', () => {
  fc.assert(fc.property(map, map, (base, theirs) => sameJson(merge({ base, ours: base, theirs }).value, theirs)));
});

/** Values that the author set or removed, but for lists that are merged as sets. */
function editedLeaves(
  base: Json | undefined,
  ours: Json | undefined,
  path: readonly string[] = [],
): (readonly string[])[] {
  if (isMap(ours)) {
    const before = isMap(base) ? base : {};
    const keys = new Set([...Object.keys(before), ...Object.keys(ours)]);
    return [...keys].flatMap((key) => editedLeaves(before[key], ours[key], [...path, key]));
  }
  if (path.at(-1) === 'enum' || path.at(-1) === 'required') return [];
  return sameJson(base, ours) ? [] : [path];
}

function isMap(value: Json | undefined): value is Readonly<Record<string, Json>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>((inner, key) => (isMap(inner) ? inner[key] : undefined), value);
}
