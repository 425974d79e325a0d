/** One call of a tool: results, failures, timeouts, progress and the environment of a handler. */
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import type { HandlerCall as Call } from '../../runtime/behaviors/handler/call.ts';
import type { Schema } from '../../runtime/language/schema.ts';
import { callTool, startTool, variable } from './support/call-tool.ts';
import type { Setting } from './support/call-tool.ts';

const returns: Schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] };

function handled(handler: Handler, more: Partial<Setting> = {}): Setting {
  return {
    behavior: { kind: 'handler', export: 'run' },
    parameters: { n: { type: 'integer', default: 1 }, text: { type: 'string' } },
    returns,
    handlers: { run: handler },
    ...more,
  };
}

describe('success', () => {
  test.each<[string, Handler]>([
    ['at once', ({ n }) => ({ n })],
    ['later', async ({ n }) => ({ n })],
  ])('%s, with defaults filled', async (_name, handler) => {
    expect(await callTool(handled(handler))).toMatchObject({ success: true, data: { n: 1 } });
  });

  test('without waiting where nothing waits', () => {
    expect(typeof startTool(handled(() => ({ n: 1 }))).running.outcome).toBe('string');
  });
});

describe('failure', () => {
  test('bad arguments never reach the handler', async () => {
    let reached = false;
    const setting = handled(() => (reached = true));
    expect(await callTool(setting, { n: 'x', nn: 1 })).toMatchObject({
      success: false,
      code: 'invalid_arguments',
      error: expect.stringContaining('/n must be an integer, got the string "x".'),
      retry_hint: expect.stringContaining('Fix the arguments'),
    });
    expect(reached).toBe(false);
  });

  test.each<[string, Handler]>([
    ['returned', (_args, call) => call.fail('No luck.', 'Try again.', 'no_luck')],
    ['resolved', async (_args, call) => call.fail('No luck.', 'Try again.', 'no_luck')],
    [
      'thrown',
      (_args, call) => {
        throw call.fail('No luck.', 'Try again.', 'no_luck');
      },
    ],
  ])('call.fail, %s', async (_name, handler) => {
    expect(await callTool(handled(handler))).toMatchObject({
      success: false,
      error: 'No luck.',
      code: 'no_luck',
      retry_hint: 'Try again.',
    });
  });

  test('call.fail without texts is never empty', async () => {
    const outcome = await callTool(handled((_args, call) => call.fail('', '')));
    expect(outcome).toMatchObject({
      code: 'tool_failed',
      error: expect.stringMatching(/./),
      retry_hint: expect.stringMatching(/./),
    });
  });

  test('data that looks like a failure is data', async () => {
    const outcome = await callTool(handled(() => ({ n: 1, error: 'x', code: 'y', retry_hint: 'z' })));
    expect(outcome.success).toBe(true);
  });

  test.each<[string, Handler]>([
    [
      'throws',
      () => {
        throw new Error('secret path /home/x', { cause: new Error('deep cause') });
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret path /home/x', { cause: new Error('deep cause') }))],
  ])('a handler that %s tells the log, not the model', async (_name, handler) => {
    const outcome = await callTool(handled(handler));
    expect(outcome).toMatchObject({ success: false, code: 'internal_error' });
    expect(JSON.stringify({ ...outcome, log: '' })).not.toContain('secret path');
    const [, reference = ''] = /reference (\w+)/.exec(outcome.error ?? '') ?? [];
    expect(outcome.log.join('\n')).toMatch(new RegExp(`${reference}.*secret path[^]*deep cause`));
  });

  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', 'done'],
    ['a list', [1]],
    ['a wrong type', { n: 'one' }],
    ['a missing property', {}],
    ['what JSON cannot hold', { n: 1, big: 1n }],
  ])('a handler that returns %s is a bad result', async (_name, value) => {
    const outcome = await callTool(handled(() => value));
    expect(outcome).toMatchObject({ success: false, code: 'bad_result' });
    expect(outcome.log).toHaveLength(1);
  });

  test('a missing handler fails its own tool only', async () => {
    for (const name of ['run', 'toString', '__proto__']) {
      const setting = handled(() => 1, { handlers: {}, behavior: { kind: 'handler', export: name } });
      expect(await callTool(setting)).toMatchObject({ success: false, code: 'handler_missing' });
    }
  });
});

describe('timeouts and cancellation', () => {
  const never = (): Promise<never> => new Promise(() => {});

  test('the deadline aborts the signal and answers', async () => {
    let reason: unknown;
    const handler: Handler = (_args, { signal }) => {
      signal.addEventListener('abort', () => (reason = signal.reason));
      return never();
    };
    const outcome = await callTool(handled(handler, { timeout_ms: 20 }));
    expect(outcome).toMatchObject({ success: false, code: 'timeout' });
    expect(String(reason)).toContain('timeout');
  });

  test("the author's message for a timeout", async () => {
    const on_timeout = { error: 'The press is slow.', retry_hint: 'Ask for one page.' };
    expect(await callTool(handled(never, { timeout_ms: 20, on_timeout }))).toMatchObject({
      success: false,
      code: 'timeout',
      ...on_timeout,
    });
  });

  test('an abort reaches a signal that is looked at only afterwards', async () => {
    let call: Call | undefined;
    const started = startTool(
      handled((_args, given) => {
        call = given;
        return never();
      }),
    );
    started.running.open.abort('cancelled');
    expect(call?.signal.aborted).toBe(true);
  });

  test('progress rises strictly and ends with the answer', async () => {
    let late: Call | undefined;
    const outcome = await callTool(
      handled((_args, call) => {
        late = call;
        for (const done of [0, 1, 1, Number.NaN, 0.5, Infinity, 2]) call.progress(done, 2, `step ${done}`);
        call.progress(2.5, Infinity);
        return { n: 1 };
      }),
    );
    late?.progress(3);
    const steps = [0, 1, 2].map((progress) => ({ progress, total: 2, message: `step ${progress}` }));
    expect(outcome.progress).toEqual([...steps, { progress: 2.5 }]);
  });
});

describe('environment', () => {
  const declared = {
    KEY: variable({ secret: true }),
    PLAIN: variable(),
    EMPTY: variable(),
    SHORT: variable({ secret: true }),
  };
  const source = { KEY: 'pass/word "1"', PLAIN: 'plain', EMPTY: '', OTHER: 'other', SHORT: 'abc' };

  test('only declared variables that are set', async () => {
    let seen: Call['env'] = {};
    await callTool(handled((_args, call) => ((seen = call.env), { n: 1 }), { declared, source }));
    expect(seen).toEqual({ KEY: 'pass/word "1"', PLAIN: 'plain', SHORT: 'abc' });
  });

  test('secrets are cut out of messages and logs, in every spelling', async () => {
    const handler: Handler = (_args, call) => {
      call.log(`key ${call.env['KEY']} in {"a":"pass/word \\"1\\""}`);
      return call.fail(`refused ${call.env['KEY']} for ?key=pass%2Fword%20%221%22 abc`, `${call.env['KEY']}?`);
    };
    expect(await callTool(handled(handler, { declared, source }))).toMatchObject({
      error: 'refused [redacted] for ?key=[redacted] abc',
      retry_hint: '[redacted]?',
      log: ['get_thing: key [redacted] in {"a":"[redacted]"}'],
    });
  });
});
