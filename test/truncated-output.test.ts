/** The hint for output that may end early keeps the output: followed word by word, a call returns what the program printed. */
import { parseDocument } from 'yaml';
import { expect, test } from 'vitest';
import { descriptorsOf } from '../compiler/edge/calls/call-over.ts';
import { allTools } from '../compiler/plan/named-tools.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { callOnce } from '../runtime/try.ts';
import { compiled } from './support/bumped.ts';

const specOf = (result: string, stdout: string): string => `kind: server
name: library
version: 1.0.0
summary: Keeps the labels of books.
tools:
  - name: list_labels
    description: { does: Lists the labels of the library., when: a label is lost }
    effects: read
    command:
      argv: [printf, '11111111\\n22222222\\n']
      stdout: ${stdout}
      max_bytes: 11
      on_more: truncate
      ${result}
`;

const LINE = '11111111';

test.each([
  ['text', { text: LINE }],
  ['lines', { lines: [LINE] }],
  ['jsonl', { rows: [11_111_111] }],
  ['csv, columns: [id]', { rows: [{ id: LINE }] }],
  ['tsv, columns: [id]', { rows: [{ id: LINE }] }],
])('stdout: %s', async (written, data) => {
  const stdout = written.replace(', ', '\n      ');
  const found = planSpecs([{ path: 'a.yaml', text: specOf('', stdout) }]).diagnostics;
  const hint = found.find(({ message }) => message.startsWith('Truncated output'))?.hint ?? expect.fail('no hint');
  const snippet = /: (result: \{.*\})\.$/.exec(hint)?.[1] ?? expect.fail(hint);
  expect(parseDocument(snippet).errors).toEqual([]);
  const [tool] = allTools(compiled(specOf(snippet, stdout)).plan);
  const called = callOnce({
    ...descriptorsOf(tool ?? expect.fail('no tool')),
    args: {},
    variables: {},
    write: () => {},
  });
  const { text } = await called.result;
  expect(JSON.parse(text)).toMatchObject({
    success: true,
    data: { ...data, note: 'There is more; narrow the search.' },
  });
});
