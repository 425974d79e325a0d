/** Failures of `http` tools by status, and failures inside a success. */
import { describe, expect, test } from 'vitest';
import { callTool, variable } from './support/call-tool.ts';
import { quickClock } from './support/clock.ts';
import { get, http } from './support/loopback.ts';

describe('statuses', () => {
  const status = (code: number, body = '', headers = {}) =>
    http((_request, response) => response.writeHead(code, headers).end(body));

  test.each<[number, string, object, string, string]>([
    [304, '', {}, 'reports no change (HTTP 304).', 'Do not retry'],
    [400, 'Invalid sort', {}, 'HTTP 400). Response: Invalid sort', 'Change the arguments'],
    [400, '<html>no</html>', {}, 'HTTP 400).', 'Change the arguments'],
    [401, '', {}, 'denied access', 'key'],
    [403, '', {}, 'denied access', 'key'],
    [404, '', {}, 'did not find', 'identifier'],
    [412, '', {}, 'conflicts with the current state', 'Read the current state'],
    [429, '', { 'Retry-After': '10' }, 'limits the rate', 'Wait 10 s,'],
    [429, '', { 'Retry-After': '86400' }, 'limits the rate', 'Wait 3600 s,'],
    [429, '', {}, 'limits the rate', 'Wait a moment'],
    [500, '', {}, 'internal error', 'retry once'],
    [503, '', { 'Retry-After': new Date(Date.now() + 60_000).toUTCString() }, 'unavailable', 'Wait'],
  ])('%i %j', async (code, body, headers, error, hint) => {
    const outcome = await callTool(get(await status(code, body, headers), {}, { clock: quickClock().clock }));
    expect(outcome).toMatchObject({ success: false, code: 'http_error' });
    expect(outcome.error).toContain(error);
    expect(outcome.retry_hint).toContain(hint);
  });

  test("the tool's words come before the connection's, and cases are tried in order", async () => {
    const errors = {
      403: [
        { contains: 'Invalid key', error: 'The key is wrong.', retry_hint: 'Get another.', code: 'bad_key' },
        { error: 'Switched off.', retry_hint: 'Switch it on.' },
      ],
    };
    const connection = {
      errors: {
        403: [{ error: 'Connection says no.', retry_hint: '-' }],
        500: [{ error: 'It broke.', retry_hint: '-' }],
      },
    };
    const ask = async (base: string) =>
      callTool(get(base, { errors }, { connection: { base_url: base, ...connection } }));
    expect(await ask(await status(403, 'Invalid key'))).toMatchObject({ error: 'The key is wrong.', code: 'bad_key' });
    expect(await ask(await status(403, 'other'))).toMatchObject({ error: 'Switched off.', code: 'http_error' });
    expect(await ask(await status(500))).toMatchObject({ error: 'It broke.' });
    expect(await ask(await status(501))).toMatchObject({ error: expect.stringContaining('HTTP 501') });
  });

  test('one of several texts selects a case, and the response of the service is appended', async () => {
    const errors = {
      500: [
        {
          contains: ['no room', 'is full'],
          detail: '/error/message',
          error: 'Full:',
          retry_hint: 'Wait.',
          code: 'full',
        },
      ],
    };
    const ask = async (body: string) => callTool(get(await status(500, body), { errors }));
    expect(await ask('{"error":{"message":"the shelf\\nis full"}}')).toMatchObject({
      code: 'full',
      error: 'Full: the shelf is full',
    });
    expect(await ask('{"error":"no room"}')).toMatchObject({ code: 'full', error: 'Full: no room' });
    expect(await ask('no room')).toMatchObject({ code: 'full', error: 'Full: no room' });
    expect(await ask('{"error":"broken"}')).toMatchObject({ code: 'http_error' });
  });

  test.each<[string, boolean]>([
    ['{}', false],
    ['{"text":""}', false],
    ['{"text":null}', false],
    ['{"text":"x"}', true],
  ])('a success in which something is missing: %s', async (body, success) => {
    const fails_when = [
      { pointer: '/text', finds: 'nothing' as const, error: 'Empty.', retry_hint: '-', code: 'empty' },
    ];
    const outcome = await callTool(get(await status(200, body), { fails_when }));
    expect(outcome).toMatchObject(success ? { success } : { success, code: 'empty' });
  });

  test.each<[string, boolean]>([
    ['{"failed":{}}', true],
    ['{"failed":[]}', true],
    ['{"failed":null}', true],
    ['{"failed":false}', true],
    ['{"failed":""}', true],
    ['{}', true],
    ['{"failed":{"0":{"message":"too\\u0007 long\\n  now"}}}', false],
    ['{"failed":true}', false],
    ['{"failed":0}', false],
  ])('a failure reported inside a success: %s', async (body, success) => {
    const fails_when = [
      {
        pointer: '/failed',
        detail: '/failed/0/message',
        error: 'Not saved.',
        retry_hint: 'Fix it.',
        code: 'not_saved',
      },
    ];
    const outcome = await callTool(get(await status(200, body), { fails_when }));
    expect(outcome.success).toBe(success);
    if (!success)
      expect(outcome).toMatchObject({
        code: 'not_saved',
        error: expect.stringMatching(/^Not saved\.( too long now)?$/),
      });
  });

  test('a secret in an answer does not reach the model', async () => {
    const base = await status(400, 'Bad key secret-key');
    const outcome = await callTool(
      get(base, {}, { declared: { KEY: variable({ secret: true }) }, source: { KEY: 'secret-key' } }),
    );
    expect(outcome.error).toContain('Bad key [redacted]');
  });
});
