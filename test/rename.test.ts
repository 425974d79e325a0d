/** `haft check --fix` renames a parameter in the steps of skills as well, where a mention can mean nothing else. */
import { expect, test } from 'vitest';
import { fixSpecs } from '../compiler/cli/fix/repair.ts';
import { layOver } from './support/example.ts';
import { BY_COMPARISON } from './support/fix-settings.ts';

const TOOL = `name: search_books
parameters: { bookTitle: { type: string, description: Words on the cover. } }
required: [bookTitle]
command: { argv: [find, "{bookTitle}"] }
`;

/** The first step of a skill, and of a second one that never names the tool; `more` are further keys of the tool. */
async function renamed(step: string, other = 'Ask for the day.', more = ''): Promise<string> {
  const { source } = layOver('tool', TOOL + more);
  const steps = `steps: [${JSON.stringify(step)}]`;
  const text = source.text
    .replace(/^handler: handlers\.ts\n/m, '')
    .replace('steps: [Search with `search_books`.]', steps);
  const second = `---
kind: skill
name: lend-a-chair
version: 1.0.0
description: { does: Lends a chair., when: somebody stands, triggers: [lend a chair, somewhere to sit], not_for: [{ case: tables }] }
context: There is one chair.
steps: [${JSON.stringify(other)}]
never: [Sell it]
---
kind: tool
name: list_chairs
server: library
description: { does: Lists the chairs of a room., when: somebody wants to sit }
effects: read
command: { argv: [chairs] }
`;
  const { specs } = await fixSpecs([{ path: source.path, text: text + second }], BY_COMPARISON);
  return specs[0]?.text ?? '';
}

const isRenamed = (text: string): boolean => text.includes('argv: [find, "{book_title}"]');

test('in backticks, next to the name of its tool', async () => {
  const text = await renamed('Call `search_books` with `bookTitle`; shorten `bookTitle` when nothing is found.');
  expect(isRenamed(text)).toBe(true);
  expect(text).toContain('Call `search_books` with `book_title`; shorten `book_title` when nothing is found.');
  expect(text).not.toContain('bookTitle');
});

test('unrelated skills are unchanged', async () => {
  expect(isRenamed(await renamed('Search with `search_books`.'))).toBe(true);
  expect(isRenamed(await renamed('Search with `search_books`.', 'The bookTitle is on the back.'))).toBe(true);
});

test.each([
  ['bare, beside the tool', 'Call `search_books` with bookTitle.'],
  ['with its value', 'Call `search_books` with `bookTitle: Momo`.'],
  ['without the tool', 'Shorten `bookTitle`, and search again.'],
  ['beside another tool', 'Call `search_books` or `list_chairs` with `bookTitle`.'],
])('a mention %s prevents the whole fix', async (_where, step) => {
  const text = await renamed(step);
  expect(isRenamed(text)).toBe(false);
  expect(text).toContain(JSON.stringify(step).slice(1, -1));
});

test('a mention in an unrelated skill and a field of that name in the result prevent it too', async () => {
  expect(isRenamed(await renamed('Search with `search_books`.', 'Read `bookTitle`.'))).toBe(false);
  expect(isRenamed(await renamed('Search with `search_books`.', 'Read `bookTitle: Momo`.'))).toBe(false);
  const answer = 'returns: { type: object, properties: { bookTitle: { type: string } } }';
  expect(isRenamed(await renamed('Call `search_books`, and read `bookTitle`.', undefined, answer))).toBe(false);
});
