/** The server of an agent's eval lists the tools of the compiled server, byte for byte, over both transports and in both eras. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { planSpecs } from '../compiler/plan/plan-specs.ts';
import { denyServer } from '../compiler/emit/server/deny-mjs.ts';
import { serverMjs } from '../compiler/emit/server/server-mjs.ts';
import type { ServerPlan } from '../compiler/plan/model.ts';
import { envelope, legacy, modern, startHttp } from './runtime/support/http-client.ts';
import { startServer } from './runtime/support/server-process.ts';
import { temporaryFolder } from './support/folder.ts';
import { shippedServer } from './support/shipped-server.ts';
import { sourcesOf } from './support/sources.ts';
import { everyNth } from './support/runs.ts';

const ROOT = join(import.meta.dirname, '..');
const { specs, files } = sourcesOf(ROOT);
const servers = planSpecs(specs, { files }).value?.plan.servers ?? [];

/** Of a request without and one with the members of 2026-07-28. */
type Listed = readonly [legacy: string, modern: string];

async function overStdio(file: string, env: NodeJS.ProcessEnv = {}): Promise<Listed> {
  const server = startServer(file, [], env);
  server.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 't', version: '1' },
  });
  await server.nextText();
  server.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  server.ask('tools/list');
  const first = await server.nextText();
  server.ask('tools/list', { _meta: envelope() });
  return [first, await server.nextText()];
}

async function overHttp(file: string): Promise<Listed> {
  const { url } = await startHttp(file);
  return [(await legacy(url, 'tools/list')).text, (await modern(url, 'tools/list')).text];
}

function written(text: string): string {
  const file = join(temporaryFolder(), 'server.mjs');
  writeFileSync(file, text);
  return file;
}

/** The compiled server with HTTP, which the shipped ones do not have; its handlers do nothing. */
function withHttp(server: ServerPlan): string {
  const file = serverMjs({ ...server, transports: ['stdio', 'http'] }, [], 'server.mjs');
  if (file.kind === 'text') return file.text;
  const names = server.tools.flatMap(({ behavior }) => (behavior.kind === 'handler' ? [behavior.export] : []));
  const handlers = names.map((name) => `${name}: () => ({})`).join(', ');
  return file.kind === 'bundle'
    ? file.print({
        text: `HAFT_FOUND = { ${handlers} };\n`,
        origins: { width: 1, packages: [], folder: '', files: [], segments: '' },
      })
    : '';
}

describe.each(
  everyNth(
    3,
    servers.map((server) => [server.name, server] as const),
  ),
)('%s', (name, server) => {
  test('lists the same bytes as the compiled server over stdio and over HTTP', async () => {
    const listed = await overStdio(written(denyServer(server)));
    for (const { name: tool } of server.tools) expect(listed[0]).toContain(`"name":${JSON.stringify(tool)}`);
    expect(listed[1]).not.toBe(listed[0]);
    expect(await overStdio(shippedServer(name))).toEqual(listed);
    expect(await overHttp(written(withHttp(server)))).toEqual(listed);
  });
});

test('a front lists the same bytes too, and has nothing of its servers', async () => {
  const text = `kind: server
name: front
version: 1.0.0
title: Front
summary: Shows the tools of another server.
upstreams: { other: { command: [/opt/other, serve], env: [OTHER_TOKEN] } }
env: { OTHER_TOKEN: { description: Its key., secret: true } }
tools:
  - name: add_numbers
    description: { does: Adds two numbers., when: the user wants a sum, examples: [What is 2 plus 3?] }
    parameters: { first_addend: { type: integer, description: One number. } }
    effects: read
    mcp: { upstream: other, tool: add, pin: "sha256:${'0'.repeat(64)}" }
`;
  const source = { path: 'specs/front.yaml', text };
  const { value, diagnostics } = planSpecs([source]);
  expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  const front = value?.plan.servers[0];
  if (!front) throw new Error('no server');
  const denied = denyServer(front);
  expect(denied).not.toMatch(/\/opt\/other|OTHER_TOKEN/);
  const compiled = serverMjs(front, [], 'server.mjs');
  const listed = await overStdio(written(denied));
  expect(listed[0]).toContain('"name":"add_numbers"');
  expect(await overStdio(written(compiled.kind === 'text' ? compiled.text : ''), { OTHER_TOKEN: 'x' })).toEqual(listed);
});
