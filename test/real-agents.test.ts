/**
 * The agent tier with the programs of the hosts themselves, before a double of their models' interfaces. Not in the
 * default run: `HAFT_TEST_HOSTS=<folder>` is a folder in which npm installed them (see real-hosts.test.ts).
 */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENTS } from '../compiler/choose/agents/index.ts';
import { startAgentApi } from './doubles/agent-api/start.ts';
import { clockProject } from './support/eval-project.ts';
import { freshHaft } from './support/haft.ts';

const FOLDER = process.env['HAFT_TEST_HOSTS'];
const isAsked = FOLDER !== undefined && FOLDER !== '1';
if (!isAsked)
  process.stdout.write(
    'real-agents: skipped; HAFT_TEST_HOSTS=<folder> has the hosts, as real-hosts.test.ts installs them.\n',
  );

const RULES = { time: 'get_time', rain: 'get_weather', pack: 'skill:pack-suitcase' };

describe.runIf(isAsked)('the program itself', () => {
  let url = '';
  let stop = (): void => {};
  beforeAll(async () => {
    ({ url, stop } = await startAgentApi(RULES));
    process.env['PATH'] = `${join(FOLDER ?? '', 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  });
  afterAll(() => stop());

  test.each(AGENTS.map(({ id, title }) => [title, id] as const))(
    '%s',
    (title, id) => {
      const root = clockProject({}, 'evals: { limits: { lanes: 1 } }\n');
      const endpoint = id === 'codex' ? `${url}/v1` : url;
      const { code, stdout } = freshHaft(root, 'eval', '--agent', id, '--endpoint', endpoint, '--model', 'tiny');
      process.stdout.write(`${title}: ${stdout}`);
      expect(stdout).toContain('server clock: 5 cases; right 3 of 3');
      expect(stdout).toContain('needless calls 0 of 2');
      expect(stdout).toContain('right arguments 1 of 1');
      expect(stdout).toContain('skill pack-suitcase: 2 cases; right 1 of 1');
      expect(code).toBe(0);
    },
    600_000,
  );
});
