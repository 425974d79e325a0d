/** `stdout: bytes`: what a program prints reaches the model as a picture, audio or a file. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CommandBehavior } from '../../runtime/descriptor/descriptor.ts';
import { runs } from '../support/runs.ts';
import { type Setting, callTool, variable } from './support/call-tool.ts';

/** A program that prints these bytes. */
function printing(bytes: Uint8Array, behavior: Partial<CommandBehavior> = {}, more: Partial<Setting> = {}): Setting {
  const code = `process.stdout.write(Buffer.from("${Buffer.from(bytes).toString('hex')}", "hex"))`;
  return {
    behavior: {
      kind: 'command',
      argv: [process.execPath, '-e', code],
      stdout: 'bytes',
      media_type: 'image/png',
      max_bytes: 100_000,
      ...behavior,
    },
    ...more,
  };
}

test('any bytes arrive as they were printed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 2000 }), async (bytes) => {
      const { blocks } = await callTool(printing(bytes));
      const data = Buffer.from(bytes).toString('base64');
      expect(blocks).toEqual([{ type: 'image', data, mimeType: 'image/png' }]);
    }),
    { numRuns: runs(500) },
  );
});

test.each([
  ['audio/mpeg', { type: 'audio', data: 'aGk=', mimeType: 'audio/mpeg' }],
  [
    'application/pdf',
    { type: 'resource', resource: { uri: expect.any(String), mimeType: 'application/pdf', blob: 'aGk=' } },
  ],
  ['text/markdown', { type: 'resource', resource: { uri: expect.any(String), mimeType: 'text/markdown', text: 'hi' } }],
])('as %s', async (media_type, block) => {
  const { blocks } = await callTool(printing(Buffer.from('hi'), { media_type }));
  expect(blocks).toEqual([block]);
});

test('a secret in a text is not shown', async () => {
  const more = { declared: { KEY: variable({ secret: true }) }, source: { KEY: 'sesame-open-2026' } };
  const setting = printing(Buffer.from('key=sesame-open-2026'), { media_type: 'text/plain' }, more);
  expect(JSON.stringify(await callTool(setting))).not.toContain('sesame');
});

test.each<[Uint8Array, Partial<CommandBehavior>, string]>([
  [Buffer.from(''), {}, 'bad_response'],
  [Buffer.alloc(200), { max_bytes: 100 }, 'bad_response'],
  [Buffer.from('x'), { argv: [process.execPath, '-e', 'process.exit(3)'] }, 'command_failed'],
  [
    Buffer.from('x'),
    {
      argv: [process.execPath, '-e', 'console.log("x"); console.error("no frame")'],
      fails_when: [{ pointer: 'stderr', contains: 'no frame', error: 'There is no frame.', retry_hint: 'Stop.' }],
    },
    'tool_failed',
  ],
])('%s with %j fails with %s', async (bytes, behavior, code) => {
  expect(await callTool(printing(bytes, behavior))).toMatchObject({ code });
});
