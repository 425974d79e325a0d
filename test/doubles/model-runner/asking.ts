/** A double that runs while the tests of a file do, and what they send to it. */
import { afterAll, beforeAll } from 'vitest';
import { ask } from '../raw.ts';
import type { Answer } from '../raw.ts';
import { MODELS } from './constants.ts';
import { startModelRunner } from './start.ts';
import type { ModelRunner } from './start.ts';

export const HELLO = { model: MODELS.small, messages: [{ role: 'user', content: 'hello' }] };
export const CLOCK = { type: 'function', function: { name: 'get_time', parameters: { type: 'object' } } };

export interface Asking {
  readonly runner: ModelRunner;
  readonly post: (path: string, body: unknown, headers?: object) => Promise<Answer>;
  /** `HELLO` with more or other members. */
  readonly chat: (more?: object, headers?: object) => Promise<Answer>;
}

export function asking(): Asking {
  let started: ModelRunner | undefined;
  const runner = (): ModelRunner => {
    if (started === undefined) throw new Error('The double runs only while tests do.');
    return started;
  };
  beforeAll(async () => {
    started = await startModelRunner();
  });
  afterAll(() => runner().stop());
  const post: Asking['post'] = (path, body, headers = {}) => {
    const init = { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) };
    return ask(runner().port, path, { ...init, headers: { 'Content-Type': 'application/json', ...headers } });
  };
  return {
    get runner() {
      return runner();
    },
    post,
    chat: (more = {}, headers = {}) => post('/v1/chat/completions', { ...HELLO, ...more }, headers),
  };
}
