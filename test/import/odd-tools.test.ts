/** Tools as odd as MCP 2025-11-25 and 2026-07-28 allow: `haft import mcp --list` → compile → `tools/list`, equal or told. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../runtime/language/json.ts';
import { temporaryFolder } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import { runProgram } from '../support/run-program.ts';

const OPEN = { type: 'object' };
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';
const recursive = { type: 'object', properties: { child: { $ref: '#/$defs/node' }, label: { type: 'string' } } };
const long = 'Reads rows. '.repeat(334).slice(0, 4000);

const input = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  inputSchema: { type: 'object', properties, ...more },
});

/** By name; what is not here is `{ inputSchema: OPEN }`. */
const TOOLS: Readonly<Record<string, JsonObject>> = {
  bare: {},
  'empty-description': { description: '' },
  'blank-description': { description: ' \n\t' },
  'long-description': { description: long },
  'markdown-description': { description: '# Title\n\n- a\n- b\n\n```json\n{"x": "{y}"}\n```\r\n' },
  'yaml-like-description': { description: '--- # no\nkey: [value\n\'"\\' },
  'unicode-description': { description: '日本語 naïve 🗃️ — «x»' },
  'UPPER.lower/slash_dot-1': {},
  a: {},
  ['x'.repeat(128)]: {},
  '0': {},
  null: {},
  constructor: input({ constructor: { type: 'string' }, toString: { type: 'number' } }),
  'default-null': input({ a: { type: 'number', default: null }, b: { default: null } }),
  'default-of-another-type': input({ a: { type: 'integer', default: '5' }, b: { type: 'array', default: {} } }),
  'reference-to-property': input({ a: { type: 'string' }, b: { $ref: '#/properties/a' } }),
  'reference-to-definition': input({ a: { $ref: '#/$defs/point' } }, { $defs: { point: { type: 'number' } } }),
  'draft-7-definitions': input(
    { a: { $ref: '#/definitions/p~1q' }, b: { $ref: '#/definitions/p/properties/q' } },
    { $schema: DRAFT_7, definitions: { 'p/q': { type: 'string' }, p: { properties: { q: { type: 'number' } } } } },
  ),
  'recursive-definition': input({ root: { $ref: '#/$defs/node' } }, { $defs: { node: recursive } }),
  'recursive-root': input({ child: { $ref: '#' }, label: { type: 'string' } }),
  'external-reference': input({ a: { $ref: 'https://example.org/schema.json#/a' }, b: { $ref: '#anchor' } }),
  'open-root': input({ a: { type: 'string' } }, { additionalProperties: true }),
  'typed-root': input({}, { additionalProperties: { type: 'string', maxLength: 5 } }),
  'closed-root': input({ a: true }, { additionalProperties: false, required: ['a'] }),
  'boolean-schemas': input({ any: true, none: false, list: { type: 'array', items: true } }),
  'keywords-of-draft-7': input(
    {
      a: { type: 'array', items: [{ type: 'string' }, { type: 'number' }], additionalItems: false },
      b: { contentEncoding: 'base64', contentMediaType: 'image/png' },
    },
    { $schema: DRAFT_7, dependencies: { a: ['b'] }, if: { required: ['a'] }, then: { required: ['b'] }, else: true },
  ),
  'keywords-of-2020-12': input(
    { a: { type: 'array', prefixItems: [{ const: 'x' }], contains: { type: 'string' }, minContains: 1 } },
    {
      $schema: DRAFT_2020,
      $id: 'https://example.org/input',
      $anchor: 'top',
      dependentSchemas: { a: { required: ['a'] } },
      unevaluatedProperties: false,
      $comment: 'x',
    },
  ),
  'unions-at-the-root': input(
    { path: { type: 'string' }, id: { type: 'integer' } },
    { oneOf: [{ required: ['path'] }, { required: ['id'] }], not: { required: ['path', 'id'] }, title: 'Where' },
  ),
  'types-and-values': input({
    a: { type: ['string', 'null', 'integer'], enum: ['x', null, 1, ''] },
    b: { const: { deep: [1] } },
    c: { enum: [] },
    d: { type: 'string', format: 'no-such-format', pattern: '(?<!x)\\p{L}+$' },
    e: { type: 'number', multipleOf: 0.01, exclusiveMinimum: -1e-7, maximum: 9_007_199_254_740_991 },
  }),
  'odd-property-names': input({
    $filter: {},
    'a b': {},
    'a.b': {},
    ünï: {},
    '': {},
    '-': {},
    env: { type: 'string' },
    '{x}': {},
  }),
  'vendor-keywords': input({ a: { type: 'string', 'x-order': 1, nullable: true, example: null, deprecated: true } }),
  'header-of-2026': input({ region: { type: 'string', 'x-mcp-header': 'Region' } }),
  'deep-schema': input({ a: nested(30) }),
  'icons-with-every-field': {
    icons: [
      { src: 'https://example.org/a.svg', mimeType: 'image/svg+xml', sizes: ['any', '48x48'], theme: 'dark' },
      { src: 'data:image/png;base64,AA==' },
    ],
  },
  'no-icons': { icons: [] },
  'annotations-with-unknown-keys': {
    annotations: { title: '', readOnlyHint: true, destructiveHint: true, idempotentHint: false, 'x/y': { z: [null] } },
  },
  'empty-annotations': { annotations: {}, _meta: {}, execution: {} },
  'meta-with-prefixes': {
    _meta: { 'com.example/kind': { a: 1 }, 'ui/resourceUri': 'ui://a', plain: null, 'openai/outputTemplate': 'x' },
  },
  'every-execution': { title: 'Runs it', execution: { taskSupport: 'optional', x: 1 } },
  'output-schema': {
    outputSchema: { ...OPEN, properties: { a: { $ref: '#/$defs/x' } }, $defs: { x: false }, required: ['a'] },
  },
  'output-of-a-list': { outputSchema: { type: 'array', items: { type: 'string' } } },
  'output-of-a-union': { outputSchema: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
};

/** Tools of which the import tells something, and what of them is not listed. */
const TOLD: ReadonlyMap<string, string> = new Map([
  ['output-of-a-list', 'outputSchema'],
  ['output-of-a-union', 'outputSchema'],
]);

function nested(depth: number): JsonObject {
  return depth === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(depth - 1) }, required: ['a'] };
}

const tools = Object.entries(TOOLS).map(([name, tool]) => ({ name, inputSchema: OPEN, ...tool }));
test('42 odd tools are listed as they came, or the import tells what is not', () => {
  const root = temporaryFolder({ 'package.json': '{}', 'specs/.keep': '', 'tools.json': JSON.stringify({ tools }) });
  const run = haft(root, 'import', 'mcp', '--list', 'tools.json', '--name', 'odd', '--format', 'json');
  expect(run.code, run.stderr).toBe(0);
  const { losses } = JSON.parse(run.stdout) as { losses: readonly { readonly from: string }[] };
  // A saved list does not say how its server is reached.
  const spec = join(root, 'specs/odd/server.yaml');
  writeFileSync(spec, `${readFileSync(spec, 'utf8')}upstreams: { odd: { command: [node, none.mjs] } }\n`);
  const check = haft(root, 'check', '--format', 'json');
  const { diagnostics } = JSON.parse(check.stdout) as { diagnostics: readonly { severity: string }[] };
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(haft(root, 'compile').code).toBe(0);
  const about = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'odd', version: '1.0.0' } };
  const request = (id: number, method: string, params: JsonObject): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const lines = `${request(1, 'initialize', about)}\n${request(2, 'tools/list', {})}\n`;
  const { stdout } = runProgram(process.execPath, ['generated/servers/odd/server.mjs'], root, lines);
  const { result } = JSON.parse(stdout.trim().split('\n')[1] ?? '') as { result: { tools: readonly JsonObject[] } };
  const listed = new Map(result.tools.map((tool) => [String(tool['name']), tool]));
  for (const tool of tools) {
    const left = TOLD.get(tool.name);
    const expected = Object.fromEntries(Object.entries(tool).filter(([key]) => key !== left));
    expect(listed.get(tool.name), tool.name).toEqual(expected);
    expect(losses.some(({ from }) => from === `mcp:${tool.name}`)).toBe(left !== undefined);
  }
  expect(listed.size).toBe(42);
});
