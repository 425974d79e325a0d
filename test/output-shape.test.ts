/** What is known of an output before there is one: a pointer that the rules accept can find something, any other is reported. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canBeSomething, programOutput, serviceResponse, shapeAt } from '../compiler/spec/behaviors/output-shape.ts';
import { plainPointer } from '../compiler/spec/behaviors/plain-pointers.ts';
import { readOutput } from '../runtime/behaviors/command/output.ts';
import { compileResult } from '../runtime/behaviors/shared/result.ts';
import { failureCases } from '../runtime/behaviors/shared/failure-cases.ts';
import type { CommandStep } from '../runtime/descriptor/descriptor.ts';
import type { Json } from '../runtime/language/json.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { runs } from './support/runs.ts';

const UNREDACTED = { active: false, text: (text: string) => text, json: (value: Json) => JSON.stringify(value) };

type Format = CommandStep['stdout'];

/** Findings of a tool that removes something, with this behavior. */
function findingsOf(behavior: string, effects = 'destroy'): string[] {
  const text = `kind: server
name: house
version: 1.0.0
summary: Helps with the errands of the house.
connections: { house: { base_url: "https://house.example" } }
tools:
  - name: remove_entry
    description: { does: Removes an entry., when: the user wants it gone }
    effects: ${effects}
    returns: { type: object, properties: { message: { type: string } } }
    ${behavior}
`;
  const { diagnostics } = planSpecs([{ path: 'a.yaml', text }]);
  return diagnostics
    .filter(({ code }) => /^tool\/(?:failure-detected|output-fits)$|^spec|^server\/bind/.test(code))
    .map(({ code, severity, message }) => `${severity} ${code} ${message}`);
}

const WORDING = 'error: It failed., retry_hint: Stop.';
const CONSTANT = 'result: { message: { value: Removed. } }';
const program = (output: string, check: string): string =>
  `command: { argv: [remove], ${output}, fails_when: [{ ${check}, ${WORDING} }], ${CONSTANT} }`;

const FORMATS = ['json', 'jsonl', 'csv', 'tsv', 'lines', 'text', 'bytes', 'size'] as const;
const POINTERS = ['', '/text', '/lines', '/rows', '/items', '/0', '/0/text', '/0/id', '/0/0', '/-', '/01'] as const;
/** Pointers that can find something, by format; all others cannot. */
const FOUND: Readonly<Record<Format, readonly string[]>> = {
  json: POINTERS,
  jsonl: ['', '/0', '/0/text', '/0/id', '/0/0', '/rows'],
  csv: ['', '/0', '/0/text', '/0/id', '/0/0', '/rows'],
  tsv: ['', '/0', '/0/text', '/0/id', '/0/0', '/rows'],
  lines: ['', '/0', '/lines'],
  text: ['', '/text'],
  bytes: [],
  size: [''],
};

/** What a format needs besides. */
const MORE: Readonly<Partial<Record<Format, string>>> = {
  bytes: ', media_type: image/png',
  size: ', output_file: { folder: /srv, path: a }',
};

describe.each(FORMATS)('stdout: %s', (format) => {
  test.each(POINTERS)('%j', (pointer) => {
    const output = `stdout: ${format}${MORE[format] ?? ''}`;
    const found = findingsOf(program(output, `pointer: "${pointer}"`));
    const isFound = FOUND[format].includes(pointer);
    expect(found.map((one) => one.split(' ', 2).join(' '))).toEqual(isFound ? [] : ['error tool/failure-detected']);
    const read = findingsOf(program(output, `pointer: "${pointer}"`), 'read');
    expect(read.map((one) => one.split(' ', 2).join(' '))).toEqual(isFound ? [] : ['warning tool/output-fits']);
  });
});

test.each<[behavior: string, message: RegExp | undefined]>([
  [
    program('stdout: text', 'pointer: /error, contains: gone'),
    /so "\/error" finds nothing, and this failure is never reported\.$/,
  ],
  [program('stdout: text', 'pointer: /text, contains: gone'), undefined],
  [program('stdout: text', 'pointer: /error, finds: nothing'), /and every call fails\.$/],
  [
    program('stdout: csv, columns: [id]', 'pointer: /0/name'),
    /"\/0" finds a row, so "\/0\/name" finds nothing, and this/,
  ],
  [program('stdout: lines, empty: { error: none }', 'pointer: /error'), undefined],
  [program('stdout: lines, empty: []', 'pointer: /error'), /never reported/],
  [program('stdout: text', 'pointer: ""'), undefined],
  [
    `command: { argv: [a], stdout: text, before: [{ argv: [b], stdout: text, fails_when: [{ pointer: /x, ${WORDING} }] }], ${CONSTANT} }`,
    /every call fails/,
  ],
  [
    `command: { argv: [a], stdout: text, before: [{ argv: [b], stdout: lines, fails_when: [{ pointer: /x, ${WORDING} }] }], ${CONSTANT} }`,
    /never reported/,
  ],
  [`http: { connection: house, request: DELETE /a, fails_when: [{ pointer: /error, ${WORDING} }] }`, undefined],
  [
    `http: { connection: house, request: DELETE /a, response: none, fails_when: [{ pointer: /error, ${WORDING} }] }`,
    /^error tool\/failure-detected The body of the response is not read \(`response: none`\), so "\/error" finds nothing/,
  ],
  [
    `http: { connection: house, request: POST /a, response: text, fails_when: [{ pointer: /error, ${WORDING} }] }`,
    /one text/,
  ],
  [
    `http: { connection: house, request: POST /a, response: lines, fails_when: [{ pointer: /0, ${WORDING} }] }`,
    undefined,
  ],
  [
    `http: { connection: house, request: POST /a, response: bytes, fails_when: [{ pointer: "", ${WORDING} }] }`,
    /not read/,
  ],
])('%s', (behavior, message) => {
  const found = findingsOf(behavior);
  if (message === undefined) expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringMatching(message)]);
});

const word = fc.constantFrom('', 'id', 'name', 'text', 'a/b', '~', '0', 'x y');
const columns = fc.option(fc.uniqueArray(fc.constantFrom('id', 'name', 'a/b'), { minLength: 1 }), { nil: undefined });
const token = fc.constantFrom('0', '1', '01', '-', 'id', 'name', 'text', 'lines', 'a~1b', '~0', '');
const pointer = fc.array(token, { maxLength: 3 }).map((tokens) => tokens.map((one) => `/${one}`).join(''));
const empty = fc.constantFrom<Json | undefined>(undefined, [], {}, { id: 'none' }, ['none']);

/** Some output of the format: one of several is enough to show that a test can match. */
function outputsOf(format: Format, names: readonly string[] | undefined, cells: readonly string[]): string[] {
  const separator = format === 'tsv' ? '\t' : ',';
  const quoted = (text: string): string => (format === 'csv' ? `"${text}"` : text);
  const head = names ?? ['id', 'name', 'text', 'lines', 'a/b', '~', ''].slice(0, 7);
  const row = head.map((_name, at) => quoted(cells[at % cells.length] || 'x')).join(separator);
  const rows = [row, row];
  const records = names ? rows : [head.map(quoted).join(separator), ...rows];
  const everything = { id: { id: 1, 0: 1 }, name: 1, text: 1, lines: 1, 'a/b': 1, '~': 1, '': 1 };
  switch (format) {
    case 'csv':
    case 'tsv':
      return [records.join('\n'), ''];
    case 'lines':
      return ['x\ny', ''];
    case 'text':
      return ['x', ''];
    default:
      return ['[1]', JSON.stringify(everything), ''];
  }
}

test.each([
  ['stdout: text', 'message: /text', '', { message: 'gone' }],
  [
    'stdout: lines',
    'message: /lines/0',
    'fails_when: [{ pointer: /lines/1, error: E., retry_hint: R., detail: /lines/1 }], ',
    { message: 'gone' },
  ],
  ['stdout: csv, columns: [id]', 'message: /rows/0/id', '', { message: 'gone' }],
  ['stdout: text, empty: { text: none }', 'message: /text', '', { message: null }],
])('%s: %s is read as it says', (stdout, result, more, expected) => {
  const text = `kind: server
name: house
version: 1.0.0
summary: Helps with the errands of the house.
tools:
  - name: find_entry
    description: { does: Finds an entry., when: the user looks for it }
    effects: read
    returns: { type: object, properties: { message: { type: string } } }
    command: { argv: [remove], ${stdout}, ${more}result: { ${result} } }
`;
  const { value, unjudged } = planSpecs([{ path: 'a.yaml', text }]);
  const { behavior } = (value ?? unjudged)?.plan.servers[0]?.tools[0] ?? {};
  if (behavior?.kind !== 'command') throw new Error('not planned');
  const { json, text: all } = readOutput('gone', behavior, UNREDACTED as never);
  const answer = { json, text: all, args: {}, header: () => undefined };
  const read = compileResult(behavior.result ?? {}, { type: 'object', properties: { message: { type: 'string' } } });
  expect({ message: null, ...read(answer) }).toEqual(expected);
});

describe('any format, columns and pointer', () => {
  test('what is reported finds nothing in any output, and what is accepted finds something in some', () => {
    let [accepted, reported] = [0, 0];
    fc.assert(
      fc.property(
        fc.constantFrom('csv', 'tsv', 'lines', 'text'),
        columns,
        pointer,
        empty,
        fc.array(word, { minLength: 1, maxLength: 4 }),
        (stdout, names, at, value, cells) => {
          const isRows = stdout === 'csv' || stdout === 'tsv';
          const step: CommandStep = {
            argv: ['x'],
            stdout,
            max_bytes: 1000,
            ...(isRows && names && { columns: names }),
            ...(value !== undefined && { empty: value }),
          };
          const output = programOutput(step);
          // As it is planned.
          const plain = plainPointer(at, output);
          const found = shapeAt(output.schema, plain);
          const matches = outputsOf(stdout, step.columns, cells).some((text) => {
            const { json } = readOutput(text, step, UNREDACTED as never);
            const tests = [{ pointer: plain, error: 'E.', retry_hint: 'R.' }];
            return failureCases.reportedFailure(tests, { json, text }) !== undefined;
          });
          const isAccepted = found !== undefined && canBeSomething(found);
          [accepted, reported] = isAccepted ? [accepted + 1, reported] : [accepted, reported + 1];
          if (!isAccepted) expect(matches, `${stdout} ${at}`).toBe(false);
          // Without columns a first row can name anything; the outputs above have only these names.
          else if (!/\/(?:0|1|01|-)$/.test(plain.replace(/^\/\d/, ''))) expect(matches, `${stdout} ${at}`).toBe(true);
        },
      ),
      { numRuns: runs(10_000) },
    );
    expect(accepted).toBeGreaterThan(runs(500));
    expect(reported).toBeGreaterThan(runs(500));
  });

  test('of responses, json alone can be anything', () => {
    for (const response of ['text', 'lines', 'bytes', 'none'] as const)
      expect(shapeAt(serviceResponse({ request: 'GET /a', response }).schema, '/error')).toBeUndefined();
    expect(shapeAt(serviceResponse({ request: 'GET /a' }).schema, '/error')).toEqual({});
  });
});
