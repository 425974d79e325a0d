/** Rate limits and concurrency limits of a server. */
import { describe, expect, test } from 'vitest';
import type { Handler } from '../../runtime/behaviors/shared/run.ts';
import { quickClock } from './support/clock.ts';
import type { Setting } from './support/call-tool.ts';
import { openTool } from './support/call-tool.ts';

const handled = (run: Handler, more: Partial<Setting> = {}): Setting => ({
  behavior: { kind: 'handler', export: 'run' },
  handlers: { run },
  parameters: { n: { type: 'integer' } },
  ...more,
});

describe('calls per minute', () => {
  test('a full minute at once, then one for each step of time', async () => {
    const { clock, pass } = quickClock();
    const call = openTool(handled(() => ({}), { clock, limits: { calls_per_minute: 3 } }));
    for (let n = 0; n < 3; n += 1) expect(await call().outcome).toMatchObject({ success: true });
    const refused = await call().outcome;
    expect(refused).toMatchObject({ success: false, code: 'rate_limited', retry_hint: 'Wait 20 s, then retry.' });
    pass(19_000);
    expect(await call().outcome).toMatchObject({ code: 'rate_limited', retry_hint: 'Wait 1 s, then retry.' });
    pass(1000);
    expect(await call().outcome).toMatchObject({ success: true });
    expect(await call().outcome).toMatchObject({ code: 'rate_limited' });
    pass(24 * 3_600_000);
    for (let n = 0; n < 3; n += 1) expect(await call().outcome).toMatchObject({ success: true });
    expect(await call().outcome).toMatchObject({ code: 'rate_limited' });
  });

  test('bad arguments cost nothing', async () => {
    const { clock } = quickClock();
    const call = openTool(handled(() => ({}), { clock, limits: { calls_per_minute: 1 } }));
    for (let n = 0; n < 5; n += 1) expect(await call({ n: 'x' }).outcome).toMatchObject({ code: 'invalid_arguments' });
    expect(await call().outcome).toMatchObject({ success: true });
  });
});

describe('concurrency', () => {
  /** Work that waits to be let go. */
  function doors() {
    const open: (() => void)[] = [];
    const run: Handler = () => new Promise((resolve) => open.push(() => resolve({})));
    return { open, run };
  }

  test('calls beyond it wait in order, and beyond the queue they are reported so', async () => {
    const { open, run } = doors();
    const call = openTool(handled(run, { limits: { concurrency: 2 } }));
    const calls = Array.from({ length: 34 }, () => call());
    expect(open).toHaveLength(2);
    expect(await call().outcome).toMatchObject({ code: 'busy', retry_hint: expect.stringContaining('Wait 5 s') });
    for (let n = 0; n < 34; n += 1) {
      open[n]?.();
      expect(await calls[n]?.outcome).toMatchObject({ success: true });
    }
    expect(open).toHaveLength(34);
  });

  test('a call that waits can be cancelled, and frees its place in the queue', async () => {
    const { open, run } = doors();
    const call = openTool(handled(run, { limits: { concurrency: 1 } }));
    const first = call();
    const waiting = Array.from({ length: 32 }, () => call());
    for (const { running } of waiting) running.open.abort('cancelled');
    const next = call();
    open[0]?.();
    await first.outcome;
    expect(open).toHaveLength(2);
    open[1]?.();
    expect(await next.outcome).toMatchObject({ success: true });
  });

  test('the deadline holds while waiting too, and a call that never ends gives its place back', async () => {
    const { open, run } = doors();
    const call = openTool(handled(run, { timeout_ms: 30, limits: { concurrency: 1 } }));
    const [first, second] = [call(), call()];
    expect(await first.outcome).toMatchObject({ code: 'timeout' });
    expect(await second.outcome).toMatchObject({ code: 'timeout' });
    const third = call();
    open.at(-1)?.();
    expect(await third.outcome).toMatchObject({ success: true });
  });

  test('a call that throws after waiting is answered, and the next one runs', async () => {
    let release: () => void = () => {};
    let calls = 0;
    const run: Handler = () => {
      calls += 1;
      if (calls === 1) return new Promise((resolve) => (release = () => resolve({})));
      if (calls === 2) throw new Error('inside');
      return {};
    };
    const call = openTool(handled(run, { limits: { concurrency: 1 } }));
    const [first, second, third] = [call(), call(), call()];
    release();
    expect(await first.outcome).toMatchObject({ success: true });
    expect(await second.outcome).toMatchObject({ code: 'internal_error' });
    expect(await third.outcome).toMatchObject({ success: true });
    expect(await call().outcome).toMatchObject({ success: true });
  });
});
