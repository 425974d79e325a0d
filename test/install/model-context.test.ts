/** What `haft install --local-model` says of the context of a model, before runners that answer and one that does not. */
import { afterAll, expect, test } from 'vitest';
import { remarkOnContext } from '../../compiler/features/connect/run/install/model/options.ts';
import { MODELS } from '../doubles/model-runner/constants.ts';
import type { Runner, Trouble } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';

const runner = await startModelRunner();
afterAll(() => runner.stop());

test.each<[Runner, Trouble, string, RegExp]>([
  [
    'ollama',
    'none',
    MODELS.small,
    /^warning: "qwen3:0\.6b" is loaded with 4,096 tokens .* agents with tools need 64,000\. To change it, start the runner with OLLAMA_CONTEXT_LENGTH=65536/,
  ],
  [
    'ollama',
    'empty-list',
    MODELS.small,
    /^warning: "qwen3:0\.6b" has at most 40,960 tokens .* Choose another model\.$/,
  ],
  ['ollama', 'none', MODELS.large, /^note: the context of "llama3\.3:70b" is the default of the runner/],
  ['ollama', 'none', 'nope', /^warning: the runner does not have "nope"; `ollama pull nope` downloads it\.$/],
  ['llama-server', 'none', 'any', /^warning: "any" is loaded with 4,096 tokens/],
  ['ollama', 'stranger', 'any', /^note: the runner at http:\/\/127\.0\.0\.1:\d+ does not report the context of "any"/],
  ['llama-server', 'needs-key', 'any', /^note: the runner at .* does not report the context/],
  ['ollama', 'broken-json', 'any', /^note: the runner at .* does not report the context/],
])('%s, %s, %s', async (face, trouble, model, expected) => {
  await runner.become(face, trouble);
  expect(await remarkOnContext({ address: runner.url, model })).toMatch(expected);
});

test('nothing listens: a note, no error', async () => {
  const gone = await startModelRunner();
  await gone.stop();
  expect(await remarkOnContext({ address: gone.url, model: 'any' })).toMatch(
    /^note: nothing responds at http:\/\/127\.0\.0\.1:\d+, so the context of "any" is unknown\. Start the runner before the host\.$/,
  );
});
