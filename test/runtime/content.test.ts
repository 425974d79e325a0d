/** Content blocks next to the data of a result. */
import { expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/run.ts';
import { prepareTool } from '../../runtime/call.ts';
import { systemClock } from '../../runtime/clock.ts';
import { createLimiter } from '../../runtime/limits.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { compileSchema } from '../../runtime/language/validate.ts';
import { handlerTools } from '../../runtime/modules.ts';
import { createRedact } from '../../runtime/secret-search.ts';
import { toolOf } from './support/call-tool.ts';
import { descriptorOf } from './support/descriptor.ts';

const limits = { calls_per_minute: 100, concurrency: 8, timeout_ms: 1000 };

function resultOf(run: Handler, returns: Schema = { type: 'object' }): Record<string, unknown> {
  const tool = toolOf({ behavior: { kind: 'handler', export: 'run' }, returns });
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
  return JSON.parse(`{${String(call({}, () => 0).outcome)}}`);
}

const IMAGE = { type: 'image', data: 'AAAA', mimeType: 'image/png', annotations: { audience: ['user'] } };

test('blocks pass through unchanged, with data next to them', () => {
  expect(resultOf((_args, call) => call.content([{ type: 'text', text: 'plain' }, IMAGE], { n: 1 }))).toEqual({
    content: [{ type: 'text', text: 'plain' }, IMAGE],
    structuredContent: { success: true, data: { n: 1 } },
  });
  expect(resultOf((_args, { content }) => content([]))).toEqual({
    content: [],
    structuredContent: { success: true, data: {} },
  });
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
