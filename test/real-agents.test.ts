/**
 * The agent tier with the programs of the hosts themselves, before a double of their models' interfaces. Not in the
 * default run: `HAFT_TEST_HOSTS=<folder>` is a folder in which npm installed them (see real-hosts.test.ts).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AGENTS } from '../compiler/features/evals/online/agents/index.ts';
import { startAgentApi } from './doubles/agent-api/start.ts';
import { CLAUDE_CODE } from '../compiler/features/evals/online/agents/claude-code.ts';
import { CODEX } from '../compiler/features/evals/online/agents/codex.ts';
import type { Agent } from '../compiler/features/evals/online/agent.ts';
import { temporaryFolder, writeFiles } from './support/folder.ts';
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

/** Without what is another one in each run: folders, ids, and what names the program to its service. */
const comparable = (member: unknown): string =>
  JSON.stringify(member)
    .replaceAll(/haft-eval-\w+/g, 'home')
    .replaceAll(/"id":"msg_[^"]*",/g, '')
    .replaceAll(/\{"type":"text","text":"x-anthropic-billing-header:[^}]*\},/g, '');

describe.runIf(isAsked)('what is sent as a host', () => {
  test.each(AGENTS.flatMap(({ id, title, sends }: Agent) => (sends ? [{ id, title, sends }] : [])))(
    'is what $title sends',
    async ({ id, sends }) => {
      const sent = join(temporaryFolder({}), 'sent.jsonl');
      const double = await startAgentApi({ nothing: 'nothing' }, {}, sent);
      process.env['PATH'] = `${join(FOLDER ?? '', 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;
      const root = clockProject({}, 'evals: { limits: { lanes: 1 } }\n');
      const run = (flag: string, endpoint: string): unknown =>
        freshHaft(root, 'eval', 'clock', flag, id, '--endpoint', endpoint, '--model', 'tiny');
      run('--as', `${double.url}/v1`);
      run('--agent', `${double.url}${sends.base}`);
      double.stop();
      const all = readFileSync(sent, 'utf8')
        .trim()
        .split('\n')
        .map((line): Record<string, unknown> => JSON.parse(line));
      const asked = (isStream: boolean): readonly string[] =>
        all
          .filter((body) => Array.isArray(body['tools']) && (body['stream'] === true) === isStream)
          .map((body) => JSON.stringify(sends.members.map((member) => comparable(body[member] ?? null))));
      // Two of the five cases have the same request.
      expect(asked(false)).toHaveLength(4);
      expect(new Set(asked(false))).toEqual(new Set(asked(true)));
    },
    600_000,
  );
});

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const CITY = `kind: server
name: clock
version: 1.0.0
summary: Draws cities.
tools:
  - name: draw_city
    description: { does: Draws a picture of a city., when: the user wants to see a city, examples: [show me Oslo] }
    parameters: { city: { type: string, description: Name of the city., maxLength: 40 } }
    required: [city]
    effects: read
    handler: handlers.ts
`;
const DRAWS = `export const drawCity = (_args: unknown, call: { content(blocks: readonly object[]): unknown }) =>
  call.content([
    { type: 'text', text: 'PICTURE-TEXT-551' },
    { type: 'image', data: '${PNG}', mimeType: 'image/png' },
    { type: 'resource', resource: { uri: 'tool://clock/city', mimeType: 'text/plain', text: 'RESOURCE-TEXT-772' } },
  ]);
`;

/** The folder of a compiled server that draws, or of a front of it. */
function drawing(isFront: boolean): string {
  const root = temporaryFolder({ 'specs/server.yaml': CITY, 'specs/handlers.ts': DRAWS });
  expect(freshHaft(root, 'compile', '--no-types').code).toBe(0);
  if (!isFront) return root;
  const front = temporaryFolder({});
  const script = join(root, SERVER);
  expect(freshHaft(front, 'import', 'mcp', '--run', '--name', 'clock', '--', process.execPath, script).code).toBe(0);
  expect(freshHaft(front, 'compile', '--no-types').code).toBe(0);
  return front;
}

const SERVER = 'generated/servers/clock/server.mjs';

describe.runIf(isAsked)('a picture, a text and a resource of a handler', () => {
  test.each<[string, Agent, boolean]>([
    ['Codex', CODEX, false],
    ['Codex, through a front', CODEX, true],
    ['Claude Code', CLAUDE_CODE, false],
    ['Claude Code, through a front', CLAUDE_CODE, true],
  ])(
    'reach the model of %s',
    async (title, agent, isFront) => {
      const root = drawing(isFront);
      const requests = join(root, 'requests.jsonl');
      const { url, stop } = await startAgentApi({ picture: 'draw_city' }, {}, requests);
      const started = agent.start({
        home: root,
        servers: [{ name: 'clock', command: process.execPath, args: [join(root, SERVER)] }],
        model: 'tiny',
        endpoint: agent === CODEX ? `${url}/v1` : url,
      });
      writeFiles(root, started.files);
      const path = `${join(FOLDER ?? '', 'node_modules/.bin')}:${dirname(process.execPath)}:/usr/bin:/bin`;
      const { stdout } = spawnSync(agent.program, started.args, {
        cwd: root,
        env: { PATH: path, HOME: root, ...started.env },
        input: 'Show me a picture.',
        encoding: 'utf8',
      });
      stop();
      process.stdout.write(`${title}: ${stdout.slice(-300)}\n`);
      const seen = readFileSync(requests, 'utf8');
      for (const part of ['PICTURE-TEXT-551', PNG, 'RESOURCE-TEXT-772']) expect(seen).toContain(part);
    },
    600_000,
  );
});
