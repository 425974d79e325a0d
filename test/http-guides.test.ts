/** The tools of the guides about HTTP compile, and send the requests that the guides show. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { callTool } from './runtime/support/call-tool.ts';
import { recorder } from './runtime/support/loopback.ts';

const source = { FORGE_USER: 'ada', FORGE_PASSWORD: 'password', FORGE_FILES: '/srv/files' };

interface Block {
  readonly kind: string;
  readonly text: string;
}

function blocksOf(page: string): Block[] {
  const text = readFileSync(join(import.meta.dirname, '../docs', page), 'utf8');
  return [...text.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, kind = '', inside = '']) => ({ kind, text: inside }));
}

function serverOf(blocks: readonly Block[]) {
  const [head = '', ...tools] = blocks.filter(({ kind }) => kind === 'yaml').map(({ text }) => text);
  const text = head.replace('tools: []\n', `tools:\n${tools.join('').replaceAll(/^(?=.)/gm, '  ')}`);
  const { value, diagnostics } = planSpecs([{ path: 'specs/guide.yaml', text }], { files: [] });
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const server = value?.plan.servers[0];
  if (server === undefined) throw new Error('the guide has no server');
  return server;
}

test.each([
  ['http-tools.md', 3],
  ['paging-retries-errors.md', 1],
])('%s', async (page, count) => {
  const blocks = blocksOf(page);
  const server = serverOf(blocks);
  const shown = blocks.flatMap(({ kind, text }, index) => {
    const [tool, request] = [blocks[index - 1]?.text ?? '', blocks[index + 1]?.text ?? ''];
    return kind === 'json' ? [{ name: /name: (\w+)/.exec(tool)?.[1], args: JSON.parse(text) as object, request }] : [];
  });
  expect(shown).toHaveLength(count);
  for (const { name, args, request } of shown) {
    const tool = server.tools.find((one) => one.name === name);
    if (tool?.behavior.kind !== 'http') throw new Error(`${String(name)} is not a tool of the guide`);
    const { base, seen } = await recorder();
    await callTool(
      {
        behavior: { ...tool.behavior, connection: 'local' },
        parameters: tool.inputSchema.properties ?? {},
        connection: { ...server.connections['forge'], base_url: `${base}/api` },
        declared: server.env,
        source,
      },
      args,
    );
    const [sent] = seen;
    const type = sent?.headers['content-type'];
    const lines = [
      `${sent?.method} ${sent?.url}`,
      ...(type === undefined ? [] : [`content-type: ${type}`, '', sent?.body]),
    ];
    expect(`${lines.join('\n')}\n`).toBe(request);
  }
});
