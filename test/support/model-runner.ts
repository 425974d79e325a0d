/** The shipped server model-runner before its double, once for a test file; no test may surprise the double. */
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { MODELS } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';
import type { ModelRunner } from '../doubles/model-runner/start.ts';
import { caller, shippedServer } from './shipped-server.ts';
import type { Call } from './shipped-server.ts';

export const HELLO = { model: MODELS.small, messages: [{ content: 'hello' }] };

interface RunnerUnderTest {
  /** The double. */
  readonly runner: ModelRunner;
  /** A call of the server, which knows the double's address and no key. */
  readonly call: Call;
}

/** Starts both before the tests of the file, and ends them after. */
export function modelRunner(): RunnerUnderTest {
  let started: RunnerUnderTest | undefined;
  let end = async (): Promise<void> => {};
  const both = (): RunnerUnderTest => {
    if (started === undefined) throw new Error('The double runs only while tests do.');
    return started;
  };
  beforeAll(async () => {
    const runner = await startModelRunner();
    const env = { MODEL_RUNNER_URL: runner.url };
    started = { runner, call: await caller(shippedServer('model-runner'), env, undefined, (close) => (end = close)) };
  });
  afterEach(async () => {
    await both().runner.settle();
    expect(both().runner.unknown).toEqual([]);
  });
  afterAll(async () => {
    await end();
    await started?.runner.stop();
  });
  return {
    get runner() {
      return both().runner;
    },
    call: (...call) => both().call(...call),
  };
}
