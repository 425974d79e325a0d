/** The double against what was recorded of the errors of the real runners. */
import { describe, expect, it } from 'vitest';

import { asking, CLOCK } from './model-runner/asking.ts';
import { ALIAS, KEY, MEMORY_TEXTS, SHAPES } from './model-runner/constants.ts';
import type { Runner, Trouble } from './model-runner/constants.ts';
import { ask } from './raw.ts';

const at = asking();

describe('errors', () => {
  it.each<[string, Runner, Trouble, object, number, object]>([
    [
      'an unknown model',
      'ollama',
      'none',
      { model: 'nope' },
      404,
      { message: "model 'nope' not found", type: 'not_found_error', param: null, code: null },
    ],
    [
      'an unknown model',
      'router',
      'none',
      { model: 'nope' },
      400,
      { code: 400, message: "model 'nope' not found", type: 'invalid_request_error' },
    ],
    [
      'no model',
      'router',
      'none',
      { model: '' },
      400,
      { code: 400, message: 'model name is missing from the request', type: 'invalid_request_error' },
    ],
    [
      'no messages',
      'ollama',
      'none',
      { messages: [] },
      400,
      { message: "[] is too short - 'messages'", type: 'invalid_request_error', param: null, code: null },
    ],
    [
      'tools',
      'ollama',
      'no-tools',
      { tools: [CLOCK] },
      400,
      {
        message: expect.stringMatching(/does not support tools$/),
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    ],
    ['loading', 'llama-server', 'loading', {}, 503, { code: 503, message: 'Loading model', type: 'unavailable_error' }],
    [
      'a model that does not load',
      'router',
      'not-loaded',
      {},
      500,
      { code: 500, message: expect.stringMatching(/^model name=.* failed to load$/), type: 'server_error' },
    ],
    [
      'a full queue',
      'ollama',
      'queue-full',
      {},
      503,
      {
        message: 'server busy, please try again.  maximum pending requests exceeded',
        type: 'api_error',
        param: null,
        code: null,
      },
    ],
    [
      'too long a prompt',
      'llama-server',
      'context-overflow',
      {},
      400,
      {
        code: 400,
        message: expect.stringContaining('exceeds'),
        type: 'exceed_context_size_error',
        n_prompt_tokens: 13_392,
        n_ctx: 8192,
      },
    ],
    [
      'an unreadable answer',
      'llama-server',
      'bad-output',
      {},
      500,
      {
        code: 500,
        message: expect.stringContaining('does not match the expected peg-native format'),
        type: 'server_error',
      },
    ],
    [
      'no key',
      'llama-server',
      'needs-key',
      {},
      401,
      { code: 401, message: 'Invalid API Key', type: 'authentication_error' },
    ],
  ])('%s, %s', async (_what, name, trouble, more, status, error) => {
    await at.runner.become(name, trouble);
    const answer = await at.chat(more);
    expect(answer.status).toBe(status);
    expect(answer.json()).toEqual({ error });
  });

  it.each(SHAPES.flatMap((shape) => MEMORY_TEXTS.map((text) => [shape, text] as const)))(
    'memory, %s: %s',
    async (shape, text) => {
      await at.runner.become('ollama', 'out-of-memory', { shape, text });
      const answer = await at.chat();
      expect(answer.status).toBe(500);
      const { error } = answer.json() as { error: string | { message: string } };
      expect(typeof error === 'string' ? error : error.message).toBe(text);
      expect(Object.keys(error)).toContain({ ollama: 'param', 'llama-server': 'type', text: '0' }[shape]);
    },
  );

  it('a key opens everything, and is never asked for at /health', async () => {
    await at.runner.become('llama-server', 'needs-key');
    for (const headers of [{ Authorization: `Bearer ${KEY}` }, { 'X-Api-Key': KEY }])
      expect((await at.chat({}, headers)).status).toBe(200);
    expect((await ask(at.runner.port, '/v1/models')).status).toBe(401);
    expect((await ask(at.runner.port, '/health')).status).toBe(200);
  });

  it('a wrong address, and one of the other runner', async () => {
    await at.runner.become('llama-server');
    const body = { error: { message: 'File Not Found', type: 'not_found_error', code: 404 } };
    expect((await at.post('/api/show', { model: ALIAS })).json()).toEqual(body);
    expect((await ask(at.runner.port, '/v1/v1/models')).json()).toEqual(body);
    await at.runner.become('ollama');
    expect((await at.post('/api/show', { model: 'nope' })).json()).toEqual({ error: "model 'nope' not found" });
  });
});
