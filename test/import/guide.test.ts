/** The guide to imports: its document gives the tools that it shows, and these send the requests that it shows. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ImportedDocument } from '../../compiler/features/import/imported.ts';
import { importOpenapi } from '../../compiler/features/import/openapi/import-openapi.ts';
import { printDocuments } from '../../compiler/features/import/print.ts';
import { compileImport } from '../judges/imported.ts';
import { callTool } from '../runtime/support/call-tool.ts';
import { recorder } from '../runtime/support/loopback.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/import-openapi.md'), 'utf8');
const BLOCKS = [...PAGE.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, kind = '', text = '']) => ({ kind, text }));
const [DOCUMENT = '', ...TOOLS] = BLOCKS.filter(({ kind }) => kind === 'yml').map(({ text }) => text);

const made = importOpenapi({ text: DOCUMENT, name: 'library.yaml' });
if (made.kind !== 'imported') throw new Error(made.kind);
const { documents } = made;

test('six tools, of which the page shows some as they are printed', () => {
  expect(documents.map(({ value }) => value['name'])).toEqual([
    'town-library',
    'list_books',
    'get_book',
    'list_loans',
    'create_loan',
    'renew_loan',
    'return_loan',
  ]);
  const text = printDocuments(documents)
    .map((file) => file.text)
    .join('---\n');
  for (const shown of TOOLS.slice(0, -1)) expect(text).toContain(shown);
  expect(compileImport(documents).errors).toEqual([]);
});

const CALLS = BLOCKS.flatMap(({ kind, text }, at) => {
  if (kind !== 'json') return [];
  return [
    {
      spec: parse(BLOCKS[at - 1]?.text ?? '') as ImportedDocument['value'],
      args: JSON.parse(text) as object,
      request: BLOCKS[at + 1]?.text ?? '',
    },
  ];
});

test.each(CALLS)('$spec.name sends what the page shows', async ({ spec, args, request }) => {
  const edited = documents.map((document) =>
    document.value.from === spec.from ? { ...document, value: spec } : document,
  );
  const { plan, errors } = compileImport(edited);
  expect(errors).toEqual([]);
  const [server] = plan?.servers ?? [];
  const tool = server?.tools.find(({ name }) => name === spec['name']);
  if (!server || tool?.behavior.kind !== 'http') throw new Error('The tool is missing.');
  const { base, seen } = await recorder();
  const outcome = await callTool(
    {
      behavior: { ...tool.behavior, connection: 'local' },
      parameters: tool.inputSchema.properties ?? {},
      connection: { ...server.connections['api'], base_url: `${base}/v1` },
      declared: server.env,
      source: { TOWN_LIBRARY_TOKEN: 'token' },
    },
    args,
  );
  expect(outcome.success).toBe(true);
  const [sent] = seen;
  const type = sent?.headers['content-type'];
  const lines = [
    `${sent?.method} ${sent?.url}`,
    ...(type === undefined ? [] : [`content-type: ${type}`, '', sent?.body]),
  ];
  expect(`${lines.join('\n')}\n`).toBe(request);
  expect(sent?.headers['authorization']).toBe('Bearer token');
});
