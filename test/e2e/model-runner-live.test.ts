/**
 * The shipped server model-runner before a real model runner; skipped unless HAFT_MODEL_RUNNER_URL has its address:
 *
 *   HAFT_MODEL_RUNNER_URL=http://127.0.0.1:11434 npx vitest run test/e2e/model-runner-live.test.ts
 *
 * HAFT_MODEL_RUNNER_KEY is its key, if it wants one; HAFT_MODEL_RUNNER_MODEL the model to ask, else the first of the list.
 * A small model does: nothing is asked of its answers but that they come.
 */
import { beforeAll, describe, expect, test } from 'vitest';
import { caller, shippedServer } from '../support/shipped-server.ts';
import type { Envelope } from '../support/shipped-server.ts';

const { HAFT_MODEL_RUNNER_URL: url, HAFT_MODEL_RUNNER_KEY: key = '', HAFT_MODEL_RUNNER_MODEL: chosen } = process.env;

/** The first call loads the model. */
const PATIENCE = 300_000;

async function call(name: string, args: Record<string, unknown> = {}): Promise<Envelope> {
  const env = { MODEL_RUNNER_URL: url ?? '', MODEL_RUNNER_KEY: key };
  const answer = await caller(shippedServer('model-runner'), env);
  return (await answer(name, args, { timeout: PATIENCE })).envelope;
}

describe.skipIf(url === undefined)('a real model runner', () => {
  let model = chosen ?? '';

  beforeAll(async () => {
    const response = await fetch(new URL('v1/models', url), { headers: { Authorization: `Bearer ${key || 'none'}` } });
    const { data } = (await response.json()) as { data: { id: string }[] | null };
    model ||= data?.[0]?.id ?? '';
    expect(model, 'The runner has no model to ask.').not.toBe('');
  });

  test('lists its models, the asked one among them', async () => {
    const { data } = await call('list_models', { limit: 200 });
    const { models } = data as { models: { model: string }[] };
    expect(models.map((one) => one.model)).toContain(model);
  });

  test('tells what a model can do, or that it does not tell', async () => {
    const envelope = await call('show_model', { model });
    if (envelope.success) expect(Object.keys(envelope.data as object).length).toBeGreaterThan(1);
    else expect(envelope).toMatchObject({ code: 'abilities_not_told' });
  });

  test(
    'answers, and says whether the answer is complete',
    async () => {
      const messages = [{ role: 'user', content: 'Say hello in one word.' }];
      const whole = await call('ask_model', { model, messages, max_tokens: 1024 });
      if (whole.success)
        expect(whole.data).toMatchObject({ text: expect.stringMatching(/./), ending: expect.any(String) });
      else expect(whole).toMatchObject({ code: 'empty_answer' });
      const cut = await call('ask_model', {
        model,
        messages: [{ content: 'Count from one to a hundred in words.' }],
        max_tokens: 3,
      });
      // A model that thinks first has nothing to show after three tokens.
      if (cut.success) expect(cut.data).toMatchObject({ ending: expect.stringContaining('cut off') });
      else expect(cut).toMatchObject({ code: 'empty_answer' });
    },
    PATIENCE * 2,
  );

  test(
    'calls a tool, or does not, or cannot',
    async () => {
      const envelope = await call('check_tool_calling', { model });
      if (envelope.success)
        expect(envelope.data).toMatchObject({ verdict: expect.any(String), calls: expect.any(Number) });
      else expect(['no_tool_support', 'unreadable_answer']).toContain(envelope.code);
    },
    PATIENCE,
  );

  test('does not know an invented model, unless it runs a single one', async () => {
    const envelope = await call('ask_model', {
      model: 'no-such-model',
      messages: [{ content: 'hello' }],
      max_tokens: 1,
    });
    if (envelope.success) expect(envelope.data).not.toMatchObject({ model: 'no-such-model' });
    else expect(['unknown_model', 'empty_answer']).toContain(envelope.code);
  });
});
