/** Every repair that a rule offers: it removes its diagnostic, brings no other, and leaves every other byte alone. */
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { RULES } from '../compiler/check/rules/index.ts';
import type { Diagnostic, SourceFile, TextEdit } from '../compiler/base/diagnostic.ts';
import { applyEdits } from '../compiler/spec/yaml/apply-edits.ts';
import { exampleFindings, layOver } from './support/example.ts';

const EXAMPLES = RULES.flatMap((rule) => {
  return rule.bad.map((example) => [rule.id, example, layOver(rule.subject, example).source] as const);
}).filter(([id, , source]) => fixable(source, id).length > 0);

test('these rules have a repair', () => {
  const ids = new Set(EXAMPLES.map(([id]) => id));
  expect([...ids]).toEqual(
    expect.arrayContaining([
      'param/boolean-for-flag',
      'param/bounds-order',
      'param/default-not-required',
      'param/enum-for-closed-set',
      'param/integer-for-count',
      'param/name-format',
      'param/optional-has-default',
      'skill/description-parts',
      'skill/hidden-text',
    ]),
  );
});

describe.each(EXAMPLES)('%s: %j', (id, _example, source) => {
  test('removes what it repairs, and brings nothing new', () => {
    const before = exampleFindings(source);
    const after = exampleFindings(fixed(source, id));
    const left = before.filter(({ code, fix }) => code === id && !fix);
    expect(after.filter(({ code }) => code === id)).toHaveLength(left.length);
    expect(new Set([...codes(after), ...codes(before)])).toEqual(new Set(codes(before)));
  });

  test('one at a time as well', () => {
    const before = exampleFindings(source);
    for (const { fix } of fixable(source, id)) {
      const text = applyEdits(source.text, fix?.edits ?? []);
      const after = exampleFindings({ ...source, text });
      expect(after.filter(({ code }) => code === id).length).toBeLessThan(
        before.filter(({ code }) => code === id).length,
      );
      expect(codes(before)).toEqual(expect.arrayContaining(codes(after)));
    }
  });

  test('a second time changes nothing', () => {
    const once = fixed(source, id);
    expect(fixed(once, id).text).toBe(once.text);
  });

  test('keeps every comment and every line that it does not touch', () => {
    const commented = { ...source, text: withComments(source.text) };
    const after = fixed(commented, id).text;
    expect(after.match(/# kept \d+/g)).toEqual(commented.text.match(/# kept \d+/g));
    const changed = onceFixed(source, id);
    expect(inOrder(untouched(source.text, changed.edits), changed.text.split('\n'))).toBe(true);
  });

  test('keeps the line ends of Windows', () => {
    const windows = { ...source, text: source.text.replaceAll('\n', '\r\n') };
    const after = fixed(windows, id).text;
    expect(after.replaceAll('\r\n', '\n')).toBe(fixed(source, id).text);
    expect(after).not.toMatch(/[^\r]\n/);
  });
});

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

/** All repairs, or those of one rule, round by round; of two that meet in one place the second waits. */
function fixed(source: SourceFile, id?: string): SourceFile {
  let { text } = source;
  for (let round = 0; round < 10; round += 1) {
    const next = onceFixed({ path: source.path, text }, id).text;
    if (next === text) return { path: source.path, text };
    text = next;
  }
  throw new Error('Repairs do not come to an end.');
}

function onceFixed(source: SourceFile, id?: string): { text: string; edits: readonly TextEdit[] } {
  const edits: TextEdit[] = [];
  for (const { fix } of fixable(source, id)) {
    const own = fix?.edits ?? [];
    if (!own.some((edit) => edits.some((other) => edit.start < other.end && other.start < edit.end)))
      edits.push(...own);
  }
  return { text: applyEdits(source.text, edits), edits };
}

function fixable(source: SourceFile, id?: string): readonly Diagnostic[] {
  return exampleFindings(source).filter(({ code, fix }) => fix && (id === undefined || code === id));
}

function codes(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code }) => code);
}

/** A comment at the end of every line that can bear one. */
function withComments(text: string): string {
  const lines = text.split('\n');
  const meaning = meaningOf(text);
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.includes('#')) continue;
    lines[index] = `${line} # kept ${index}`;
    if (meaningOf(lines.join('\n')) !== meaning) lines[index] = line;
  }
  return lines.join('\n');
}

function meaningOf(text: string): string {
  const documents = parseAllDocuments(text);
  return JSON.stringify([documents].flat().map((document) => [document.errors.length, document.toJS()]));
}

function untouched(text: string, edits: readonly TextEdit[]): string[] {
  let at = 0;
  return text.split('\n').filter((line) => {
    const [start, end] = [at, at + line.length];
    at = end + 1;
    return !edits.some((edit) => edit.start <= end && edit.end >= start);
  });
}

function inOrder(wanted: readonly string[], lines: readonly string[]): boolean {
  let at = 0;
  return wanted.every((line) => {
    at = lines.indexOf(line, at) + 1;
    return at > 0;
  });
}

test('comments are put where they change nothing', () => {
  expect(parse(withComments('a: |\n  x\nb: [1,\n 2]\n'))).toEqual({ a: 'x\n', b: [1, 2] });
});
