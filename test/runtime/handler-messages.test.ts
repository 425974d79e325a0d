/** What reaches a model as a message of a handler is clean and short; a handler starts only when its variables are set. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import { MAX_MESSAGE_LENGTH } from '../../runtime/server/message-text.ts';
import { runs } from '../support/runs.ts';
import { callTool, variable } from './support/call-tool.ts';

const behavior = { kind: 'handler', export: 'run' } as const;
const SECRET = 'open-sesame-2026';

test.each(['returned', 'thrown'])(
  'texts of call.fail, %s: no control characters, at most 4,000, and no half of a secret',
  async (way) => {
    const unit = fc.constantFrom('a', 'é', '\n', '\u0007', '\u001B[31m', '\u009B', '\uD800', '\u202E', SECRET);
    const text = fc.oneof(
      fc.string({ unit, maxLength: 40 }),
      fc.nat(MAX_MESSAGE_LENGTH + 20).map((count) => `${'x'.repeat(count)}${SECRET}`),
    );
    await fc.assert(
      fc.asyncProperty(text, text, async (error, hint) => {
        const run: Handler = (_args, call) => {
          const failed = call.fail(error, hint, `c${error}`);
          if (way === 'thrown') throw failed;
          return failed;
        };
        const declared = { KEY: variable({ secret: true }) };
        const shown = await callTool({ behavior, handlers: { run }, declared, source: { KEY: SECRET } });
        for (const one of [shown.error, shown.retry_hint, shown.code]) {
          expect(one).not.toMatch(/(?![\n\t])\p{Cc}|\p{Cs}|\u202E|\[31m|open-|sesame/u);
          expect(one?.length).toBeLessThanOrEqual(MAX_MESSAGE_LENGTH + 1);
        }
      }),
      { numRuns: runs(5000) },
    );
  },
);

test('5,000,000 characters are cut', async () => {
  const run: Handler = (_args, call) => call.fail('e'.repeat(5_000_000), 'Stop.');
  const { error, retry_hint } = await callTool({ behavior, handlers: { run } });
  expect(error).toHaveLength(MAX_MESSAGE_LENGTH + 1);
  expect(retry_hint).toBe('Stop.');
});

test('a required variable that is not set fails the call before the handler starts', async () => {
  let started = 0;
  const run: Handler = (_args, call) => ({ folder: call.env['FOLDER'], started: (started += 1) });
  const declared = { FOLDER: variable({ optional: false }), LANG: variable() };
  expect(await callTool({ behavior, handlers: { run }, declared })).toMatchObject({
    code: 'env_missing',
    error: 'The environment variable FOLDER is not set (A variable.).',
    retry_hint: expect.stringMatching(/^Ask the user to set the environment variable FOLDER /),
  });
  expect(started).toBe(0);
  expect(await callTool({ behavior, handlers: { run }, declared, source: { FOLDER: '/x' } })).toMatchObject({
    data: { folder: '/x' },
  });
});
