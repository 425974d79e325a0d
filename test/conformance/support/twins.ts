/** The same tools on our runtime and on the official SDK's server, and the calls that both get. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { ServerDescriptor, ToolDescriptor } from '../../../runtime/descriptor/descriptor.ts';
import { bundleAll } from '../../runtime/support/bundle.ts';

const number = { type: 'number' } as const;
const text = { type: 'string' } as const;

function tool(
  name: string,
  run: string,
  properties: NonNullable<ToolDescriptor['inputSchema']['properties']>,
  required: string[],
): ToolDescriptor {
  return {
    name,
    title: name,
    description: `Does ${name}.`,
    inputSchema: { type: 'object', properties, required, additionalProperties: false },
    outputSchema: {
      type: 'object',
      properties: { success: { type: 'boolean' }, data: { type: 'object' }, error: text, code: text, retry_hint: text },
      required: ['success'],
    },
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    behavior: { kind: 'handler', export: run },
  };
}

const SERVER: ServerDescriptor = {
  format: 2,
  name: 'twin',
  title: 'Twin',
  version: '1.2.3',
  instructions: 'Use it for tests.',
  transports: ['stdio', 'http'],
  coerce: false,
  env: {},
  connections: {},
  limits: { calls_per_minute: 1_000_000, concurrency: 100, timeout_ms: 10_000 },
  tools: [
    tool(
      'add_numbers',
      'add',
      { a: number, b: { ...number, default: 10 }, tone: { ...text, enum: ['plain', 'warm'] } },
      ['a'],
    ),
    tool('always_fail', 'fail', {}, []),
    tool('crash_inside', 'crash', {}, []),
  ],
};

const HANDLERS = `{
  add: ({ a, b }) => ({ sum: a + b }),
  fail: (_args, call) => call.fail('No luck.', 'Try again.', 'no_luck'),
  crash() { throw new Error('the inside of the server'); },
}`;

/** Arguments for node: ours, theirs. */
export async function twins(): Promise<readonly [ours: readonly string[], theirs: readonly string[]]> {
  const folder = mkdtempSync(join(tmpdir(), 'haft-twins-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const table = join(folder, 'server.json');
  writeFileSync(table, JSON.stringify(SERVER));
  const banner = `const HAFT_SERVER = ${JSON.stringify(SERVER)}; const HAFT_HANDLERS = ${HANDLERS};`;
  const ours = await bundleAll(banner);
  return [[ours], [join(import.meta.dirname, 'official-server.mjs'), table]];
}

const call = (name: unknown, args?: unknown): object => ({
  method: 'tools/call',
  params: { name, ...(args !== undefined && { arguments: args }) },
});

/** By name, what is asked; a text is sent as it is. */
export const CALLS: Readonly<Record<string, object | string>> = {
  'the tools': { method: 'tools/list' },
  'an empty cursor': { method: 'tools/list', params: { cursor: '' } },
  'an unknown cursor': { method: 'tools/list', params: { cursor: 'x' } },
  'a good call': call('add_numbers', { a: 1, b: 2 }),
  'an id that is a text': { ...call('add_numbers', { a: 1, b: 2 }), id: 'one' },
  'an id of zero': { ...call('add_numbers', { a: 1, b: 2 }), id: 0 },
  'a default': call('add_numbers', { a: 1 }),
  'a missing argument': call('add_numbers', {}),
  'no arguments': call('add_numbers'),
  'a wrong type': call('add_numbers', { a: 'one' }),
  'a wrong word': call('add_numbers', { a: 1, b: 2, tone: 'warn' }),
  'an unknown argument': call('add_numbers', { a: 1, b: 2, c: 3 }),
  'arguments that are a list': call('add_numbers', [1]),
  'a tool that fails': call('always_fail', {}),
  'a tool that crashes': call('crash_inside', {}),
  'an unknown tool': call('ad_numbers', {}),
  'a tool of the prototype': call('toString', {}),
  'no tool': call(undefined, {}),
  'a tool that is a number': call(5, {}),
  'an unknown method': { method: 'resources/list' },
  'params that are a list': { method: 'tools/list', params: [] },
  ping: { method: 'ping' },
  initialize: {
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  },
  discovery: { method: 'server/discover' },
  garbage: 'garbage',
  'a batch': '[{"jsonrpc":"2.0","id":1,"method":"ping"}]',
  'a null id': '{"jsonrpc":"2.0","id":null,"method":"ping"}',
  'another protocol': '{"jsonrpc":"1.0","id":1,"method":"ping"}',
};
