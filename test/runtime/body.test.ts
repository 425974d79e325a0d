/** Templates of JSON bodies: what each renders to. */
import { expect, test } from 'vitest';
import { compileBody } from '../../runtime/language/template.ts';
import type { Json } from '../../runtime/language/json.ts';

const scope: Record<string, Json> = {
  title: 'On "ants"',
  year: 1999,
  tags: ['x', 'y'],
  authors: [{ given: 'Marie', family: 'Curie' }, { family: 'Plato' }],
};

test.each<[string, Json, Json | undefined]>([
  ['scalars as they are', [1, true, null, 'text'], [1, true, null, 'text']],
  ['a whole variable keeps its type', { year: '{year}', tags: '{tags}' }, { year: 1999, tags: ['x', 'y'] }],
  ['text interpolates', { label: '{title} ({year})' }, { label: 'On "ants" (1999)' }],
  ['absent members and elements are dropped', { a: '{nope}', b: ['{nope}', 'x {nope}', '{year}'] }, { b: [1999] }],
  ['an absent body is nothing', '{nope}', undefined],
  ['objects and lists go when emptied', { a: 1, meta: { a: { b: '{nope}' } }, tags: ['{nope}'] }, { a: 1 }],
  ['what is empty as written stays', { meta: {}, tags: [], list: [{}] }, { meta: {}, tags: [], list: [{}] }],
  ['the body itself stays', { meta: '{nope}' }, {}],
  [
    'a list is mapped',
    { creators: { each: '{authors}', as: { type: 'author', first: '{item.given}', last: '{item.family}' } } },
    {
      creators: [
        { type: 'author', first: 'Marie', last: 'Curie' },
        { type: 'author', last: 'Plato' },
      ],
    },
  ],
  [
    'a list of texts is mapped',
    { tags: { each: '{tags}', as: { tag: '{item}' } } },
    { tags: [{ tag: 'x' }, { tag: 'y' }] },
  ],
  ['an absent list is dropped', { a: { each: '{nope}', as: '{item}' } }, {}],
  ['three keys are no mapping', { each: 'a', as: 'b', more: 1 }, { each: 'a', as: 'b', more: 1 }],
  ['outside a mapping there is no item', { a: '{item}' }, {}],
])('%s', (_name, body, expected) => {
  expect(compileBody(body)(scope)).toEqual(expected);
});

test('member names cannot touch prototypes', () => {
  const made = compileBody(JSON.parse('{"__proto__": {"x": "{year}"}}'))(scope);
  expect(JSON.stringify(made)).toBe('{"__proto__":{"x":1999}}');
  expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
});
