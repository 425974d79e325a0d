/** Content blocks next to the data of a result. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import { prepareTool } from '../../runtime/server/call.ts';
import { systemClock } from '../../runtime/server/clock.ts';
import { createLimiter } from '../../runtime/server/limits.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { compileSchema } from '../../runtime/language/validate.ts';
import { handlerTools } from '../../runtime/modules.ts';
import { createRedact } from '../../runtime/redaction/secret-search.ts';
import { runs } from '../support/runs.ts';
import { toolOf } from './support/call-tool.ts';
import { descriptorOf } from './support/descriptor.ts';

const RETURNS: Schema = { type: 'object', properties: {}, additionalProperties: { type: 'integer' } };

const limits = { calls_per_minute: 100, concurrency: 8, timeout_ms: 1000 };

/** As a server is printed: without `returns`, a tool of a handler lists no schema of its results. */
function resultOf(run: Handler, returns?: Schema): Record<string, unknown> {
  const { outputSchema, ...rest } = toolOf({
    behavior: { kind: 'handler', export: 'run' },
    ...(returns && { returns }),
  });
  const tool = { ...rest, ...(returns && outputSchema && { outputSchema }) };
  const call = prepareTool(tool, {
    server: descriptorOf({ tools: [tool] }),
    handlers: { run },
    env: {},
    redact: createRedact({}, {}),
    log: () => {},
    clock: systemClock,
    gate: createLimiter(limits, systemClock),
    behaviors: handlerTools.behaviors,
    compile: compileSchema,
  });
  return JSON.parse(`{${String(call({}, { allowance: () => 0 }).outcome)}}`);
}

const IMAGE = { type: 'image', data: 'AAAA', mimeType: 'image/png', annotations: { audience: ['user'] } };

const block = fc.oneof(
  fc.record({ type: fc.constant('text'), text: fc.string() }),
  fc.record({ type: fc.constant('image'), data: fc.base64String(), mimeType: fc.constant('image/png') }),
  fc.record({ type: fc.constant('resource'), resource: fc.record({ uri: fc.webUrl(), text: fc.string() }) }),
  fc.record({ type: fc.constant('resource_link'), uri: fc.webUrl(), name: fc.string() }),
);

test('blocks pass through unchanged: alone without declared data, else behind the envelope as text', () => {
  fc.assert(
    fc.property(fc.array(block), fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.integer()), (blocks, data) => {
      const run: Handler = (_args, call) => call.content(blocks, data);
      expect(resultOf(run)).toEqual({ content: blocks });
      const envelope = { success: true, data };
      const { content, structuredContent } = resultOf(run, RETURNS);
      expect(structuredContent).toEqual(envelope);
      const [first, ...others] = content as { readonly text: string }[];
      expect({ ...first, text: JSON.parse(first?.text ?? '') }).toEqual({ type: 'text', text: envelope });
      expect(others).toEqual(blocks);
    }),
    { numRuns: runs(10_000) },
  );
});

test('a failure has its envelope as text and as data, with declared data and without', () => {
  for (const returns of [undefined, RETURNS]) {
    const { isError, content, structuredContent } = resultOf((_args, call) => call.fail('No.', 'Stop.', 'no'), returns);
    const envelope = { success: false, error: 'No.', code: 'no', retry_hint: 'Stop.' };
    expect({ isError, structuredContent }).toEqual({ isError: true, structuredContent: envelope });
    expect(content).toEqual([{ type: 'text', text: JSON.stringify(envelope) }]);
  }
});

test('data is checked as always', () => {
  const returns: Schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };
  const result = resultOf((_args, call) => call.content([IMAGE]), returns);
  expect(result).toMatchObject({ isError: true, structuredContent: { success: false, code: 'bad_result' } });
});

test('what JSON cannot hold is a bad result', () => {
  const result = resultOf((_args, call) => call.content([{ type: 'text', text: 1n as never }]));
  expect(result).toMatchObject({ isError: true, structuredContent: { code: 'bad_result' } });
});

test('data that looks like content is data', () => {
  const data = { blocks: [IMAGE], data: {} };
  expect(resultOf(() => data)).toMatchObject({ structuredContent: { data } });
});
