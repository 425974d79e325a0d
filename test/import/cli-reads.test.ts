/** Which commands and flags of a program only read, by the words of their help. */
import { expect, test } from 'vitest';
import { VERBS } from '../../compiler/check/analysis/names/verbs.ts';
import { DESTROYING_VERBS, READING_VERBS, WRITING_VERBS } from '../../compiler/check/analysis/prose/effects.ts';
import { flagReads, isReadingVerb, readsOnly } from '../../compiler/features/import/cli/reads.ts';

/** Verbs that change something, in the forms in which help says it. */
const CHANGING = [...new Set([...WRITING_VERBS, ...DESTROYING_VERBS])];

test.each(CHANGING)('no command whose words say "%s" is proposed', (verb) => {
  const third = verb.endsWith('y') ? `${verb.slice(0, -1)}ies` : `${verb}s`;
  for (const [name, text] of [
    [verb, 'List the books'],
    [`${verb}-books`, ''],
    ['books', `${verb} the books`],
    ['list', `${third} the books`],
    ['list', `List and ${verb} the books`],
    ['show', `Show the books, ${verb} them`],
    ['show', `Shows books and ${third} them`],
    [`list-${verb}`, 'List the books'],
  ] as const)
    expect(readsOnly({ name, text, heading: 'Commands' }), `${name}: ${text}`).toBe(false);
});

test.each([...READING_VERBS])('a command whose words say "%s" is proposed', (verb) => {
  expect(readsOnly({ name: 'books', text: `${verb} the books of a shelf`, heading: 'Commands' })).toBe(true);
  expect(readsOnly({ name: `${verb}-books`, text: '', heading: 'Commands' })).toBe(true);
});

test('of all verbs that names may start with, only those that read make a command that is proposed', () => {
  const others = VERBS.filter((verb) => !isReadingVerb(verb));
  expect(others.length).toBeGreaterThan(900);
  const named = (text: string, name = 'books'): boolean => readsOnly({ name, text, heading: 'Commands' });
  expect(others.filter((verb) => named(`${verb} the books`) || named('', `${verb}-books`))).toEqual([]);
  expect(others.filter((verb) => named(`List the books and ${verb} them`) || named(`Show and ${verb} a book`))).toEqual(
    [],
  );
  expect(others.filter((verb) => named(`${verb} the books`, 'list'))).toEqual([]);
});

test.each([
  ['edit', 'Interactively edit a book'],
  ['watch', 'Show changes as they happen'],
  ['ui', 'Browse the catalog'],
  ['login', 'Log in to a server'],
  ['new', 'Find and import new books'],
  ['config', 'Get or set a setting'],
  ['exec', 'Run a program in a shelf'],
  ['serve', 'Show the catalog to a browser'],
])('%s: %s is not', (name, text) => {
  expect(readsOnly({ name, text, heading: 'Commands' })).toBe(false);
});

test.each([
  ['--output', 'FILE', 'output file'],
  ['-o', 'filename', 'Output to file instead of stdout'],
  ['--bundle', 'FILE', 'file to store the bundles into'],
  ['--report-file', 'file', 'Write the results to this file'],
  ['--rerun', undefined, 'Rerun it for each folder'],
  ['--pre', 'COMMAND', 'for each input'],
  ['--rsh', 'RSH', 'Use this command instead of ssh'],
  ['--in-place', undefined, 'Edit files in place'],
  ['--delete', undefined, ''],
  ['--fix', undefined, 'repair what is broken'],
])('the flag %s %s (%s) is no parameter', (name, value, text) => {
  expect(flagReads({ name, value, text })).toBe(false);
});

test.each([
  ['--output', 'LIST', 'output columns'],
  ['--file', 'FILE', 'Search for patterns from the given file'],
  ['--include', 'GLOB', 'Only these files'],
  ['--reverse', undefined, 'Reverse the order'],
])('the flag %s %s (%s) is one', (name, value, text) => {
  expect(flagReads({ name, value, text })).toBe(true);
});
