/**
 * The agent tier with the programs of the hosts themselves, before a double of their models' interfaces. Not in the
 * default run: `HAFT_TEST_HOSTS=<folder>` is a folder in which npm installed them (see real-hosts.test.ts).
 */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENTS } from '../compiler/choose/agents/index.ts';
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
  let double: ChildProcess;
  let url = '';
  beforeAll(async () => {
    const main = fileURLToPath(new URL('doubles/agent-api/main.mjs', import.meta.url));
    const started = spawn(process.execPath, [main, JSON.stringify(RULES)], { stdio: ['ignore', 'pipe', 'inherit'] });
    double = started;
    for await (const line of createInterface({ input: started.stdout })) {
      url = `http://127.0.0.1:${line}`;
      break;
    }
    process.env['PATH'] = `${join(FOLDER ?? '', 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
  });
  afterAll(() => {
    double.kill();
  });

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
