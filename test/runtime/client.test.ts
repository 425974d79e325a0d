/** The official client over stdio, in both eras of the protocol. */
import type { Client } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundle, bundleAll } from './support/bundle.ts';
import { toolOf } from './support/call-tool.ts';
import { descriptorOf } from './support/descriptor.ts';
import { MODES, connect } from '../support/official-client.ts';

/** The judge is the official client: it validates every message and, by `outputSchema`, every result. */
const file = await bundle('fixture-server.ts');

describe.each(MODES)('the official client, %s', (_name, mode) => {
  let client: Client;
  const ends: (() => Promise<void>)[] = [];
  // One connection for all: each test asks for something else.
  beforeAll(async () => {
    client = await connect(mode, file, {}, { atEnd: (end) => void ends.push(end) });
  });
  afterAll(() => Promise.all(ends.map((end) => end())));

  test('agrees on an era and knows the server', async () => {
    expect(client.getServerVersion()).toMatchObject({ name: 'fixture', version: '1.2.3' });
    expect(client.getInstructions()).toBe('Use it for tests.');
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: false } });
    expect(client.getProtocolEra()).toBe(mode === 'legacy' ? 'legacy' : 'modern');
  });

  test('lists the tools in order', async () => {
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name).slice(0, 3)).toEqual(['add_numbers', 'crash_inside', 'wait_forever']);
    expect(tools[0]).toMatchObject({
      title: 'add_numbers',
      description: 'Does add_numbers.',
      inputSchema: { type: 'object', required: ['a'], properties: { b: { default: 10 } } },
      outputSchema: { type: 'object' },
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
    expect(tools[0]).not.toHaveProperty('behavior');
  });

  test('calls with defaults, and gets failures as results', async () => {
    await client.listTools();
    const call = (name: string, args = {}) => client.callTool({ name, arguments: args });
    expect(await call('add_numbers', { a: 1 })).toMatchObject({
      structuredContent: { success: true, data: { sum: 11 } },
    });
    expect(await call('add_numbers', { a: 'one' })).toMatchObject({
      isError: true,
      structuredContent: {
        success: false,
        code: 'invalid_arguments',
        error: expect.stringContaining('/a must be a number'),
      },
    });
    expect(await call('crash_inside')).toMatchObject({ isError: true, structuredContent: { code: 'internal_error' } });
    await expect(call('no_such_tool')).rejects.toMatchObject({ code: -32602 });
  });

  test('cancels', async () => {
    const controller = new AbortController();
    const call = client.callTool({ name: 'wait_forever', arguments: {} }, { signal: controller.signal });
    controller.abort('enough');
    await expect(call).rejects.toThrow('enough');
    expect(await client.callTool({ name: 'add_numbers', arguments: { a: 1 } })).toMatchObject({
      structuredContent: { success: true },
    });
  });

  test('sees progress that is told in the turn of the answer', async () => {
    await untilAllSeen((onprogress) => client.callTool({ name: 'report_steps', arguments: {} }, { onprogress }));
  });
});

test('the client of the older SDK sees progress that is told in the turn of the answer', async () => {
  const client = new OlderClient({ name: 'judge', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(new OlderTransport({ command: process.execPath, args: [file], stderr: 'ignore' }));
  await untilAllSeen((onprogress) => {
    return client.callTool({ name: 'report_steps', arguments: {} }, undefined, { onprogress });
  });
});

/**
 * Calls until every step was seen. Clients drop progress that they read as one piece with the answer, which was so for every
 * call; a busy machine can still deliver two writes as one piece.
 */
async function untilAllSeen(call: (onprogress: (step: { progress: number }) => void) => Promise<unknown>) {
  const seen: number[][] = [];
  do {
    const steps: number[] = [];
    seen.push(steps);
    await call(({ progress }) => void steps.push(progress));
  } while (seen.at(-1)?.length !== 3 && seen.length < 5000);
  expect(seen.at(-1)).toEqual([1, 2, 3]);
}

test('the standalone bundle needs nothing but two constants', async () => {
  const tool = toolOf({
    behavior: { kind: 'command', argv: [process.execPath, '-p', '"hi"'], stdout: 'text', max_bytes: 100 },
  });
  const server = descriptorOf({ name: 'standalone', tools: [tool] });
  const banner = `const HAFT_SERVER = ${JSON.stringify(server)}; const HAFT_HANDLERS = {};`;
  const client = await connect('auto', await bundleAll(banner));
  expect(await client.callTool({ name: 'get_thing', arguments: {} })).toMatchObject({
    structuredContent: { success: true, data: { text: 'hi' } },
  });
});
