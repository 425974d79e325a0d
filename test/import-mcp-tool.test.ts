/** Any MCP tool → spec → compiled server → the same tool: canonical JSON, no error, no loss. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsOf } from '../compiler/check/settings.ts';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { diff } from '../compiler/versions/diff.ts';
import { listedAndRest } from '../compiler/emit/server/descriptor.ts';
import { emit } from '../compiler/emit/emit.ts';
import { toolKeys } from '../compiler/features/import/mcp/import-mcp.ts';
import { contractText, readContract } from '../compiler/plan/contract.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';
import { releasedSpec } from '../compiler/plan/released-spec.ts';
import type { JsonObject } from '../runtime/language/json.ts';
import { compileImported } from '../runtime/language/imported.ts';
import { temporaryFolder } from './support/folder.ts';
import { anyMcpTool } from './support/random-mcp-tool.ts';
import { runProgram } from './support/run-program.ts';
import { runs } from './support/runs.ts';

const settings = settingsOf({ profiles: { specs: 'mcp' } });
const BEHAVIOR = { command: { argv: ['printf', '%s', 'said'], stdout: 'text' } };
const SERVER = { kind: 'server', name: 'front', version: '1.0.0', summary: 'Front.', instructions: '', results: 'raw' };

function specOf(tools: readonly JsonObject[]): string {
  const documents = tools.map((tool) => ({ kind: 'tool', from: `mcp:${String(tool['name'])}`, ...tool, ...BEHAVIOR }));
  return [SERVER, ...documents].map((document) => JSON.stringify(document, null, 1)).join('\n---\n');
}

function planOf(text: string) {
  const { diagnostics, value } = planSpecs([{ path: 'specs/front.yaml', text }], { settings });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (!value) throw new Error('The spec does not compile.');
  return value.plan;
}

const shown = (tool: ToolPlan): unknown => JSON.parse(JSON.stringify(listedAndRest(tool)[0]));

test('any tool that MCP allows comes out as it came in, and every later step can read it', () => {
  fc.assert(
    fc.property(anyMcpTool(), anyMcpTool(), (tool, other) => {
      const { keys, losses } = toolKeys(tool, 'mcp:any');
      expect(losses).toEqual([]);
      const plan = planOf(specOf([keys]));
      const [planned] = plan.servers[0]?.tools ?? [];
      if (!planned) throw new Error('There is no tool.');
      expect(shown(planned)).toEqual(tool);
      emit(plan, '..').forEach((file) => file.kind === 'text' && file.text);
      const contract = readContract(contractText(plan));
      expect('plan' in contract && diff(contract.plan, plan)).toEqual([]);
      expect(planOf(specOf([releasedSpec(planned, undefined) as JsonObject])).servers[0]?.tools[0]).toEqual(planned);
      compileImported(planned.inputSchema)({});
      const next = planOf(specOf([{ ...toolKeys(other, 'mcp:any').keys, name: keys['name'] ?? '' }]));
      diff(plan, next);
    }),
    { numRuns: runs(80) },
  );
});

describe('saved lists', () => {
  const FIXTURES = join(import.meta.dirname, 'fixtures/mcp-lists');

  test.each(readdirSync(FIXTURES))('%s is served as it was', (file) => {
    const tools = JSON.parse(readFileSync(join(FIXTURES, file), 'utf8')) as JsonObject[];
    const made = tools.map((tool) => toolKeys(tool, `mcp:${String(tool['name'])}`));
    expect(made.flatMap(({ losses }) => losses)).toEqual([]);
    const server = emit(planOf(specOf(made.map(({ keys }) => keys))), '..').find(({ path }) => path.endsWith('.mjs'));
    const folder = temporaryFolder({ 'server.mjs': server?.kind === 'text' ? server.text : '' });
    // The official client leaves out what it does not know.
    const [initialized, listed] = said(folder, ['initialize', 'tools/list']);
    const byName = (list: readonly JsonObject[]): JsonObject[] =>
      [...list].sort((a, b) => (String(a['name']) < String(b['name']) ? -1 : 1));
    expect(byName((listed?.['tools'] ?? []) as JsonObject[])).toEqual(byName(tools));
    expect(initialized).not.toHaveProperty('instructions');
  });
});

/** The results of requests to the server in a folder, in their order. */
function said(folder: string, methods: readonly string[]): JsonObject[] {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'judge', version: '1.0.0' } };
  const lines = methods.map((method, id) => JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  const { stdout } = runProgram(process.execPath, ['server.mjs'], folder, `${lines.join('\n')}\n`);
  const replies = stdout.trim().split('\n');
  return replies.map((line) => (JSON.parse(line) as { readonly result: JsonObject }).result);
}
