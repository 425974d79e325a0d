/** A request that a service rejects, does not answer, or answers without counted tokens: the result for its case, the run and its limits. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clockProject } from '../support/eval-project.ts';
import { type Ran, haft } from '../support/haft.ts';

/** What the double does with a request that has the word. */
type Odd = Readonly<Record<string, { readonly [member: string]: unknown }>>;

interface Setting {
  /** Members of the model, and of `evals` behind it. */
  readonly model?: string;
  readonly limits?: string;
  readonly counts?: boolean;
}

async function project(odd: Odd, { model = '', limits = '', counts = true }: Setting = {}) {
  const args = [join(import.meta.dirname, '../doubles/odd-engine.mjs'), JSON.stringify(odd), counts ? '' : 'none'];
  const engine = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void engine.kill());
  const [port] = (await once(createInterface({ input: engine.stdout }), 'line')) as [string];
  const url = `http://127.0.0.1:${port}`;
  const models = `models: { local: { model: m, endpoint: "${url}/v1"${model} } }`;
  const root = clockProject({}, `evals: { ${models}, limits: { lanes: 1${limits} } }\n`);
  return {
    run: (...more: readonly string[]): Ran =>
      haft(root, 'eval', 'clock', '--tier', 'model', ...more, '--today', '2026-11-20'),
    sent: async (): Promise<number> => Number(await (await fetch(url)).text()),
  };
}

const OVERFLOW = { error: { type: 'exceed_context_size_error', message: 'the request exceeds the context size' } };

describe('one request that goes wrong is an error of its case, and the run ends with figures', () => {
  test.each<[string, string, Odd[string], RegExp]>([
    [
      'rejected, the first one',
      'in Oslo',
      { status: 400, body: OVERFLOW },
      /rejected the request \(status 400\): "the request exceeds/,
    ],
    ['rejected', 'in Lima', { status: 422, body: OVERFLOW }, /rejected the request \(status 422\)/],
    ['too large for the service', 'in Lima', { status: 413, body: {} }, /rejected the request \(status 413\)/],
    ['answered with too much', 'what time is it', { size: 10_485_761 }, /The response is larger than 10485760 bytes\./],
  ])('%s', async (_what, word, odd, message) => {
    const { run, sent } = await project({ [word]: odd });
    const first = run();
    expect(first.stdout).toMatch(/no answer [12]\b/);
    expect(first.stdout).toMatch(/right [12] of [12] /);
    expect(first.stderr).toMatch(message);
    expect(first.stderr).not.toContain('Cannot reach');
    const before = await sent();
    // What was answered is kept, so the next run asks this request alone, and has the same figures.
    expect(run().stdout).toBe(first.stdout);
    expect((await sent()) - before).toBeLessThan(3);
  });

  test('a key that is rejected for one request, after others were answered', async () => {
    const { run } = await project({ Lima: { status: 403, body: { error: { message: 'not this' } } } });
    const first = run();
    expect(first.stdout).toContain('no answer 1');
    expect(run().stdout).toBe(first.stdout);
  });

  test('what a filter of the service rejects is declined', async () => {
    const body = { error: { code: 'content_filter', message: 'The response was filtered.' } };
    const { run } = await project({ Lima: { status: 400, body } });
    expect(run().stdout).toContain('declined 1');
  });
});

describe('the run ends where no request can succeed', () => {
  test.each<[number, RegExp]>([
    [400, /rejected the request \(status 400\)[^]*Check `endpoint` and `model`/],
    [401, /rejected the key \(status 401\)/],
    [404, /rejected the request \(status 404\)/],
  ])('status %i for all', async (status, message) => {
    const { run, sent } = await project({ '': { status, body: {} } });
    expect(run()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    if (status !== 400) expect(await sent()).toBe(1);
  });
});

test('a service that asks for a longer wait than the limit is quoted with it', async () => {
  const odd = { status: 429, headers: { 'retry-after': '60' }, body: { error: { message: 'slow down' } } };
  const { run } = await project({ Lima: odd }, { limits: ', timeout_ms: 4000' });
  expect(run().stderr).toContain(
    'The engine was not ready (status 429) and asks for a wait of 60 s, for which `evals.limits.timeout_ms` leaves no time: "slow down"',
  );
});

describe('the cost of a run', () => {
  const PRICE = ', price: { input: 3, output: 15 }';

  test('is an upper bound where the service counts no tokens, and its limit holds', async () => {
    const { run, sent } = await project({}, { model: PRICE, limits: ', cost: 0.001', counts: false });
    const { code, stderr } = run();
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('limit of a cost of 0.001') });
    expect(await sent()).toBe(1);
    const other = await project({}, { model: PRICE, counts: false });
    const [, cost] = /at most (\S+) in the currency/.exec(other.run().stderr) ?? [];
    // 4,096 tokens of output in each of 4 requests, and their input.
    expect(Number(cost)).toBeGreaterThan((4 * 4096 * 15) / 1_000_000);
  });

  test('has nothing of a rejected request, and everything that is counted', async () => {
    const { run } = await project({ Lima: { status: 400, body: OVERFLOW } }, { model: PRICE });
    expect(run().stderr).toContain('at most 0.0014 in the currency');
  });
});
