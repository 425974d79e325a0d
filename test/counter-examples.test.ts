/** What a description says not to send is no list of what may be sent. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { closedSet } from '../compiler/check/analysis/intended-type/closed-set.ts';
import { statesValues } from '../compiler/check/analysis/intended-type/closed-set.ts';
import { runs } from './support/runs.ts';

const setsOf = (text: string, name: string): (readonly string[] | undefined)[] => [
  closedSet(text, false, [name]),
  closedSet(text, true, [name]),
];

test.each([
  "The question. Bad (too vague): 'auth' or 'hooks'.",
  "Wrong: 'auth', 'hooks'.",
  'Write a sentence instead of "auth" or "hooks".',
  "A question, rather than 'auth' or 'hooks'.",
  "Don't send 'auth' or 'hooks'.",
  'Useless: auth or hooks.',
  'Too short (rejected): "a" or "b".',
])('%s', (text) => {
  expect(setsOf(text, 'query')).toEqual([undefined, undefined]);
});

test.each([
  ['order', 'Order of the titles: asc or desc.'],
  ['binding', "Binding: 'hardcover' or 'paperback'."],
  ['state', 'One of "open", "overdue" or "returned".'],
  ['shade', 'Allowed values: light, dark.'],
])('%s: a list of values is still one: %s', (name, text) => {
  expect(setsOf(text, name).some((set) => set !== undefined)).toBe(true);
});

test('under a heading that is neither the name, a kind of choice nor values, no list is a set', () => {
  const heading = fc
    .stringMatching(/^[A-Z][a-z]{2,9}( [a-z]{2,9})?$/)
    .filter((text) => !statesValues(`${text}: a or b.`, ['query']));
  const word = fc.stringMatching(/^[a-z]{3,8}$/);
  const quote = fc.constantFrom(['"', '"'], ["'", "'"], ['`', '`'], ['“', '”']);
  const gloss = fc.constantFrom('', ' (too vague)', ' (rejected)');
  fc.assert(
    fc.property(
      heading,
      gloss,
      fc.uniqueArray(word, { minLength: 2, maxLength: 4 }),
      quote,
      fc.boolean(),
      (head, more, words, [open, close], or) => {
        const list = words.map((one) => `${open}${one}${close}`);
        const text = or ? `${list.slice(0, -1).join(', ')} or ${list.at(-1)}` : list.join(', ');
        expect(setsOf(`The question. ${head}${more}: ${text}.`, 'query')).toEqual([undefined, undefined]);
      },
    ),
    { numRuns: runs(10_000) },
  );
});
