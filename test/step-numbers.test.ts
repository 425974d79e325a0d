/** A step that begins with its own number is found in every spelling, and its fix leaves the step; amounts are no numbers. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../compiler/check/check.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { costlyRuns } from './support/runs.ts';

function findingsOf(step: string) {
  const text = JSON.stringify({
    kind: 'skill',
    name: 'lend-books',
    version: '1.0.0',
    description: { does: 'Lends.', when: 'x', triggers: ['lend it', 'take home'], not_for: [{ case: 'x' }] },
    context: 'One floor.',
    steps: [step],
    never: ['Invent a title'],
  });
  const { diagnostics } = check(load([{ path: 'specs/a.yaml', text }]).value);
  const found = diagnostics.filter(({ code }) => code === 'skill/step-numbers');
  const fixed = applyEdits(
    text,
    found.flatMap(({ fix }) => fix?.edits ?? []),
  );
  const [after = ''] = (JSON.parse(fixed) as { steps: string[] }).steps;
  return { count: found.length, after };
}

const numbers = fc.oneof(fc.integer({ min: 1, max: 99 }).map(String), fc.constantFrom('a', 'B', 'c'));
const steps = fc.constantFrom('step', 'Step', 'STEP');
const closers = fc.constantFrom('.', ')', ':', '.)', ' .', ' )');
const dashes = fc.constantFrom('-', '–', '—');
const spellings = fc.oneof(
  fc.tuple(numbers, closers).map(([number, closer]) => `${number}${closer}`),
  numbers.map((number) => `(${number})`),
  fc.nat(99).map((number) => `[${number}]`),
  fc.tuple(fc.nat(99), dashes).map(([number, dash]) => `${number} ${dash}`),
  fc
    .tuple(steps, fc.oneof(numbers, fc.constantFrom('one', 'Two')), closers)
    .map(([word, n, end]) => `${word} ${n}${end}`),
  fc.tuple(steps, numbers, dashes).map(([word, number, dash]) => `${word} ${number} ${dash}`),
);
const marks = fc.constantFrom('', '**', '*', '__');

test('a number in front is found, and nothing else is taken away', () => {
  fc.assert(
    fc.property(spellings, marks, fc.constantFrom('', '  ', '## '), (number, mark, before) => {
      const rest = 'Search with `search_books`.';
      expect(findingsOf(`${before}${mark}${number}${mark} ${rest}`), number).toEqual({ count: 1, after: rest });
    }),
    { numRuns: costlyRuns(5000) },
  );
});

test('marks around more than the number stay', () => {
  expect(findingsOf('**1. Search** the shelf.')).toEqual({ count: 1, after: '**Search** the shelf.' });
  expect(findingsOf('**Step 1** - Search.')).toEqual({ count: 1, after: 'Search.' });
  expect(findingsOf('**2**. Search.')).toEqual({ count: 1, after: 'Search.' });
});

test.each([
  '3 books at most are named.',
  '3 - 5 books are enough.',
  '3–5 books are enough.',
  '1.5 meters are one shelf.',
  'Note: the shelf comes first.',
  '**Note**: the shelf comes first.',
  'Step back: ask again.',
  '(Only for journals) Ask for the year.',
  '- Search.',
  'e.g. search.',
  '2026 - the year of the catalog.',
])('%s has no number', (step) => {
  expect(findingsOf(step)).toEqual({ count: 0, after: step });
});
