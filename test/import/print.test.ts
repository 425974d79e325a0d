/** Imported documents as text: reading it gives the documents again, whatever is in them. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportedDocument } from '../../compiler/features/import/imported.ts';
import { placesOf } from '../../compiler/features/import/findings.ts';
import { placedIn, printDocuments, printedFiles, printedPlaces } from '../../compiler/features/import/print.ts';
import { load } from '../../compiler/spec/yaml/load.ts';
import { runs } from '../support/runs.ts';
import { anyUnicode } from '../support/random-text.ts';

test('documents of one file follow each other, with comments above their keys', () => {
  const documents: ImportedDocument[] = [
    { file: 'server.yaml', value: { kind: 'server', from: 'pets', name: 'pets' }, notes: [] },
    {
      file: 'tools.yaml',
      value: {
        kind: 'tool',
        from: 'GET /pets',
        name: 'list_pets',
        parameters: { limit: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
        examples: ['a', 'b'],
      },
      notes: [
        { path: [], text: 'GET /pets' },
        { path: ['parameters', 'limit'], text: 'TODO: bounds\nand a default' },
        { path: ['examples', 1], text: 'hostile \u2028 text\u0000' },
      ],
    },
    { file: 'tools.yaml', value: { kind: 'tool', from: 'GET /', name: 'get_root' }, notes: [] },
  ];
  expect(printDocuments(documents)).toEqual([
    { path: 'server.yaml', text: 'kind: server\nfrom: pets\nname: pets\n' },
    {
      path: 'tools.yaml',
      text: `# GET /pets
kind: tool
from: GET /pets
name: list_pets
parameters:
  # TODO: bounds
  # and a default
  limit: { type: integer }
  tags: { type: array, items: { type: string } }
examples:
  - a
  # hostile
  #  text
  - b
---
kind: tool
from: GET /
name: get_root
`,
    },
  ]);
});

const key = fc.oneof(fc.constantFrom('a', 'b', 'on', '404', '#', '- x'), anyUnicode({ minLength: 1 }));
const text = fc.oneof(
  anyUnicode(),
  fc.constantFrom(
    '',
    ' ',
    'a: b',
    '# no',
    '- x',
    'true',
    '~',
    '1e3',
    '2020-01-01',
    "it's",
    'a\nb',
    '\n',
    'a\n\n',
    '  a\nb',
    'a \nb',
    'x\ty',
    '---',
    '...',
    '|',
    '\u0085',
    '\u2028x',
    '\ufeffx',
    'x\u00a0',
    '\u3000x',
    'a, b',
    "'x': y",
    'say "x": y',
    '{id}',
    '/pets/{id}',
    'a #b',
    'ends:',
  ),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, -0.1),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

test('what is printed is read as it was', () => {
  const paths = fc.array(fc.oneof(key, fc.nat(3)), { maxLength: 3 });
  const note = fc.record({ path: paths, text: anyUnicode() });
  fc.assert(
    fc.property(
      fc.dictionary(key, value, { maxKeys: 4, noNullPrototype: true }),
      fc.array(note, { maxLength: 5 }),
      (more, notes) => {
        const document = { file: 'a.yaml', value: { from: 'x', ...more } as ImportedDocument['value'], notes };
        const [file] = printDocuments([document, document]);
        const read = load(file ? [file] : []);
        expect(read.diagnostics, file?.text).toEqual([]);
        expect(read.value.documents.map((one) => one.value)).toEqual([document.value, document.value]);
      },
    ),
  );
});

test('a text of several lines is read as it was, whatever blanks and breaks it has', () => {
  const lines = fc.array(
    fc.constantFrom('', ' ', '  ', '\t', 'Text.', ' Text: "x"', 'Text ', '- a', '# b', '---', '\\', '"'),
    { minLength: 2 },
  );
  fc.assert(
    fc.property(lines, fc.boolean(), (parts, nested) => {
      const text = parts.join('\n');
      const value = {
        kind: 'tool',
        ...(nested ? { parameters: { a: { description: text } } } : { description: text }),
        name: 'a',
      };
      const printed = printDocuments([
        { file: 'tools.yaml', value: { from: 'a', ...value }, notes: [] },
        { file: 'tools.yaml', value: { kind: 'tool', from: 'b', name: 'b' }, notes: [] },
      ]);
      expect(load(printed).value.documents[0]?.value).toMatchObject(value);
    }),
    {
      numRuns: runs(300),
      examples: [
        [['', ' Text.', ' ', ' Text.'], false],
        [['Text.', '', '', ''], false],
      ],
    },
  );
});

test('places of documents are known without reading the files again', () => {
  const note = fc.record({ path: fc.constantFrom([], ['from'], ['name']), text: anyUnicode() });
  const one = fc.record({
    file: fc.constantFrom('a.yaml', 'b.yaml'),
    notes: fc.array(note, { maxLength: 3 }),
    more: fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true }),
  });
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 5 }), (given) => {
      const documents = given.map(({ file, notes, more }, at): ImportedDocument => {
        return {
          file,
          notes,
          value: { kind: 'tool', name: `n${at}`, ...more, from: `GET /${at}` },
        };
      });
      const printed = printedPlaces(printedFiles(documents), 'specs/x');
      const files = printDocuments(documents).map(({ path, text }) => ({ path: `specs/x/${path}`, text }));
      const read = placesOf(placedIn(load(files).value.documents));
      for (const [from, place] of read) {
        const { span, about } = place.at();
        expect(printed.get(from)?.file).toBe(place.file);
        expect(printed.get(from)?.at()).toEqual({ span, about });
      }
    }),
    { numRuns: runs(100) },
  );
});
