/** Two texts word by word: nothing is lost, the reading is what a person would say, and the cost is bounded. */
import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { SPACED, WORDS, wordDiff } from '../compiler/base/text/difference.ts';
import { runs } from './support/runs.ts';

const kept = (pieces: ReturnType<typeof wordDiff>, mark: string): string =>
  pieces
    .filter((piece) => piece.mark === 'same' || piece.mark === mark)
    .map(({ text }) => text)
    .join('');
const word = constantFrom('a', 'the', 'limit', 'Größe', '検索', '語', ',', '.', ' ', '  ', '\n', '😀', '\ud800', 'x_y');
const sentence = array(word, { maxLength: 40 }).map((words) => words.join(''));

test('what is kept and removed is the old text, kept and added the new one', () => {
  assert(
    property(oneof(sentence, string()), sentence, constantFrom(WORDS, SPACED), (before, after, unit) => {
      const pieces = wordDiff(before, after, unit);
      expect(kept(pieces, 'removed')).toBe(before);
      expect(kept(pieces, 'added')).toBe(after);
      expect(pieces.every(({ text }) => text !== '')).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
});

test.each([
  ['Reads a page.', 'Reads a page.', 'Reads a page.'],
  ['Reads one page.', 'Reads two pages.', 'Reads [one page]{two pages}.'],
  ['Finds books.', 'Finds books and papers.', 'Finds books{ and papers}.'],
  ['by title, year and tag', 'by title and tag', 'by title[, year] and tag'],
  ['End', 'End.', 'End{.}'],
  ['', 'New words', '{New words}'],
  ['著者で検索する', '題名で検索する', '[著者]{題名}で検索する'],
  [
    'Lists the files.',
    'Writes something else to somewhere.',
    '[Lists the files.]{Writes something else to somewhere.}',
  ],
])('%j → %j', (before, after, shown) => {
  const marks = { same: ['', ''], removed: ['[', ']'], added: ['{', '}'] };
  const printed = wordDiff(before, after).map(({ mark, text }) => marks[mark].join(text));
  expect(printed.join('')).toBe(shown);
});

test('long texts stay cheap: what differs in too many places is shown as replaced', () => {
  const before = Array.from({ length: 200_000 }, (_none, index) => `a${index % 977}`).join(' ');
  const after = Array.from({ length: 200_000 }, (_none, index) => `a${index % 983}`).join(' ');
  const pieces = wordDiff(before, after);
  expect(pieces.length).toBeLessThan(2000);
  expect(kept(pieces, 'added')).toBe(after);
});
