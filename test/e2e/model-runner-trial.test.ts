/** check_tool_calling: a yes only for the right call, with the right arguments, and for none where none is needed. */
import { expect, test } from 'vitest';
import { ALIAS, MODELS, RIGHT_CALL } from '../doubles/model-runner/constants.ts';
import type { Runner, Trouble } from '../doubles/model-runner/constants.ts';
import { judge } from '../../specs/model-runner/handlers/judge.ts';
import { modelRunner } from '../support/model-runner.ts';

const at = modelRunner();
const { call } = at;

/** Bodies of the questions that were asked since. */
async function questionsSince(before: number): Promise<Record<string, unknown>[]> {
  await at.runner.settle();
  return at.runner.requests.slice(before).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
}

const RIGHT = { calls: 1, tool: 'get_time', arguments: RIGHT_CALL.arguments };

test.each<[Runner, Trouble, object]>([
  ['ollama', 'none', { verdict: 'works', ...RIGHT, calls_without_need: 0, model: MODELS.small }],
  ['llama-server', 'none', { verdict: 'works', ...RIGHT, calls_without_need: 0, model: ALIAS }],
  ['llama-server', 'always-calls', { verdict: 'calls_without_need', ...RIGHT, calls_without_need: 1 }],
  ['ollama', 'wrong-arguments', { verdict: 'wrong_arguments', arguments: expect.stringContaining('<tool_call>') }],
  ['ollama', 'broken-arguments', { verdict: 'wrong_arguments', arguments: '{city: Oslo}' }],
  ['ollama', 'object-arguments', { verdict: 'wrong_arguments', calls: 1 }],
  ['ollama', 'wrong-tool', { verdict: 'wrong_tool', calls: 1, tool: 'get_weather' }],
  ['ollama', 'several-calls', { verdict: 'several_calls', calls: 2 }],
  ['llama-server', 'cut-call', { verdict: 'cut_off', calls: 1, arguments: '{"city":"Oslo' }],
  ['ollama', 'printed-call', { verdict: 'call_as_text', calls: 0, text: expect.stringContaining('get_time') }],
  ['llama-server', 'no-tools', { verdict: 'no_call', calls: 0, text: expect.stringContaining('Oslo') }],
  ['ollama', 'talks', { verdict: 'no_call', calls: 0, text: expect.stringContaining('Oslo') }],
  ['ollama', 'silent', { verdict: 'cut_off', calls: 0, text: 'Let me think about' }],
  ['llama-server', 'no-words', { verdict: 'no_answer', calls: 0 }],
])('%s, a model with %s', async (runner, trouble, data) => {
  await at.runner.become(runner, trouble);
  const before = at.runner.requests.length;
  const { envelope } = await call('check_tool_calling', { model: MODELS.small });
  expect(envelope).toMatchObject({ success: true, data: { ...data, reason: expect.stringMatching(/\.$/) } });
  const asked = await questionsSince(before);
  const { calls } = envelope.data as { calls: number };
  expect(asked).toHaveLength(calls > 0 ? 2 : 1);
  for (const body of asked) {
    expect(body).not.toHaveProperty('tool_choice');
    expect(body).toMatchObject({ temperature: 0, stream: false, tools: [{}, {}] });
  }
});

test('a runner that rejects tools, an answer that cannot be read, and one that is none', async () => {
  for (const [runner, trouble, code] of [
    ['ollama', 'no-tools', 'no_tool_support'],
    ['llama-server', 'bad-output', 'unreadable_answer'],
    ['ollama', 'stranger', 'wrong_address'],
    ['ollama', 'broken-json', 'bad_response'],
    ['ollama', 'dies', 'connection_lost'],
  ] as const) {
    await at.runner.become(runner, trouble);
    const { envelope } = await call('check_tool_calling', { model: MODELS.small });
    expect(envelope).toMatchObject({ success: false, code, retry_hint: expect.any(String) });
  }
});

const judged = (sent: unknown): string =>
  judge({ calls: [{ tool: 'get_time', arguments: sent }], text: '', cut: false }, 0).verdict;

test.each(['{"clock":"24-hour","city":"oslo, Norway"}', '{ "city": " Oslo ", "clock": "24-hour" }'])(
  'right arguments: %s',
  (sent) => {
    expect(judged(sent)).toBe('works');
  },
);

test.each([
  '{"city":"Oslo"}',
  '{"clock":"24-hour"}',
  '{"city":"Oslofjord","clock":"24-hour"}',
  '{"city":"What time is it now in Oslo?","clock":"24-hour"}',
  '{"city":"Oslo","clock":"12-hour"}',
  '{"city":"Oslo","clock":24}',
  '{"city":["Oslo"],"clock":"24-hour"}',
  '{"city":"Oslo","clock":"24-hour","country":"Norway"}',
  '{"__proto__":{"city":"Oslo"},"clock":"24-hour"}',
  '["Oslo","24-hour"]',
  '"Oslo"',
  'null',
  '',
  undefined,
  null,
])('wrong arguments: %s', (sent) => {
  expect(judged(sent)).toBe('wrong_arguments');
});

test.each<[string, string]>([
  ['<tool_call>{"name": "get_time", "arguments": {"city": "Oslo"}}</tool_call>', 'call_as_text'],
  ['get_time(city="Oslo")', 'call_as_text'],
  ['[TOOL_CALLS][{"name":"x"}]', 'call_as_text'],
  ['<function=get_time>{"city":"Oslo"}</function>', 'call_as_text'],
  ['```json\n{"tool": "get_time", "city": "Oslo"}\n```', 'call_as_text'],
  ['It is ten past three. The get_time tool was not needed.', 'no_call'],
  ['I cannot tell the time; the function of a clock is to do so.', 'no_call'],
  ['  ', 'no_answer'],
])('text without a call: %s', (text, verdict) => {
  expect(judge({ calls: [], text, cut: false }, undefined).verdict).toBe(verdict);
});
