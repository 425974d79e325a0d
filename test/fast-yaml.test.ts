/** The quick reader against its oracle: what it gives, `yaml` gives as well, byte for byte; and it gives nearly everything. */
import * as fc from 'fast-check';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { parse, parseAll } from '../compiler/spec/yaml/load.ts';
import type { NodePath, SpecDocument } from '../compiler/spec/yaml/spec.ts';
import { readFastValue } from '../compiler/spec/yaml/fast-yaml.ts';
import { runs } from './support/runs.ts';

const SPECS = join(import.meta.dirname, '../specs');
const TEXTS = readdirSync(SPECS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.yaml'))
  .map((path) => readFileSync(join(SPECS, path), 'utf8'));

/** Whether the fast reader read the text. */
function agrees(text: string): boolean {
  const fast = readFastValue(text);
  if (!fast) return false;
  const source = { path: 'a.yaml', text };
  const { value, diagnostics } = parseAll(source);
  const comments = fast.comments.map(({ start, end }) => ({
    file: 'a.yaml',
    text: text.slice(start, end),
    start,
    end,
  }));
  expect(
    { documents: value.documents.map((document) => document.value), comments: value.comments, diagnostics },
    JSON.stringify(text),
  ).toStrictEqual({
    documents: [fast.root],
    comments,
    diagnostics: [],
  });
  const [oracle, document] = [value.documents[0], parse(source).value.documents[0]];
  if (oracle && document) agreeOnPlaces(document, oracle, text);
  return true;
}

/** Every path, also one step beyond, from both sides; and what lies at offsets all over the text. */
function agreeOnPlaces(document: SpecDocument, oracle: SpecDocument, text: string): void {
  const visit = (value: unknown, path: NodePath): void => {
    for (const part of ['key', 'value'] as const)
      expectSame(
        document.at(path, part),
        oracle.at(path, part),
        () => `${JSON.stringify(text)} ${path.join('.')} ${part}`,
      );
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value))
      visit(member, [...path, Array.isArray(value) ? Number(key) : key]);
  };
  visit(document.value, []);
  expect(document.at(['none', 0])).toEqual(oracle.at(['none', 0]));
  const pace = Math.ceil(text.length / 60);
  for (let offset = 0; offset <= text.length; offset += pace)
    expectSame(document.pathAt(offset), oracle.pathAt(offset), () => `${JSON.stringify(text)} at ${offset}`);
}

/** As `expect` does it, which takes most of the time where thousands of values are compared. */
function expectSame(value: unknown, oracle: unknown, message: () => string): void {
  if (!isDeepStrictEqual(value, oracle)) expect(value, message()).toEqual(oracle);
}

test('the shipped specs are read fast, all of one document', () => {
  const usual = TEXTS.filter((text) => !/^---$/m.test(text));
  expect(usual.map(agrees)).toEqual(usual.map(() => true));
  expect(usual.filter((text) => /: &\w/.test(text)).length).toBeGreaterThan(2);
});

test.each([
  ['a list at the level of its key', 'a:\n- 1\n- b: 2\n  c: 3\nd:\n', { a: [1, { b: 2, c: 3 }], d: null }],
  ['lists in lists', 'a:\n  - - x\n    - y\n  -\n    k: v # said\n', { a: [['x', 'y'], { k: 'v' }] }],
  [
    'words, numbers and days',
    'a: 1.0.0\nb: 007x\nc: 2026-11-20\nd: -1.5\ne: TRUE\nf: ~\ng: yes\n',
    { a: '1.0.0', b: '007x', c: '2026-11-20', d: -1.5, e: true, f: null, g: 'yes' },
  ],
  ['brackets', "a: { b: [x y, 'z, w', 3], c: {}, 403: it's }\n", { a: { b: ['x y', 'z, w', 3], c: {}, 403: "it's" } }],
  [
    'blocks of text',
    'a: |\n  one\n\n   two # no comment\n\n# comment\nb: >-\n  three\n  four\n',
    { a: 'one\n\n two # no comment\n', b: 'three four' },
  ],
  [
    'anchors and aliases',
    'a: &x { b: 1 }\nc: &y\n  d: [&z e, *z]\nf:\n  - *x\n  - &w g\n  - &v\n    h: *w\ni: { j: *y, k: *v }\n',
    {
      a: { b: 1 },
      c: { d: ['e', 'e'] },
      f: [{ b: 1 }, 'g', { h: 'g' }],
      i: { j: { d: ['e', 'e'] }, k: { h: 'g' } },
    },
  ],
  ['quotes', 'a: "x\\n\\"y\\""\nb: \'it\'\'s\'\nc: "# no"\n', { a: 'x\n"y"', b: "it's", c: '# no' }],
])('%s', (_name, text, value) => {
  expect(agrees(text)).toBe(true);
  expect(readFastValue(text)?.root).toEqual(value);
});

test.each([
  ['an anchor of nothing', 'a: &x\n'],
  ['an anchor before a key', 'a:\n  - &x b: 1\n'],
  ['an anchor twice', 'a: &x 1\nb: &x 2\n'],
  ['an alias before its anchor', 'a: *x\nb: &x 1\n'],
  ['an alias in its own anchor', 'a: &x [*x]\n'],
  ['an alias of an alias', 'a: &x 1\nb: &y *x\n'],
  ['a comment behind an anchor', 'a: &x # said\n  b: 1\n'],
  ['a tag', 'a: !!str 1\n'],
  ['two documents', 'a: 1\n---\nb: 1\n'],
  ['a tab', 'a:\t1\n'],
  ['a text over two lines', 'a: one\n  two\n'],
  ['a quoted text over two lines', 'a: "one\n  two"\n'],
  ['a bracket over two lines', 'a: [1,\n  2]\n'],
  ['a key twice', 'a: 1\na: 2\n'],
  ['a key that is null', 'null: 1\n'],
  ['a prototype', '__proto__: 1\n'],
  ['an unusual number', 'a: 0x10\n'],
  ['minus zero', 'a: -0\n'],
  ['a number beyond what is exact', 'a: 12345678901234567890\n'],
  ['a list', '- 1\n'],
  ['a bare text', 'hello\n'],
  ['nothing', '# only this\n'],
  ['a wrong indent', 'a:\n    b: 1\n  c: 1\n'],
  ['a colon in a text', 'a: b: c\n'],
])('%s is left to yaml', (_name, text) => {
  expect(readFastValue(text)).toBeUndefined();
});

const pieces = fc.constantFrom(
  'a',
  'b: ',
  '- ',
  '-',
  ':',
  ' ',
  '  ',
  '    ',
  '\n',
  '\n  ',
  '\n- ',
  '\na: ',
  '#',
  ' # x',
  '"',
  "'",
  '[',
  ']',
  '{',
  '}',
  ', ',
  ',',
  '|',
  '>',
  '|-\n',
  '>\n  ',
  '&',
  '*',
  '&x ',
  '*x',
  '&y\n  ',
  '*y\n',
  '!',
  '?',
  '%',
  '@',
  '0',
  '1',
  '.',
  '-0',
  '0x1',
  '1e3',
  '.inf',
  'null',
  '~',
  'true',
  'No',
  '---',
  '...',
  '\\',
  '\\n',
  'é',
  '\u2028',
  '\u00a0',
  '<<',
  '__proto__',
  '=',
);

test('on texts of pieces of YAML', () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => void agrees(parts.join(''))),
    { numRuns: runs(4000) },
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 10 }), (parts) => void agrees(`a: ${parts.join('')}`)),
    { numRuns: runs(4000) },
  );
});

test('on the shipped specs with a few letters changed', () => {
  const change = fc.record({ at: fc.nat(100_000), drop: fc.nat(3), add: pieces });
  // Fewer would say nothing about the share that is read.
  const numRuns = Math.max(50, runs(150));
  let plain = 0;
  fc.assert(
    fc.property(fc.nat(TEXTS.length - 1), fc.array(change, { minLength: 1, maxLength: 2 }), (index, changes) => {
      const text = changes.reduce((before, { at, drop, add }) => {
        const place = at % before.length;
        return before.slice(0, place) + add + before.slice(place + drop);
      }, TEXTS[index] ?? '');
      if (agrees(text)) plain += 1;
    }),
    { numRuns },
  );
  expect(plain).toBeGreaterThan(numRuns / 10);
});

test('on what yaml writes', () => {
  const words = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom('null', '1', '-', 'a: b', ' x', 'x #y', 'one two three four'.repeat(8), 'two\nlines\n'),
  );
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      words,
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(words, tie('value'), { maxKeys: 3 }),
    ),
  }));
  fc.assert(
    fc.property(
      fc.dictionary(words, value, { minKeys: 1, maxKeys: 3 }),
      fc.constantFrom(0, 80),
      fc.boolean(),
      (map, lineWidth, flow) => {
        agrees(stringify(map, { lineWidth, collectionStyle: flow ? 'flow' : 'any' }));
      },
    ),
    { numRuns: runs(1500) },
  );
});
