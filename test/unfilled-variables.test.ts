/** Every sentence of a spec is filled, or a variable in it is reported: in a question as an error, elsewhere as a suspicion. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { serverTexts, toolTexts } from '../compiler/check/analysis/hidden/model-texts.ts';
import { isUnfilled } from '../compiler/check/analysis/prose/unfilled-variables.ts';
import type { ServerSpec } from '../compiler/check/documents/server.ts';
import type { ToolSpec } from '../compiler/check/documents/tool.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';

/** Sentences that are filled, and those of failures, which `tool/failure-variables` judges, by their first key. */
const FILLED = new Set(['confirm', 'on_timeout', 'connections', 'databases', 'programs', 'upstreams']);
const BEHAVIORS = new Set(['command', 'file', 'http', 'mcp', 'sql', 'handler']);

/** A document, and its examples of keys that are alternatives are not valid together. */
type Example = { readonly kind: string; readonly tools?: readonly ToolSpec[] };

test('each key with a sentence in the examples is filled, or has no variable', () => {
  const text = readFileSync(join(import.meta.dirname, '../scripts/key-examples.yaml'), 'utf8');
  const examples = parseAllDocuments(text).map((one) => one.toJS() as Example);
  const servers = examples.filter(({ kind }) => kind === 'server');
  const tools = [...examples.filter(({ kind }) => kind === 'tool'), ...servers.flatMap(({ tools: own = [] }) => own)];
  // What a behavior has is judged by others.
  const bare = tools.map((one) =>
    Object.fromEntries(Object.entries(one).filter(([key]) => !BEHAVIORS.has(key))),
  ) as unknown as ToolSpec[];
  const texts = [
    ...servers.flatMap((one) => serverTexts(one as unknown as ServerSpec)),
    ...bare.flatMap((one) => toolTexts(one)),
  ];
  const others = texts.filter(
    ({ path, part, text: sentence }) => part === 'value' && /\w \w+ \w/.test(sentence) && !isUnfilled(path),
  );
  const keys = [...new Set(others.map(({ path }) => path.filter((step) => typeof step === 'string').join('.')))];
  expect(texts.filter(({ path }) => isUnfilled(path)).length).toBeGreaterThan(10);
  expect(keys.filter((key) => !FILLED.has(key.split('.')[0] ?? ''))).toEqual([]);
});

const ROWS: readonly [keys: string, severity?: 'error' | 'warning'][] = [
  ['ask: [{ n: "How many of {name}?" }]', 'error'],
  ['ask: [{ n: "How many of {other}?" }]'],
  ['ask: [{ n: "How many of {{name}}?" }]'],
  ['title: "Lend {name}"', 'warning'],
  ['limits: { calls_per_minute: 5 }'],
  ['confirm: \'Lend {n} of "{name}"?\''],
];

test.each(ROWS)('%s', (keys, severity) => {
  const spec = `kind: server
name: books
version: 1.0.0
summary: Lends books.
tools:
  - name: lend_book
    description: { does: Lends a book., when: the user wants a book }
    effects: write
    parameters:
      name: { type: string, description: Title of the book. }
      n: { type: integer, minimum: 1, maximum: 9, description: How many copies. }
      form: { type: string, default: "{name}, {n}", description: Text of the label. }
    required: [name]
    command: { argv: [lend, --, "{name}"] }
    ${keys}
`;
  const { diagnostics } = planSpecs([{ path: 'a.yaml', text: spec }]);
  const found = diagnostics.filter((one) => one.severity === 'error' || one.code === 'tool/unfilled-variables');
  expect(found.map((one) => [one.code, one.severity, one.message])).toEqual(
    severity
      ? [['tool/unfilled-variables', severity, '"{name}" is not filled in here, but read as it is written.']]
      : [],
  );
});
