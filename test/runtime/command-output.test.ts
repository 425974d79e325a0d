/** Formats of output: what each gives for what a program printed. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { completeLines, csvRecords, lastLines, readOutput } from '../../runtime/behaviors/command/output.ts';
import type { CommandStep } from '../../runtime/descriptor/descriptor.ts';
import { createRedact } from '../../runtime/redaction/secret-search.ts';

const redact = createRedact({ KEY: { description: '', secret: true, optional: false } }, { KEY: 'se"cret' });

function read(text: string, step: Partial<CommandStep>): unknown {
  return readOutput(text, { argv: [], max_bytes: 1, stdout: 'json', ...step }, redact).json;
}

describe('rows', () => {
  test.each<[string, Partial<CommandStep>, string, unknown]>([
    ['csv with a header row', { stdout: 'csv' }, 'a,b\r\n1,"x, ""y""\nz"\r\n', [{ a: '1', b: 'x, "y"\nz' }]],
    [
      'csv with columns',
      { stdout: 'csv', columns: ['a', 'b'] },
      '1,\n,2',
      [
        { a: '1', b: '' },
        { a: '', b: '2' },
      ],
    ],
    ['csv of a header alone', { stdout: 'csv' }, 'a,b\n', []],
    ['csv of nothing', { stdout: 'csv' }, '', []],
    ['csv with an empty field in its only column', { stdout: 'csv' }, 'a\n\nx\n', [{ a: '' }, { a: 'x' }]],
    ['csv with a field too many', { stdout: 'csv' }, 'a,b\n1,2,3\n', undefined],
    ['csv with a quote that is not closed', { stdout: 'csv' }, 'a,b\n1,"2\n', undefined],
    ['csv with text behind a quote', { stdout: 'csv' }, 'a\n"1"2\n', undefined],
    ['tsv with a header row', { stdout: 'tsv' }, 'a\tb\n1\t"x\n', [{ a: '1', b: '"x' }]],
    ['tsv whose last column holds tabs', { stdout: 'tsv', columns: ['a', 'b'] }, '1\tx\ty\n', [{ a: '1', b: 'x\ty' }]],
    ['tsv with a field too few', { stdout: 'tsv', columns: ['a', 'b'] }, '1\n', undefined],
    ['tsv of nothing', { stdout: 'tsv', columns: ['a'] }, '', []],
    ['jsonl', { stdout: 'jsonl' }, '{"a":1}\n\n[2]\r\n"x"\n', [{ a: 1 }, [2], 'x']],
    ['jsonl of nothing', { stdout: 'jsonl' }, '\n', []],
    ['jsonl with a line that is none', { stdout: 'jsonl' }, '{"a":1}\n{"a"\n', undefined],
    ['lines', { stdout: 'lines' }, 'a\n\nb\n', ['a', '', 'b']],
    ['a column with the name of a prototype', { stdout: 'csv' }, 'constructor\nx\n', [{ constructor: 'x' }]],
  ])('%s', (_name, step, text, expected) => {
    expect(read(text, step)).toEqual(expected);
  });

  test('a secret is cut out, also where the format doubles its quotes', () => {
    expect(read('a,b\n"se""cret",x\n', { stdout: 'csv' })).toEqual([{ a: '[redacted]', b: 'x' }]);
    expect(read('{"a":"se\\"cret"}\n', { stdout: 'jsonl' })).toEqual([{ a: '[redacted]' }]);
  });

  test('csv of any texts, written as RFC 4180 says', () => {
    const rows = fc.integer({ min: 2, max: 4 }).chain((width) => {
      const field = fc.oneof(fc.string(), fc.stringMatching(/^[",\r\n a]*$/));
      return fc.array(fc.array(field, { minLength: width, maxLength: width }), { minLength: 1 });
    });
    fc.assert(
      fc.property(rows, (records) => {
        const quoted = records.map((row) => row.map((field) => `"${field.replaceAll('"', '""')}"`).join(','));
        expect(csvRecords(quoted.join('\r\n'))).toEqual(records);
        expect(csvRecords(`${quoted.join('\n')}\n`)).toEqual(records);
      }),
    );
  });
});

describe('empty output', () => {
  test.each<[CommandStep['stdout'], string]>([
    ['json', ''],
    ['json', ' \n'],
    ['text', '\n'],
  ])('of %s %j is what the author says', (stdout, text) => {
    expect(read(text, { stdout, empty: [] })).toEqual([]);
  });

  test('is no JSON where the author says nothing', () => {
    expect(read('', {})).toBeUndefined();
  });
});

test.each([
  ['a\nbc', 'a\n'],
  ['a\nü'.slice(0, -1) + '\u00C3', 'a\n'],
  ['abc', undefined],
  ['a\n', 'a\n'],
])('of %j the complete lines are %j', (text, expected) => {
  const bytes = completeLines(new TextEncoder().encode(text));
  expect(bytes && new TextDecoder().decode(bytes)).toBe(expected);
});

test.each([
  ['fatal: bad revision\n', 'fatal: bad revision'],
  ['\u001B[31mred\u001B[0m \u001B]8;;x\u0007link', 'red link'],
  [`${'first\n'.repeat(100)}last`, expect.stringMatching(/^… (?:first\n)+last$/)],
  ['x'.repeat(400), `… ${'x'.repeat(298)}`],
])('of the error output %j the end is what is said', (text, expected) => {
  expect(lastLines(text)).toEqual(expected);
});
