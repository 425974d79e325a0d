/** `haft eval --suggest` with a model: the model measures, within the limits of the run. */
import { afterAll, expect, test } from 'vitest';
import { MODELS } from '../doubles/model-runner/constants.ts';
import { startModelRunner } from '../doubles/model-runner/start.ts';
import { temporaryFolder } from '../support/folder.ts';
import { CLOCK } from '../support/eval-project.ts';
import { haft } from '../support/haft.ts';

const runner = await startModelRunner('llama-server');
afterAll(() => runner.stop());

const tool = (name: string, does: string, when: string, cases: readonly string[]): string => `
  - name: ${name}
    description: { does: ${does}, when: ${when}, examples: [And what about Lima?] }
    effects: read
    parameters: { city: { type: string, description: Name of the city., default: Oslo } }
    command: { argv: [printf, "%s", "{city}"], stdout: text, result: { text: "" } }
    evals:${cases.map((query) => `\n      - { query: "${query}" }`).join('')}`;

const SPEC = `${CLOCK}${tool('get_time', 'Reads the clock of a city.', 'the user wants to know how late it is', ['what time is it in Oslo'])}${tool('get_weather', 'Reads the weather report of a city.', 'the user asks for rain or sun', ['will the umbrella stay dry'])}
`;

test('asks the model about each edit, and stops at its limit of calls', async () => {
  const config = `evals: { models: { local: { model: "${MODELS.small}", endpoint: "${runner.url}/v1" } }, limits: { calls: 7, lanes: 1 } }\n`;
  const root = temporaryFolder({ 'specs/clock.yaml': SPEC, 'haft.yaml': config });
  const { code, stdout } = haft(root, 'eval', '--tier', 'model', '--suggest', '--today', '2026-11-20');
  await runner.settle();
  expect(code).toBe(1);
  // It never asks for the weather, whatever the description says: two cases, then two for each edit that is measured.
  expect(stdout).toContain('right 1 of 2');
  expect(stdout).toMatch(/Suggestions: \d+ edits tried, 2 dropped because they fix none, \d+ not measured/);
  expect(runner.requests).toHaveLength(6);
});
