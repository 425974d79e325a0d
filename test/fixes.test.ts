/** Repairs keep the layout of a text; rules.test.ts has every repair that a rule offers. */
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { fixed, withComments } from './support/repairs.ts';

/** A tool whose last key is what is shown, and the same after everything that is certain is repaired. */
describe('layout survives', () => {
  test.each<[what: string, before: string, after: string]>([
    [
      'flow style',
      'parameters: { sort: { type: string, description: "Order: asc or desc." } }\n',
      'parameters: { sort: { type: string, description: "Order: asc or desc.", enum: [asc, desc] } }\n',
    ],
    [
      'flow style over several lines',
      'parameters:\n  sort: {\n    type: string, # text\n    description: "Order: asc or desc.", # last\n  }\n',
      'parameters:\n  sort: {\n    type: string, # text\n    description: "Order: asc or desc.", enum: [asc, desc], # last\n  }\n',
    ],
    [
      'block style with a comment beside',
      'parameters:\n  sort: # how\n    description: "Order: asc or desc." # both\n    type: string # for now\n  query:   { type: string, description: Words. }\n',
      'parameters:\n  sort: # how\n    description: "Order: asc or desc." # both\n    type: string # for now\n    enum: [asc, desc]\n  query:   { type: string, description: Words. }\n',
    ],
    [
      'a last line without newline',
      'parameters:\n  sort:\n    type: string\n    description: "Order: asc or desc."',
      'parameters:\n  sort:\n    type: string\n    description: "Order: asc or desc."\n    enum: [asc, desc]',
    ],
    [
      'a block text at the end of the map',
      'parameters:\n  sort:\n    type: string\n    description: |\n      Order: asc or desc.\n\n  # words\n  query: { type: string, description: Words. }\n',
      'parameters:\n  sort:\n    type: string\n    description: |\n      Order: asc or desc.\n    enum: [asc, desc]\n\n  # words\n  query: { type: string, description: Words. }\n',
    ],
    [
      'four spaces, and quotes of both kinds',
      `parameters:\n    limit:\n        "type": 'string'\n        'default': "25" # half a page\n        minimum: 1\n        maximum: 50\n        description: How many.\n`,
      `parameters:\n    limit:\n        "type": 'integer'\n        'default': 25 # half a page\n        minimum: 1\n        maximum: 50\n        description: How many.\n`,
    ],
    [
      'the line ends of Windows',
      'parameters:\r\n  sort:\r\n    type: string\r\n    description: "Order: asc or desc."\r\n',
      'parameters:\r\n  sort:\r\n    type: string\r\n    description: "Order: asc or desc."\r\n    enum: [asc, desc]\r\n',
    ],
    [
      'an enum that goes in block style',
      'parameters:\n  exact:\n    type: string\n    enum:\n      - "true"\n      - "false"\n    default: "false"\n    description: Exactly.\n',
      'parameters:\n  exact:\n    type: boolean\n    default: false\n    description: Exactly.\n',
    ],
    [
      'the last item of a flow list',
      'parameters:\n  limit: { type: integer, minimum: 1, maximum: 9, default: 5, description: How many. }\n  query: { type: string, description: Words. }\nrequired: [query, limit]  # both?\n',
      'parameters:\n  limit: { type: integer, minimum: 1, maximum: 9, default: 5, description: How many. }\n  query: { type: string, description: Words. }\nrequired: [query]  # both?\n',
    ],
    [
      'a default in words',
      'parameters:\n  sort:\n    type: string\n    enum: [asc, desc]\n    description: "Order. Defaults to asc."\n',
      'parameters:\n  sort:\n    type: string\n    enum: [asc, desc]\n    description: "Order. Defaults to asc."\n    default: asc\n',
    ],
  ])('%s', (_what, before, after) => {
    expect(fixedTool(before)).toBe(after);
  });

  test.each<[why: string, keys: string]>([
    [
      'the parameter is repeated by an alias',
      'parameters:\n  sort: &sort { type: string, description: "Order: asc or desc." }\n  label: *sort\n',
    ],
    [
      'a comment would be lost',
      'parameters:\n  limit: { type: integer, minimum: 1, maximum: 9, default: 5, description: How many. }\n  query: { type: string, description: Words. }\nrequired:\n  - query\n  - limit # always\n',
    ],
    [
      'a comment inside a flow list would be lost',
      'parameters:\n  limit: { type: integer, minimum: 1, maximum: 9, default: 5, description: How many. }\n  query: { type: string, description: Words. }\nrequired: [\n  limit, # always\n  query,\n]\n',
    ],
    [
      'the default is not one of the values',
      'parameters: { sort: { type: string, default: newest, description: "Order: asc or desc." } }\n',
    ],
    ['code may refer to the name', 'parameters: { sortOrder: { type: string, description: How to sort. } }\n'],
    [
      'the body would carry another type',
      'http: { connection: shop, request: POST /a, json: { n: "{limit}" } }\nparameters: { limit: { type: string, description: How many books. } }\n',
    ],
  ])('nothing is done where %s', (_why, keys) => {
    expect(fixedTool(keys)).toBe(keys);
  });
});

test('a rename reaches the list of required, the templates and the evals', () => {
  const keys = (name: string, other: string): string => `parameters:
  ${name}: { type: string, description: Number on the label. } # on the back
  "${other}": { type: string, description: Where to look. }
required: [${name}, '${other}']
command: { argv: [find, "--floor={${other}}", "{${name}}", "{${other}}/{${name}}"] }
evals:
  - { query: where is 17, arguments: { ${name}: "17", ${other}: "2" } }
`;
  expect(fixedTool(keys('bookId', 'floorNo'))).toBe(keys('book_id', 'floor_no'));
});

function fixedTool(keys: string): string {
  const newLine = keys.includes('\r') ? '\r\n' : '\n';
  const behavior = /^(?:http|command):/m.test(keys) ? [] : ['handler: handlers.ts'];
  const head = [
    'kind: server',
    'name: library',
    'version: 1.0.0',
    'summary: Finds books.',
    'connections: { shop: { base_url: "https://shop.example" } }',
    '---',
    'kind: tool',
    'name: search_books',
    'description: { does: Searches the shelves by words., when: the user looks for a book }',
    'effects: read',
    ...behavior,
    '',
  ].join(newLine);
  const { text } = fixed({ path: 'specs/library.yaml', text: head + keys });
  expect(text.slice(0, head.length)).toBe(head);
  return text.slice(head.length);
}

test('comments are put where they change nothing', () => {
  expect(parse(withComments('a: |\n  x\nb: [1,\n 2]\n'))).toEqual({ a: 'x\n', b: [1, 2] });
});
