/** Limits of one tool: calls of a client per minute, calls at the same time, bytes of a result. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import type { ServerDescriptor, ToolDescriptor } from '../../runtime/descriptor/descriptor.ts';
import { handlerTools, rawResults, toolLimits } from '../../runtime/modules.ts';
import { assemble } from '../../runtime/server/assemble.ts';
import { runs } from '../support/runs.ts';
import { descriptorOf, tool } from './support/descriptor.ts';
import { unwanted } from '../../runtime/transport/serve-fetch.ts';
import { anyUnicode } from '../support/random-text.ts';

type Call = (name: string, client?: object) => Promise<Record<string, unknown>>;

const SCHEMA = {
  type: 'object',
  properties: { success: { type: 'boolean' }, data: { type: 'object' } },
  required: ['success'],
} as const;

/** Calls of a server; each client has an allowance of its own. */
function open(tools: readonly Partial<ToolDescriptor>[], run: Handler, more: Partial<ServerDescriptor> = {}): Call {
  const all = tools.map((one) => ({ ...tool, outputSchema: SCHEMA, ...one }));
  const server = descriptorOf({ tools: all, ...more });
  const modules = { ...handlerTools, ...toolLimits, ...rawResults };
  const { answer, allow } = assemble(server, { run } as never, {}, () => {}, modules);
  const own = allow();
  const allowances = new Map<object, typeof own>();
  return async (name, client = own) => {
    if (!allowances.has(client)) allowances.set(client, client === own ? own : allow());
    const params = { name, arguments: {} };
    const allowance = allowances.get(client) ?? own;
    const { line } = answer({ kind: 'request', id: 1, method: 'tools/call', params }, { allowance, outlet: unwanted });
    const { structuredContent, content } = JSON.parse(await line).result;
    return structuredContent ?? content[0];
  };
}

test('calls of a tool per minute are counted for each client, and apart from those of other tools', async () => {
  const call = open([{ limits: { calls_per_minute: 2 } }, { name: 'get_y' }], () => ({}));
  const other = {};
  expect(await call('get_x')).toMatchObject({ success: true });
  expect(await call('get_x')).toMatchObject({ success: true });
  expect(await call('get_x')).toMatchObject({
    code: 'rate_limited',
    error: 'Rate limit reached: too many calls of this tool per minute.',
    retry_hint: 'Wait 30 s, then retry.',
  });
  expect(await call('get_x', other)).toMatchObject({ success: true });
  expect(await call('get_y')).toMatchObject({ success: true });
});

test('of a tool with `concurrency: 1` one call runs, others wait and take no place of another tool', async () => {
  const waiting: (() => void)[] = [];
  let most = 0;
  const run: Handler = async (_args, { log: _log }) => {
    most = Math.max(most, waiting.length + 1);
    await new Promise<void>((resolve) => waiting.push(resolve));
    waiting.pop();
    return {};
  };
  const call = open(
    [{ limits: { concurrency: 1 } }, { name: 'get_y', behavior: { kind: 'handler', export: 'run' } }],
    run,
    { limits: { calls_per_minute: 1000, concurrency: 2, timeout_ms: 10_000 } },
  );
  const first = [call('get_x'), call('get_x'), call('get_x')];
  const other = call('get_y');
  // Three of one tool, and one of another: two run.
  expect(waiting.length).toBe(2);
  waiting[1]?.();
  expect(await other).toMatchObject({ success: true });
  for (const one of first) {
    waiting[0]?.();
    expect(await one).toMatchObject({ success: true });
  }
  expect(most).toBe(2);
});

const large = { text: 'ü'.repeat(300) };
const BYTES = new TextEncoder().encode(JSON.stringify(large)).length;

test.each<[string, Partial<ToolDescriptor>, string]>([
  [
    'a parameter',
    { limits: { result_bytes: 500, smaller_by: 'limit' } },
    'Call the tool again with a smaller "limit".',
  ],
  ['no parameter', { limits: { result_bytes: 500 } }, 'Call the tool again with arguments that lead to less data.'],
  [
    'an effect',
    { limits: { result_bytes: 500 }, annotations: { readOnlyHint: false, destructiveHint: true } },
    'The call may have taken effect: ',
  ],
])('a result that is too large, of a tool with %s, is a failure in words', async (_name, more, hint) => {
  const call = open([more], () => large);
  expect(await call('get_x')).toMatchObject({
    success: false,
    code: 'result_too_large',
    error: `The result has ${BYTES} bytes, the maximum is 500.`,
    retry_hint: expect.stringContaining(hint),
  });
});

test('the limit of the server holds for tools without one; results without envelope have it, too', async () => {
  const limits = { calls_per_minute: 1000, concurrency: 8, timeout_ms: 10_000, result_bytes: 100 };
  const tools: Partial<ToolDescriptor>[] = [
    {},
    { name: 'get_y', limits: { result_bytes: 5000 } },
    { name: 'get_raw', results: 'raw' },
  ];
  const call = open(tools, () => large, { limits });
  expect(await call('get_x')).toMatchObject({ code: 'result_too_large' });
  expect(await call('get_y')).toMatchObject({ data: large });
  expect(await call('get_raw')).toMatchObject({ text: expect.stringContaining('the maximum is 100') });
});

test('a result is whole, or a failure: exactly by its bytes in UTF-8', async () => {
  await fc.assert(
    fc.asyncProperty(anyUnicode({ maxLength: 60 }), fc.integer({ min: 1, max: 200 }), async (text, most) => {
      const data = { text };
      const size = new TextEncoder().encode(JSON.stringify(data)).length;
      const found = await open([{ limits: { result_bytes: most } }], () => data)('get_x');
      expect(found).toMatchObject(size > most ? { code: 'result_too_large' } : { data });
    }),
    { numRuns: runs(100) },
  );
});
