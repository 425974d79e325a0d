/** Which words of a skill are names of tools that do not exist: a slip in a name, or what a step says to call. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { check } from '../compiler/check/check.ts';
import { load } from '../compiler/spec/yaml/load.ts';
import { costlyRuns } from './support/runs.ts';

const TOOLS = ['search_books', 'list_open_loans', 'extend_loan', 'reserve_shelf_place'] as const;

const tools = TOOLS.map((name) => ({
  name,
  description: { does: 'Keeps the books.', when: `the user wants to ${name.replaceAll('_', ' ')}` },
  parameters: { reader_id: { type: 'string', description: 'The reader.' } },
  returns: { type: 'object', properties: { due_date: { type: 'string' }, loan_state: { enum: ['still_open'] } } },
  effects: 'read',
  handler: 'handlers.ts',
}));

const server = { kind: 'server', name: 'library', version: '1.0.0', summary: 'Keeps the books of a library.', tools };

function unknownIn(step: string, servers: readonly string[] = ['library'], keys: object = {}, page = ''): string[] {
  const skill = {
    kind: 'skill',
    name: 'lend-books',
    version: '1.0.0',
    description: {
      does: 'Lends.',
      when: 'the user reads',
      triggers: ['lend it', 'take home'],
      not_for: [{ case: 'x' }],
    },
    context: 'One floor.',
    steps: [step],
    never: ['Invent a title'],
    servers,
    ...keys,
  };
  const sources = [server, skill].map((document) => ({
    path: `specs/${document.name}.yaml`,
    text: JSON.stringify(document),
  }));
  const files = [{ path: 'specs/references/a.md', bytes: new TextEncoder().encode(page), executable: false }];
  const found = check(load(sources).value, { files }).diagnostics;
  return found.flatMap(({ code, message }) => (code === 'skill/tool-references' ? [message] : []));
}

const nouns = fc.constantFrom('stop', 'chart', 'status', 'due', 'user', 'shelf', 'report', 'token', 'amount', 'page');
const facts = fc.constantFrom('reason', 'path', 'code', 'date', 'id', 'count', 'label', 'name', 'kind', 'total');
const phrases = fc.constantFrom('Note', 'Set', 'Look at', 'Check', 'Show', 'Compare', 'with', 'the field');
const known = fc.constantFrom('reader_id', 'due_date', 'loan_state', 'still_open');

test('a word that is no tool and is not called as one has no finding, nor a parameter or a result that is', () => {
  fc.assert(
    fc.property(phrases, fc.tuple(nouns, facts), known, (phrase, words, name) => {
      const step = `${phrase} \`${words.join('_')}\`, use \`${words.join('_')}\`, and use \`${name}\`.`;
      expect(unknownIn(step), step).toEqual([]);
    }),
    { numRuns: costlyRuns(10_000) },
  );
}, 600_000);

const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz');
const slips = fc.record({
  tool: fc.constantFrom(...TOOLS),
  word: fc.nat(),
  at: fc.nat(),
  letter: letters,
  kind: fc.nat(2),
});

test('one slip in the name of a tool is found wherever it is, and any verb that is called', () => {
  fc.assert(
    fc.property(slips, phrases, ({ tool, word, at, letter, kind }, phrase) => {
      const words = tool.split('_');
      const which = word % words.length;
      const old = words[which] ?? '';
      const place = at % old.length;
      const slipped = old.slice(0, place) + ['', letter, letter + old.charAt(place)][kind] + old.slice(place + 1);
      const name = words.with(which, slipped).join('_');
      fc.pre(slipped !== old && (TOOLS as readonly string[]).every((one) => one !== name));
      expect(unknownIn(`${phrase} \`${name}\`.`)).toEqual([`Unknown tool "${name}".`]);
      // Without servers, the tools are those of the host.
      expect(unknownIn(`${phrase} \`${name}\`, then call \`delete_${name}\`.`, [])).toEqual([]);
    }),
    { numRuns: costlyRuns(10_000) },
  );
}, 600_000);

test.each(['Call `delete_books`.', 'Then use `create_reader` with a name.', 'Run the tool `close_library`.'])(
  '%s',
  (step) => {
    expect(unknownIn(step)).toHaveLength(1);
  },
);

test.each([
  'Call `read_csv()` of the library that parses tables.',
  'The `delete_books` of last year is gone.',
  'Use the `stop_reason` of the message.',
])('%s has no finding', (step) => {
  expect(unknownIn(step)).toEqual([]);
});

const NAMING = [
  'Call `lend_book` first.',
  'Then the tool `lend_book` lends it.',
  'With the `lend_book` tool.',
  '`serch_books`',
];

test.each(NAMING)('%s is judged alike in every text of a skill and in its references', (text) => {
  const message = [`Unknown tool "${text.includes('lend') ? 'lend_book' : 'serch_books'}".`];
  expect(unknownIn(text)).toEqual(message);
  for (const keys of [{ context: text }, { example: text }, { never: [text] }])
    expect(unknownIn('Read.', ['library'], keys)).toEqual(message);
  expect(unknownIn('Read.', ['library'], {}, `# A\n\n${text}\n`)).toEqual(message);
});

test('of what a host may run, a slip and a tool of a server that is there are judged, and no tool of the host', () => {
  const allowed = ['Read', 'Bash(git *)', 'read_file', 'run_shell_command', 'search_books', 'mcp__other__lend_book'];
  const unknownOf = (names: readonly string[], servers = ['library']): string[] =>
    unknownIn('Read.', servers, { allowed_tools: names });
  expect(unknownOf(allowed)).toEqual([]);
  expect(unknownOf(['mcp__library__search_books', 'mcp__library'])).toEqual([]);
  expect(unknownOf(['serch_books', 'library.lend_book'])).toHaveLength(2);
  expect(unknownOf(['mcp__library__lend_book', 'serch_books'], [])).toEqual(['Unknown tool "library.lend_book".']);
});
