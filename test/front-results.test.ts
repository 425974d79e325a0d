/** What a front makes of results and rejections of another server: failures have its words, and nothing else is one. */
import { join } from 'node:path';
import { array, assert, asyncProperty, constantFrom, jsonValue, option, record } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { failureCases } from '../runtime/behaviors/shared/failure-cases.ts';
import { createRedact } from '../runtime/redaction/secret-search.ts';
import { rawSealing } from '../runtime/server/raw-results.ts';
import { upstreamError } from '../runtime/upstream/pass-through/messages.ts';
import { RpcFailure } from '../runtime/upstream/rpc.ts';
import { frontOf } from './support/front-of.ts';
import { costlyRuns } from './support/runs.ts';

const redact = createRedact({}, {});
const PROGRAM = [process.execPath, join(import.meta.dirname, 'doubles/upstream/raw.mjs')];

const program = (raw?: boolean, env: Readonly<Record<string, string>> = {}) =>
  frontOf({ command: PROGRAM, env: Object.keys(env) }, raw, env);

const FAILED = { error: 'The tracker failed.', retry_hint: 'Ask the user.' };

test('`on_error` judges failures only: any other result passes as it comes', async () => {
  const { call } = frontOf({ command: PROGRAM }, true, {}, { failureCases });
  const result = record({
    content: array(
      constantFrom('5', 'null', '{"id":1}', 'No').map((text) => ({ type: 'text', text, annotations: {} })),
    ),
    structuredContent: option(jsonValue(), { nil: undefined }),
    isError: constantFrom(undefined, false),
    _meta: constantFrom(undefined, { 'x/y': 1 }),
  });
  await assert(
    asyncProperty(result, async (one) => {
      const text = `{"jsonrpc":"2.0","id":<id>,"result":${JSON.stringify(one)}}`;
      const sealed = async (more = {}) => rawSealing(false).success(await call('text', { text }, more), redact, true);
      expect(await sealed({ on_error: [FAILED] })).toBe(await sealed());
    }),
    { numRuns: costlyRuns(60) },
  );
  const text = '{"jsonrpc":"2.0","id":<id>,"result":{"content":[{"type":"text","text":"Locked"}],"isError":true}}';
  expect(await call('text', { text }, { on_error: [FAILED] })).toMatchObject(FAILED);
});

describe('`result:` of a success that is no JSON is a failure', () => {
  const answer = async (result: unknown, more = {}) =>
    program(false).call('text', { text: `{"jsonrpc":"2.0","id":<id>,"result":${JSON.stringify(result)}}` }, more);
  const text = (...texts: readonly string[]) => texts.map((one) => ({ type: 'text', text: one }));

  test.each([
    ['a text', { content: text('Rate limit reached') }],
    ['JSON in a code fence', { content: text('```json\n{"id":1}\n```') }],
    ['two texts', { content: text('{"id":1}', 'Note: two') }],
    ['an image', { content: [{ type: 'image', data: 'AA==', mimeType: 'image/png' }] }],
    ['a text next to null', { content: text('No'), structuredContent: null }],
  ])('%s', async (_name, result) => {
    expect(await answer(result, { result: { id: '/id' } })).toMatchObject({
      code: 'bad_response',
      error: 'The result of the server behind this tool is not in the expected format.',
    });
  });

  test('and a null next to JSON is not in its place', async () => {
    const result = { content: text('{"id":1}'), structuredContent: null };
    expect(await answer(result, { result: { id: '/id' } })).toEqual({ id: 1 });
    expect(await answer(result)).toEqual({ id: 1 });
  });
});

describe('what is rejected before the call is not told as a rejected call', () => {
  const rejects = (method: string, code: number) =>
    program(true, { REJECTED: method, CODE: String(code) }).call('wait', {}, { pin: 'sha256:0' });

  test.each(
    ['initialize', 'tools/list'].flatMap((method) => [-32602, -32601, -32603].map((code) => [method, code] as const)),
  )('%s: %i', async (method, code) => {
    expect(await rejects(method, code)).toMatchObject({
      code: 'bad_response',
      error: `The server behind this tool rejected "${method}": Not now`,
      retry_hint: expect.stringMatching(/^Retry once/),
    });
  });

  test('nor a request that is passed on', () => {
    const failed = { name: 'prompts/get', words: undefined, redact, call: { log: () => {} } };
    expect(upstreamError(new RpcFailure(-32602, 'Not now', undefined, 'initialize'), failed).error).toEqual({
      code: -32603,
      message: 'The server behind this one rejected "initialize": Not now',
    });
  });
});
