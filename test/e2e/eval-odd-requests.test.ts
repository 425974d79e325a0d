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
  /** What is counted, in place of both sides. */
  readonly usage?: object | null;
}

async function project(odd: Odd, { model = '', limits = '', usage }: Setting = {}) {
  const args = [
    join(import.meta.dirname, '../doubles/odd-engine.mjs'),
    JSON.stringify(odd),
    usage === undefined ? '' : JSON.stringify(usage),
  ];
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

const NOT_THIS = { error: { message: 'not this' } };
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
    [
      'rejected as one of no right',
      'in Lima',
      { status: 403, body: NOT_THIS },
      /the request \(status 403\): "not this"/,
    ],
    ['rejected as one of no key', 'in Lima', { status: 401, body: NOT_THIS }, /the request \(status 401\): "not this"/],
    [
      'rejected as one of no path',
      'in Lima',
      { status: 404, body: NOT_THIS },
      /the request \(status 404\): "not this"/,
    ],
    ['answered with too much', 'what time is it', { size: 10_485_761 }, /The response is larger than 10485760 bytes\./],
  ])('%s', async (_what, word, odd, message) => {
    const { run, sent } = await project({ [word]: odd });
    const first = run();
    expect(first.stdout).toMatch(/no answer [12]\b/);
    expect(first.stdout).toMatch(/right [12] of [12] /);
    expect(first.stderr).toMatch(message);
    expect(first.stderr).not.toMatch(/Cannot reach|Run it again/);
    expect(first.stderr).toContain('Rephrase the request');
    const before = await sent();
    // What was answered is kept, so the next run asks this request alone, and has the same figures.
    expect(run().stdout).toBe(first.stdout);
    expect((await sent()) - before).toBeLessThan(3);
  });

  test('what a filter of the service rejects is declined', async () => {
    const body = { error: { code: 'content_filter', message: 'The response was filtered.' } };
    const { run } = await project({ Lima: { status: 400, body } });
    expect(run().stdout).toContain('declined 1');
    const { stdout } = (await project({ '': { status: 400, body } })).run();
    expect(stdout).toContain('void, because each judged case that expects a call was declined. Rephrase the requests');
    expect(stdout).not.toContain('can call tools');
  });
});

describe('the run ends where no request can succeed', () => {
  test.each<[number, RegExp]>([
    [400, /rejected the request \(status 400\)[^]*Check `endpoint` and `model`/],
    [401, /rejected the request \(status 401\)[^]*Name the variable with the key/],
    [404, /rejected the request \(status 404\)/],
  ])('status %i for all', async (status, message) => {
    const { run, sent } = await project({ '': { status, body: {} } });
    expect(run()).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
    if (status !== 400) expect(await sent()).toBe(1);
  });
});

test.each<[string, RegExp]>([
  ['60', /60/],
  [new Date(Date.now() + 86_400_000).toUTCString(), /8\d{4}/],
])('a service that asks for a longer wait than the limit is quoted with it: %s', async (wait, printed) => {
  const odd = { status: 429, headers: { 'retry-after': wait }, body: { error: { message: 'slow down' } } };
  const { run, sent } = await project({ Lima: odd }, { limits: ', timeout_ms: 4000' });
  const { stderr } = run();
  const [, seconds = '', raised = ''] =
    /status 429\) and asks for a wait of (\d+) s, for which `evals\.limits\.timeout_ms` leaves no time: "slow down"[^]*Wait \d+ s and run it again, or raise `evals\.limits\.timeout_ms` to more than (\d+);/.exec(
      stderr,
    ) ?? [];
  expect(seconds).toMatch(printed);
  expect(Number(raised)).toBe(Number(seconds) * 1000);
  expect(await sent()).toBe(4);
});

describe('the cost of a run', () => {
  const PRICE = ', price: { input: 3, output: 15 }';

  test.each([
    [null],
    [{ prompt_tokens: 100 }],
    [{ prompt_tokens: 100, completion_tokens: null }],
    [{ prompt_tokens: 1e300, completion_tokens: 0.5 }],
  ])('is an upper bound where the service counts %j, and its limit holds', async (usage) => {
    const { run, sent } = await project({}, { model: PRICE, limits: ', cost: 0.001', usage });
    const { code, stderr } = run();
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('limit of a cost of 0.001') });
    expect(await sent()).toBe(1);
    const other = await project({}, { model: PRICE, usage });
    const [, cost] = /at most (\S+) in the currency/.exec(other.run().stderr) ?? [];
    // 4,096 tokens of output in each of 4 requests, and their input.
    expect(Number(cost)).toBeGreaterThan((4 * 4096 * 15) / 1_000_000);
  });

  test('has the input at its most where the output alone is counted, and the output as counted', async () => {
    const { run } = await project({}, { model: PRICE, usage: { completion_tokens: 10 } });
    const [, cost] = /at most (\S+) in the currency/.exec(run().stderr) ?? [];
    expect(Number(cost)).toBeGreaterThan((4 * 1000 * 3) / 1_000_000);
    expect(Number(cost)).toBeLessThan((4 * 4096 * 15) / 1_000_000);
  });

  test('has nothing of a rejected request, and everything that is counted', async () => {
    const { run } = await project({ Lima: { status: 400, body: OVERFLOW } }, { model: PRICE });
    expect(run().stderr).toContain('at most 0.0014 in the currency');
  });
});
