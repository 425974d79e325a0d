/** Which commands and flags of a program only read, which never end or switch a check off, and which exit codes are results, by the words of their help. */
import { describe, expect, test } from 'vitest';
import { VERBS } from '../../compiler/check/analysis/names/verbs.ts';
import { DESTROYING_VERBS, READING_VERBS, WRITING_VERBS } from '../../compiler/check/analysis/prose/effects.ts';
import { commandsIn } from '../../compiler/features/import/cli/commands.ts';
import { exitCodesIn } from '../../compiler/features/import/cli/exit-codes.ts';
import { hazardOf } from '../../compiler/features/import/cli/hazards.ts';
import { readHelpPage } from '../../compiler/features/import/cli/help-page.ts';
import { flagReads, isReadingVerb, judgeProgram, readsOnly } from '../../compiler/features/import/cli/reads.ts';
import { sentencesOf } from '../../compiler/features/import/cli/sentences.ts';

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

/** Whether a program is proposed as a whole, by the first lines of its help and the line of its name in the manual page. */
function isProposed(summary: string, { usage = 'shelf [OPTION]... [FILE]...', name = '' } = {}): boolean {
  const details = `  -a, --all  all of them\n\nWith no FILE, or when FILE is -, read standard input.\nReport bugs to <x@y>.\n\nFor more details see shelf(1).\n`;
  const help = `Usage: ${usage}\n${summary}\n\n${details}`;
  const manual = name === '' ? '' : `SHELF(1)\n\nNAME\n       ${name}\n\nSYNOPSIS\n       shelf [FILE]\n`;
  return commandsIn({ program: 'shelf', help, manual, pages: new Map(), refused: new Set() }).length > 0;
}

test.each([
  'Print newline, word, and byte counts for each FILE',
  'List information about the FILEs (the current directory by default).',
  'Concatenate FILE(s) to standard output.',
  'Write sorted concatenation of all FILE(s) to standard output.',
  'Convert tabs in each FILE to spaces, writing to standard output.',
  'Uncompress FILEs to standard output.',
  'Output who is currently logged in according to FILE.',
  'Summarize disk usage of the set of FILEs, recursively for directories.',
  'A program to find entries in your filesystem',
  'shelf is a tool for processing JSON inputs, applying the given filter to its inputs and producing the results on standard output.',
  'shelf 13.0.0\nA. Author <a@b.c>\n\nThe shelf utility recursively searches a directory for a pattern.',
  'Try shelf --help for more',
])('a program with the summary "%s" is proposed', (summary) => {
  expect(isProposed(summary, { name: 'book, shelf - report the state of books' })).toBe(true);
});

test.each([
  'Compress or uncompress FILEs (by default, compress FILES in-place).',
  'Compress or decompress FILEs in the .xz format.',
  "Output pieces of FILE to PREFIXaa, PREFIXab, ...; default size is 1000 lines, and default PREFIX is 'x'.",
  "Output pieces of FILE separated by PATTERN(s) to files 'xx00', 'xx01', ...",
  'Enter messages into the system log.',
  'Copy standard input to each FILE, and also to standard output.',
  'Copy SOURCE to DEST, or multiple SOURCE(s) to DIRECTORY.',
  'Change the mode of each FILE to MODE.',
  'Filter adjacent matching lines from INPUT (or standard input), writing to OUTPUT (or standard output).',
  'Concatenate FILEs.',
  'Print the books. Deletes them after that.',
  'A tool for listing and deleting books',
  'The shelf command lists and deletes books',
  'shelf, a block-sorting file compressor.  Version 1.0.8, 13-Jul-2019.',
  'Select a timezone interactively.',
  '',
])('a program with the summary "%s" is set aside', (summary) => {
  expect(isProposed(summary)).toBe(false);
});

test.each([
  ['gzip, shelf, zcat - compress or expand files', false],
  ['pgrep, shelf - look up, signal, or wait for processes based on name and other attributes', false],
  ['other - list the books', false],
  ['shelf - split a file into pieces', false],
  ['other, shelf - display information about books', true],
])('without a summary, the manual page decides: %s', (name, isRead) => {
  expect(isProposed('', { name })).toBe(isRead);
});

test('no other main verb reads, and no other verb next to one that does', () => {
  const others = VERBS.filter((verb) => !isReadingVerb(verb));
  const third = (verb: string): string =>
    verb
      .replace(/y$/, 'ie')
      .replace(/(?<=[sxz]|[cs]h)$/, 'e')
      .concat('s');
  const reads = (text: string): boolean => judgeProgram(text, 'shelf') === 'reads';
  expect(others.filter((verb) => reads(`${verb} the books`) || reads(`A program to ${verb} books`))).toEqual([]);
  expect(others.filter((verb) => reads(`shelf ${third(verb)} the books`))).toEqual([]);
  expect(
    others.filter((verb) => reads(`shelf lists books and ${verb}s them`.replace(`${verb}s`, third(verb)))),
  ).toEqual([]);
  expect(others.filter((verb) => reads(`A program to list and ${verb} books`))).toEqual([]);
});

test.each(['Compress', 'Split', 'Copy', 'Signal', 'Delete'].flatMap((verb) => [verb, verb.toLowerCase()]))(
  '%s is not outweighed by a line of the manual page',
  (verb) => {
    expect(isProposed(`${verb} the books`, { name: 'shelf - print the books' })).toBe(false);
  },
);

test.each([
  ['shelf [OPTION]... [INPUT [OUTPUT]]', false],
  ['shelf [OPTION]... IN_FILE OUTFILE', false],
  ['shelf [OPTION]... [output-option] FILE', true],
])('the usage %s has a place to write to, or none', (usage, isRead) => {
  expect(isProposed('Report repeated lines.', { usage })).toBe(isRead);
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

test.each([
  ['events', 'Get real time events from the server'],
  ['events', 'Get events in real-time'],
  ['stats', 'Display a live stream of usage statistics'],
  ['events', 'Stream events'],
  ['list', 'Continuously list the books'],
  ['show', 'Show new books as they arrive'],
  ['show', 'Print lines until interrupted'],
  ['list', 'List the books every 2 seconds'],
])('%s: "%s" never ends', (name, text) => {
  expect(readsOnly({ name, text, heading: 'Commands' })).toBe(false);
});

test.each([
  ['diff', 'Show how the live version differs'],
  ['streams', 'List the streams of a file'],
  ['list', 'List the books of every year'],
  ['list', 'List books (streamed to STDOUT by default)'],
])('%s: "%s" ends', (name, text) => {
  expect(readsOnly({ name, text, heading: 'Commands' })).toBe(true);
});

test.each([
  ['--follow', undefined, 'Follow the output', 'endless'],
  ['--follow', 'NAME', 'output appended books as the file grows', 'endless'],
  ['--watch', undefined, 'Show the books, then show each change', 'endless'],
  ['--live', undefined, 'Keep running and print new books', 'endless'],
  ['--interval', 'SECONDS', 'Print the books again every so many seconds', 'endless'],
  ['-F', undefined, 'same as --follow --retry', 'endless'],
  ['--follow', undefined, 'Follow symbolic links', undefined],
  ['--follow', undefined, 'List the history beyond renames', undefined],
  ['--tail', 'N', 'Lines from the end', undefined],
  ['--no-stream', undefined, 'Disable streaming and print only the first result', undefined],
  ['--context', undefined, 'Show lines as context for each change', undefined],
  ['--insecure', undefined, 'Connect anyway', 'unchecked'],
  ['--insecure-skip-tls-verify', undefined, '', 'unchecked'],
  ['-k', undefined, 'Allow insecure connections', 'unchecked'],
  ['-K', undefined, 'same as --insecure', 'unchecked'],
  ['--no-check-certificate', undefined, "don't validate the certificate of the server", 'unchecked'],
  ['--skip-verification', undefined, 'Do not check the signatures of books', 'unchecked'],
  ['--backend', undefined, 'Skip verifying the identity of the server', 'unchecked'],
  ['--verify', 'BOOL', 'Set to "no" to skip checking the SSL certificate of the host', 'unchecked'],
  ['--tls-verify', 'true|false', 'Be sure', 'unchecked'],
  ['--allow-unauthenticated', undefined, 'Show books of unknown origin', 'unchecked'],
  ['--trusted-host', 'HOST', 'Trusted, even though it does not have a valid certificate', 'unchecked'],
  ['--no-sandbox', undefined, 'List in the open', 'unchecked'],
  ['--cacert', 'FILE', 'CA certificate to verify peer against', undefined],
  ['--signatures', undefined, 'Show whether signatures are valid', undefined],
  ['--tls-verify', undefined, 'Check certificates (default true)', undefined],
  ['--no-headers', undefined, 'Do not print headers', undefined],
  ['--ignore-case', undefined, 'ignore case distinctions', undefined],
])('the hazard of the flag %s %s (%s) is %s', (name, value, text, hazard) => {
  expect(hazardOf({ name, value, text })).toBe(hazard);
});

describe('an exit code that says that nothing was found', () => {
  test.each([
    [
      'Nothing was found.',
      'Exit status is 0 if any line is selected, 1 otherwise;\nif any error occurs and -q is not given, the exit status is 2.\n',
    ],
    ['Nothing was found.', 'The exit code is 0 when a match was found and 1 when not.\n'],
    [
      'No lines were selected.',
      'The exit status is 0 if a line is selected, 1 if no lines were selected, and 2 if an error occurred.\n',
    ],
    [
      'No match could be found.',
      'If shelf finds a match, then the exit status is 0. If no match could be found, then the exit status is 1.\n',
    ],
    ['No lines were selected.', 'EXIT STATUS\n  0  One or more lines were selected.\n  1  No lines were selected.\n'],
  ])('%s: %j', (error, text) => {
    const manual = `SHELF(1)\n\nEXIT STATUS\n     ${text.replace('EXIT STATUS\n', '').replaceAll('\n', '\n     ')}`;
    for (const page of [readHelpPage(`  -i  ignore case\n\n${text}`), readHelpPage(manual, 'manual')])
      expect(exitCodesIn([page]).get('1')).toEqual({ error, isNothing: true });
  });

  test.each([
    'Exit status is 0 if OK, 1 otherwise.\n',
    'The shelf utility exits 0 on success, and >0 if an error occurs.\n',
    'EXIT STATUS\n  1  File not found\n',
    'The exit status is 1 if no configuration file was found.\n',
  ])('%j says nothing of it', (text) => {
    expect([...exitCodesIn([readHelpPage(text)]).values()].some(({ isNothing }) => isNothing)).toBe(false);
  });
});

test.each([
  ['do not list implied . and ..', 'do not list implied . and ..'],
  ['show entries, e.g. books. More here', 'show entries, e.g. books'],
  ['show entries, e.g. Emma. More here', 'show entries, e.g. Emma'],
  ['show books, magazines etc. of a shelf', 'show books, magazines etc. of a shelf'],
  ['show books, magazines etc. More here', 'show books, magazines etc'],
  ['show edition 1.2 of v. 3 books', 'show edition 1.2 of v. 3 books'],
  ["supports '=' and '!='.(e.g. key=value)", "supports '=' and '!='.(e.g. key=value)"],
  ['show books (i.e. titles). Then more', 'show books (i.e. titles)'],
  ['show books; more here', 'show books'],
  ['show all of .shelfrc. Then more', 'show all of .shelfrc'],
])('the first sentence of %j', (text, sentence) => {
  expect(sentencesOf(text)[0]).toBe(sentence);
});
