/** Profile `mcp` end to end: tools as public servers have them are checked, planned, printed and served. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { emit } from '../compiler/emit/emit.ts';
import { runtimeText } from '../compiler/emit/server/runtime-text.ts';
import { releasedSpec } from '../compiler/plan/released-spec.ts';
import type { ToolPlan } from '../compiler/plan/model.ts';
import { temporaryFolder } from './support/folder.ts';
import { DESCRIPTION, SERVER, TOOLS, compiled } from './support/imported-server.ts';
import { connect } from './support/official-client.ts';
import { typeErrors } from './support/with-typescript.ts';
import { IS_WHOLE } from './support/runs.ts';

function toolsOf(text: string): readonly ToolPlan[] {
  return compiled(text).value?.plan.servers[0]?.tools ?? [];
}

const errors = compiled(SERVER).diagnostics.filter(({ severity }) => severity === 'error');
const plan = compiled(SERVER).value?.plan ?? { planVersion: 1, servers: [], skills: [] };
const [createEntity, ping] = plan.servers[0]?.tools ?? [];

test('it compiles', () => {
  expect(errors).toEqual([]);
  expect(plan.servers[0]?.tools.map(({ name }) => name)).toEqual(['createEntity', 'ping']);
});

test('a description in one text stays byte for byte', () => {
  expect(createEntity?.description.text).toBe(DESCRIPTION);
  expect(createEntity?.description.parts.map(({ part }) => part)).toEqual(['does']);
  expect(ping?.description.text).toBe('Ping');
});

test('effects that are left out are what MCP takes for granted', () => {
  expect(createEntity?.annotations).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  });
  expect(ping?.annotations.readOnlyHint).toBe(true);
});

test('schemas pass through, and imported objects are not closed', () => {
  const [authored] = parse(`tools:${TOOLS}`).tools;
  const { properties, $defs, required, additionalProperties } = createEntity?.inputSchema ?? {};
  expect(properties).toEqual(authored.parameters);
  expect($defs).toEqual(authored.definitions);
  expect([required, additionalProperties]).toEqual([['entityName'], false]);
});

test('a released form comes back as a spec that plans to the same', () => {
  for (const tool of [createEntity, ping]) {
    if (!tool) throw new Error('There is no such tool.');
    const spec = {
      kind: 'server',
      name: 'memory',
      version: '1.0.0',
      summary: 'Graph.',
      tools: [releasedSpec(tool, undefined)],
    };
    const [again] = toolsOf(JSON.stringify(spec));
    expect(again?.inputSchema).toEqual(tool.inputSchema);
    expect(again?.description).toEqual(tool.description);
    expect(again?.annotations).toEqual(tool.annotations);
  }
});

test('a tool in a document of its own', () => {
  const text = `${SERVER.slice(0, SERVER.indexOf('tools:'))}---
kind: tool
name: get-weather.v2
description: Get weather
parameters: { "location": { type: [string, "null"] }, "$filter": { type: string, format: email } }
handler: handlers.ts
`;
  expect(compiled(text).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(Object.keys(toolsOf(text)[0]?.inputSchema.properties ?? {})).toEqual(['location', '$filter']);
});

test.skipIf(!IS_WHOLE)('the printed types pass strict tsc (HAFT_RUNS=1)', () => {
  const files = emit(plan, '..').flatMap((file) => (file.kind === 'text' && file.path.endsWith('.ts') ? [file] : []));
  const tools = files.find(({ path }) => path.endsWith('tools.ts'))?.text ?? '';
  expect(tools).toContain('readonly parent: string | null;');
  expect(tools).toContain('readonly mode?: "fast" | 1 | null;');
  expect(tools).toContain('readonly root?: haft.Json;');
  expect(typeErrors(Object.fromEntries(files.map(({ path, text }) => [`generated/${path}`, text])))).toBe('');
});

describe('server.mjs', () => {
  function serverFile(): string {
    const file = emit(plan, '..').find(({ path }) => path.endsWith('server.mjs'));
    const text = file?.kind === 'text' ? file.text : '';
    expect(text.endsWith(runtimeText(['commandTools', 'patterns', 'importedKeywords']))).toBe(true);
    return join(temporaryFolder({ 'server.mjs': text }), 'server.mjs');
  }

  test('lists the schemas byte for byte', async () => {
    const client = await connect('legacy', serverFile());
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools[0]?.inputSchema)).toBe(JSON.stringify(createEntity?.inputSchema));
    expect(tools[0]?.description).toBe(DESCRIPTION);
    expect(tools[0]?.outputSchema).toMatchObject({ $defs: createEntity?.inputSchema.$defs });
  });

  test('takes what fits and rejects the rest', async () => {
    const client = await connect('legacy', serverFile());
    const call = async (args: Record<string, unknown>): Promise<string> => {
      const { content } = await client.callTool({ name: 'createEntity', arguments: { entityName: 'a', ...args } });
      return JSON.stringify(content);
    };
    const good: readonly Record<string, unknown>[] = [
      {},
      { root: { label: 'a', children: [{ label: 'b' }] } },
      { score: 19.99, parent: null, tags: null, raw: [{}], mode: 1 },
      { parent: '123e4567-e89b-12d3-a456-426614174000', range: [1, 2], labels: { a: 1, b: 'c' } },
      { target: { kind: 'url', url: 'https://example.org' }, headers: { 'x-a': 'b', other: 1 }, old: 'fine' },
    ];
    for (const args of good) expect(await call(args), JSON.stringify(args)).toContain('success\\":true');
    const bad: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ root: { label: 'a', children: [{ labl: 'b' }] } }, '/root/children/0/labl is not a known property'],
      [{ score: 0 }, '/score must be a number above 0 that is a multiple of 0.01, got the number 0.'],
      [{ parent: 'x' }, '/parent must be a string in the format uuid (such as '],
      [{ target: { kind: 'url' } }, '/target must match one of 2 alternatives'],
      [{ tags: ['a', 'a'] }, '/tags must be an array with unique items'],
      [{ labels: { a: true } }, '/labels/a must be a string or a number, got true.'],
      [{ range: [1, 'a'] }, '/range/1 must be an integer'],
      [{ old: 'forbidden' }, '/old must not be'],
      [{ unknown: 1 }, '/unknown is not a known property'],
    ];
    for (const [args, message] of bad) expect(await call(args), JSON.stringify(args)).toContain(message);
  });

  test('of a server that needs none of it is the small one', () => {
    const simple = SERVER.slice(0, SERVER.indexOf('tools:')) + `tools:${TOOLS.slice(TOOLS.indexOf('  - name: ping'))}`;
    const text = simple
      .replace('anyOf: [{ type: string }, { type: "null" }]', 'type: string')
      .replace('tools:', 'tools:\n');
    const file = emit(compiled(text).value?.plan ?? plan, '..').find(({ path }) => path.endsWith('server.mjs'));
    expect(file?.kind === 'text' && file.text.endsWith(runtimeText(['commandTools']))).toBe(true);
  });
});
