/** The agent tier: the built command line starts doubles of the hosts' programs, which call the denying servers. */
import { readFileSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { pathWithAgent } from '../doubles/agents/install.ts';
import type { AgentId, AgentScript } from '../doubles/agents/install.ts';
import { clockProject } from '../support/eval-project.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth } from '../support/runs.ts';

const KEYS = { 'claude-code': 'ANTHROPIC_API_KEY', codex: 'CODEX_API_KEY', gemini: 'GEMINI_API_KEY' };
const RULES = {
  time: [{ name: 'get_time', arguments: { city: 'Oslo' } }],
  rain: [{ name: 'get_weather', arguments: { city: 'Oslo' } }, { name: 'get_time' }],
  pack: [{ name: 'pack-suitcase' }],
};

let before: NodeJS.ProcessEnv;
beforeEach(() => {
  before = { ...process.env };
});
afterEach(() => {
  for (const name of [...Object.values(KEYS), 'PATH']) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

function evaluate(id: AgentId, script: AgentScript, root: string, ...args: readonly string[]): Ran {
  process.env['PATH'] = pathWithAgent(id, script);
  process.env[KEYS[id as keyof typeof KEYS]] = 'a-key-of-a-test';
  return haft(root, 'eval', '--agent', id, ...args, '--today', '2026-11-20');
}

const LIMITS = 'evals: { limits: { timeout_ms: 60000 } }\n';
const leftOvers = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('haft-eval-'));

describe.skipIf(ON_WINDOWS).each<AgentId>(everyNth(3, ['codex', 'claude-code', 'gemini']))('%s', (id) => {
  test('is read to its end: its own tools are no call, later calls count where they must not happen', () => {
    const root = clockProject(
      { cases: '\n      - { query: rain or shine, expect: get_weather, never: [get_time] }' },
      LIMITS,
    );
    const { code, stdout, stderr } = evaluate(id, { rules: RULES, trouble: 'own-tool' }, root, '--record');
    expect(stdout).toContain(
      'server clock: 6 cases; right 3 of 4 (75 %, interval 30–95 %), wrong tool 1, needless calls 0 of 2',
    );
    expect(stdout).toContain('right arguments 1 of 1');
    expect(stdout).toContain('skill pack-suitcase: 2 cases; right 1 of 1');
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('The request "rain or shine"') });
    const { records } = JSON.parse(readFileSync(join(root, 'haft.evals.json'), 'utf8'));
    expect(records).toMatchObject([
      {
        choice: 'server/clock',
        model: id,
        tier: 'agent',
        engine: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        score: '5/6',
      },
      { choice: 'skill/pack-suitcase', model: id, tier: 'agent', score: '2/2' },
    ]);
    expect(readFileSync(join(root, 'haft.evals.json'), 'utf8')).not.toContain('a-key-of-a-test');
  });

  test('that never calls anything makes the run void', () => {
    const { code, stdout, stderr } = evaluate(id, {}, clockProject({}, LIMITS), 'clock', '--record');
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not recorded: Nothing was ever'),
    });
    expect(stdout).toContain('server clock: void, because nothing was ever called.');
  });
});

test.skipIf(ON_WINDOWS).each<[NonNullable<AgentScript['trouble']>, RegExp]>(
  everyNth(2, [
    ['other-version', /does not show the call of "get_time": this version of the program is not supported/],
    ['failed', /Claude Code did not answer 3 times: The program failed: Invalid API key/],
    ['dies', /The program failed: it ended with exit code 134: "fatal: out of memory"/],
    ['other-output', /did not answer 3 times: The program ended without a result; it printed "Welcome back!"\./],
    ['silent', /did not answer 3 times: The program ended without a result; it printed nothing\./],
    ['no-servers', /did not start the server "clock"/],
  ]),
)('%s is an error and no answer', (trouble, message) => {
  const rules = ['failed', 'other-output', 'silent'].includes(trouble) ? {} : RULES;
  const { code, stderr } = evaluate('claude-code', { rules, trouble }, clockProject({}, LIMITS), 'get_time');
  expect({ code, stderr }).toMatchObject({ code: expect.any(Number), stderr: expect.stringMatching(message) });
  expect(code).not.toBe(0);
});

test.skipIf(ON_WINDOWS)('a program that does not end is ended, and nothing of it is left', () => {
  const earlier = leftOvers();
  const config = 'evals: { limits: { timeout_ms: 1500 } }\n';
  const { code, stderr } = evaluate('codex', { trouble: 'hangs' }, clockProject({}, config), 'get_time');
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('did not finish within 1.5 s (`evals.limits.timeout_ms`)'),
  });
  expect(leftOvers()).toEqual(earlier);
});

test.skipIf(ON_WINDOWS)('a run continues where it stopped, and shows what it would start', () => {
  const root = clockProject({}, LIMITS);
  const first = evaluate('gemini', { rules: RULES }, root);
  // What would fail now is not started again.
  expect(evaluate('gemini', { trouble: 'failed' }, root).stdout).toBe(first.stdout);
  expect(evaluate('gemini', { rules: RULES }, root, '--dry-run').stdout).toBe(
    '7 runs of Gemini CLI (0.61.0). Nothing was sent. 7 of them are already answered.\n',
  );
});

test.skipIf(ON_WINDOWS)('without a program, a key or a name it prints the next step', () => {
  const root = clockProject({}, LIMITS);
  process.env['PATH'] = pathWithAgent('codex', {});
  const unset = haft(root, 'eval', '--agent', 'codex');
  expect(unset).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/none of CODEX_API_KEY, OPENAI_API_KEY is set/),
  });
  expect(haft(root, 'eval', '--tier', 'agent')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('No agent was named.'),
  });
  process.env['PATH'] = '/nonexistent';
  expect(haft(root, 'eval', '--agent', 'codex')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Codex CLI is not installed: there is no program "codex" on PATH.'),
  });
});
