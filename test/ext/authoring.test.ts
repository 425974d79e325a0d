/** Sentences of EXT about what authors write: an edit of the project breaks one of them, and is reported by its own code. */
import { expect, test } from 'vitest';
import { codesAfter } from './project.ts';
import type { Edit } from './project.ts';

test('a project that keeps every sentence has no finding', () => {
  expect(codesAfter()).toEqual([]);
});

const q = 'query: { type: string, description: "Words to look for, such as honey bees." }';
const of = (more: string): Edit => [q, `${q}\n      ${more}`];

const MORE_EVALS = Array.from(
  { length: 8 },
  (_, at) => `      - { query: find a book about bees number ${at}, arguments: { query: bees } }\n`,
).join('');

test.each<[string, string, ...Edit[]]>([
  ['§2.1 the name of a skill is lower case', 'spec/format', ['name: find-a-book', 'name: Find-A-Book']],
  ['§2.1 the name of a skill has hyphens', 'spec/format', ['name: find-a-book', 'name: find_a_book']],
  [
    '§2.1 a description says what the skill does',
    'spec/missing-key',
    ['  does: Finds books on the shelves and says where they stand.\n', ''],
  ],
  [
    '§2.1 a description says when to use the skill',
    'spec/missing-key',
    ['  when: the user wants a book from the town library\n', ''],
  ],
  [
    '§2.1 two triggers at least',
    'spec/length',
    ['triggers: [find a book, is there a book about]', 'triggers: [find a book]'],
  ],
  [
    '§2.1 three triggers at most',
    'spec/length',
    ['triggers: [find a book, is', 'triggers: [find a book, show a book, search a book, is'],
  ],
  [
    '§2.1 a description says what not to use the skill for',
    'spec/missing-key',
    ['  not_for: [{ case: buying books }]\n', ''],
  ],
  ['§2.1 a body has a context', 'spec/missing-key', ['context: The library has one floor.\n', '']],
  [
    '§2.1 a body has steps',
    'spec/missing-key',
    ['steps: [Search with `search_books`., Show the best with `get_book`.]\n', ''],
  ],
  ['§2.1 a body has things not to do', 'spec/missing-key', ['never: [Invent a title]\n', '']],
  ['§2.1 an eval has an input', 'spec/missing-key', ['{ input: Find a book about bees, ', '{ ']],
  ['§2.1 an eval has expected behaviors', 'skill/evals-shape', [', expected_behavior: [Calls search_books first]', '']],
  [
    '§2.1 expected behaviors are texts in a list',
    'spec/wrong-type',
    ['[Calls search_books first]', 'Calls search_books first'],
  ],
  [
    '§2.2 a name starts with a verb',
    'tool/verb-first',
    ['- name: search_books', '- name: book_search'],
    ['`search_books`', '`book_search`'],
    ['use: search_books', 'use: book_search'],
    ['Calls search_books', 'Calls book_search'],
  ],
  [
    '§2.2 a name is self-explanatory',
    'tool/generic-name',
    ['- name: search_books', '- name: search'],
    ['`search_books`', '`search`'],
    ['use: search_books', 'use: search'],
  ],
  [
    '§2.2 a tool has a description',
    'spec/missing-key',
    [
      '    description:\n      does: Searches the shelves by words in titles.\n      when: the user looks for a book and does not know its number\n      instead: [{ case: the number of the book is known, use: get_book }]\n      examples: [Is there a book about bees?]\n',
      '',
    ],
  ],
  [
    '§2.2 a description is written for the model',
    'spec/length',
    ['when: the user looks for a book and does not know its number', 'when: ""'],
  ],
  ['§2.2 required names parameters', 'param/required-exists', ['required: [query]', 'required: [quary]']],
  ['§2.2 a parameter has a type', 'spec/missing-key', of('note: { default: none, description: A note for the desk. }')],
  [
    '§2.2 number is none of the five types',
    'param/type-allowed',
    of('weight: { type: number, default: 1, description: Weight of the book. }'),
  ],
  [
    '§2.2 null is none of the five types',
    'spec/not-allowed',
    of('weight: { type: "null", default: null, description: Weight of the book. }'),
  ],
  ['§2.2 a parameter has a description', 'param/description', of('note: { type: string, default: none }')],
  ['§2.2 an enum holds values of the type', 'param/enum-valid', ['enum: [titles, everything]', 'enum: [titles, 7]']],
  ['§2.2 a default fits its parameter', 'param/default-valid', ['default: 10', 'default: ten']],
  ['§2.2 bounds are in order', 'param/bounds-order', ['minimum: 1, maximum: 100', 'minimum: 100, maximum: 1']],
  [
    '§2.2 a list says what its items are',
    'param/items-required',
    ['type: array, items: { type: string }, default: [], d', 'type: array, default: [], d'],
  ],
  [
    '§2.4 data is an object',
    'tool/returns-object',
    [
      'returns: { type: object, properties: { text: { type: string } }, required: [text] }',
      'returns: { type: string }',
    ],
  ],
  ['§2.4 a failure has an error', 'spec/missing-key', ['error: The program printf is missing., ', '']],
  ['§2.4 a failure has a retry_hint', 'spec/missing-key', [', retry_hint: Ask the user to install it.', '']],
  ['§4.1 a server has a name', 'spec/missing-key', ['name: library\n', '']],
  ['§4.1 a transport is one that exists', 'spec/not-allowed', ['tools:\n', 'transports: [stdout]\ntools:\n']],
  ['§4.1 SSE is for remote use, and legacy', 'server/sse-legacy', ['tools:\n', 'transports: [stdio, sse]\ntools:\n']],
  [
    '§7 rule 1: a failure is never a bare status',
    'tool/errors-structured',
    ['error: The program printf is missing.', 'error: "404"'],
  ],
  [
    '§7 a wrong input schema is found before any call',
    'server/binding-complete',
    ['"{query}", "{scope}"', '"{quary}", "{scope}"'],
  ],
  ['§8 a count has bounds', 'param/integer-bounds', ['minimum: 1, maximum: 100, ', '']],
  [
    '§8 required parameters are few',
    'tool/too-many-required',
    of(
      'a_place: { type: string, description: A place. }\n      b_place: { type: string, description: B place. }\n      c_place: { type: string, description: C place. }\n      d_place: { type: string, description: D place. }\n      e_place: { type: string, description: E place. }',
    ),
    ['required: [query]', 'required: [query, a_place, b_place, c_place, d_place, e_place]'],
  ],
  [
    '§8 rule 1: a description says when to call',
    'spec/missing-key',
    ['      when: the user looks for a book and does not know its number\n', ''],
  ],
  [
    '§8 rule 1: a description has no endpoint',
    'tool/no-implementation-details',
    ['Searches the shelves by words in titles.', 'Searches the shelves with GET /books?q=.'],
  ],
  [
    '§8 rule 1: similar tools name each other',
    'tool/neighbour-named',
    ['      instead: [{ case: the number of the book is known, use: get_book }]\n', ''],
    ['      instead: [{ case: the number is not known, use: search_books }]\n', ''],
    ['does: Shows one book by its number.', 'does: Searches the shelves by words in titles and authors.'],
  ],
  [
    '§8 rule 1: a tool named instead exists',
    'tool/instead-resolves',
    ['known, use: get_book', 'known, use: get_shelf'],
  ],
  [
    '§8 rule 1: a description has example queries',
    'tool/examples',
    ['      examples: [Is there a book about bees?]\n', ''],
  ],
  [
    '§8 rule 2: a closed set is an enum',
    'param/enum-for-closed-set',
    of('order: { type: string, default: title, description: "Order of the list: title, year or author." }'),
  ],
  [
    '§8 rule 2: a count is an integer',
    'param/integer-for-count',
    of('max_results: { type: string, default: "10", description: How many results to return. }'),
  ],
  [
    '§8 rule 2: a flag is a boolean',
    'param/boolean-for-flag',
    of('include_lent: { type: string, default: "false", description: Whether to include books that are lent. }'),
  ],
  [
    '§8 rule 2: a list is an array',
    'param/array-for-list',
    of('authors: { type: string, default: "", description: "Comma-separated list of authors." }'),
  ],
  [
    '§8 rule 3: a parameter with a default is not required',
    'param/default-not-required',
    ['required: [query]', 'required: [query, limit]'],
  ],
  [
    '§8 rule 3: an optional parameter has a default',
    'param/optional-has-default',
    ['minimum: 1, maximum: 100, default: 10', 'minimum: 1, maximum: 100'],
  ],
  [
    '§8 rule 4: a parameter has no generic name',
    'param/generic-name',
    [q, q.replace('query', 'data')],
    ['required: [query]', 'required: [data]'],
    ['"{query}"', '"{data}"'],
  ],
  [
    '§8 rule 4: fetch(id) is too generic',
    'tool/generic-name',
    ['- name: get_book', '- name: fetch'],
    [
      'number: { type: integer, minimum: 1, maximum: 999999, description: Number of the book. }',
      'id: { type: string, description: The id. }',
    ],
    ['required: [number]', 'required: [id]'],
    ['[printf, "{number}"]', '[printf, "{id}"]'],
  ],
  [
    '§8 rule 5: a tool that can fail says how',
    'tool/errors-structured',
    [
      '      not_found: { error: The program printf is missing., retry_hint: Ask the user to install it. }\n',
      '      exit_codes: { 1: { error: failed, retry_hint: Try again. } }\n',
    ],
  ],
  [
    '§8 rule 6: no operation name with a table and data',
    'tool/all-purpose',
    of(
      'operation: { type: string, default: read, description: Operation to run. }\n      table: { type: string, default: books, description: Table to run it on. }\n      data: { type: object, default: {}, description: Data of the operation. }',
    ),
  ],
  [
    '§9 rule 3: ten queries at most',
    'tool/evals-count',
    ['      - { query: do you lend anything about bees, arguments: { query: bees } }\n', MORE_EVALS],
  ],
  [
    '§9 rule 3: five queries at least',
    'tool/evals-count',
    ['      - { query: look for novels with bees in them, arguments: { query: bees } }\n', ''],
    ['      - { query: read me the card of number 7, expect: get_book }\n', ''],
  ],
])('%s', (_sentence, code, ...edits) => {
  expect(codesAfter(...edits)).toContain(code);
});
