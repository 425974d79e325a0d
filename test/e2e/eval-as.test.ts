/** `haft eval --as <host>`: what is sent is what the program of the host sends, but for what names it to its service. */
import { assert, property } from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PLACEHOLDER, withRequest } from '../../compiler/features/evals/run/ask-as.ts';
import { startAgentApi } from '../doubles/agent-api/start.ts';
import { type AgentId, type AgentScript, pathWithAgent } from '../doubles/agents/install.ts';
import { clockProject } from '../support/eval-project.ts';
import { temporaryFolder } from '../support/folder.ts';
import { type Ran, haft } from '../support/haft.ts';
import { ON_WINDOWS } from '../support/posix.ts';
import { everyNth, runs } from '../support/runs.ts';
import { anyUnicode } from '../support/random-text.ts';

const SENT = join(temporaryFolder({}, afterAll), 'sent.jsonl');
const RULES = { 'time is': 'get_time', 'do they': 'Bash', rain: 'get_weather', pack: 'skill:pack-suitcase' };
const { url, stop } = await startAgentApi(RULES, {}, SENT);
afterAll(() => stop());

let path: string | undefined;
beforeEach(() => {
  path = process.env['PATH'];
});
afterEach(() => {
  process.env['PATH'] = path ?? '';
});

function evaluate(host: AgentId, trouble: AgentScript['trouble'] = 'none', ...args: readonly string[]): Ran {
  process.env['PATH'] = pathWithAgent(host, { trouble });
  const root = clockProject({ cases: '\n      - { query: "and in \\"Lima\\"", after: [{ user: hi }] }' }, '');
  return haft(root, 'eval', '--as', host, '--endpoint', `${url}/v1`, '--model', 'tiny', ...args);
}

interface Sent {
  readonly tools: readonly { readonly name: string; readonly tools?: readonly { readonly name: string }[] }[];
}
/** The last body with this request. */
const lastSent = (): Sent =>
  JSON.parse(
    readFileSync(SENT, 'utf8')
      .split('\n')
      .findLast((line) => line.includes('sing me a song')) ?? '{}',
  );

describe.skipIf(ON_WINDOWS)('a model that gets what a host sends', () => {
  test('Claude Code: its names, its own tools and its words', () => {
    const { stdout, stderr } = evaluate('claude-code', 'none', 'pack-suitcase', 'clock');
    expect(stdout).toContain('skill pack-suitcase: 2 cases; right 1 of 1');
    expect({ stdout, stderr }).toMatchObject({
      stdout: expect.stringContaining('Model tiny as Claude Code (2.1.330) asks it'),
    });
    // One of the host's own tools is called in one case.
    expect(stdout).toContain('server clock: 6 cases; right 2 of 3');
    expect(stdout).toContain('wrong tool 1, needless calls 0 of 2');
    expect(stdout).toContain('right arguments 1 of 1');
    expect(stdout).toContain('not judged 1');
    const sent = lastSent();
    expect(sent.tools.map(({ name }) => name)).toEqual([
      'Bash',
      'Skill',
      'mcp__clock__get_time',
      'mcp__clock__get_weather',
    ]);
    expect(sent).toMatchObject({
      model: 'tiny',
      system: [{ type: 'text', text: 'You are powered by tiny.' }],
      messages: [{ role: 'user', content: [{ text: '<own>of the host</own>' }, { text: 'sing me a song' }] }],
    });
    expect(Object.keys(sent)).not.toContain('metadata');
    expect(JSON.stringify(sent)).not.toContain('billing');
  });

  test('Codex: its tools are in a namespace', () => {
    const { code, stdout } = evaluate('codex', 'none', 'clock');
    expect(stdout).toContain('Model tiny as Codex CLI (0.169.0) asks it');
    expect({ code, stdout }).toMatchObject({ stdout: expect.stringContaining('right 2 of 3') });
    expect(lastSent().tools.map(({ name, tools = [] }) => [name, tools.length])).toEqual([
      ['exec_command', 0],
      ['mcp__clock', 2],
    ]);
    expect(Object.keys(lastSent())).not.toContain('client_metadata');
  });

  test.each(
    everyNth(2, [
      ['searches', 'sent a request without the tools of server "clock": this version shows them after a search.'],
      ['silent', 'sent no request to a model.'],
    ] as const),
  )('%s ends the run', (trouble, message) => {
    const { code, stderr } = evaluate('claude-code', trouble, 'clock');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
    expect(stderr).toContain('--agent claude-code');
  });

  test('a dry run starts nothing, and the interface must be that of the host', () => {
    expect(evaluate('claude-code', 'none', 'clock', '--dry-run').stdout).toContain(
      'with the text of Claude Code (2.1.330) in each. Nothing was sent.',
    );
    process.env['PATH'] = pathWithAgent('claude-code', {});
    const root = clockProject({}, 'evals: { models: { local: { model: tiny } } }\n');
    expect(haft(root, 'eval', '--as', 'claude-code')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'The requests of this host have the interface `anthropic`, and model "local" has `openai`.',
      ),
    });
  });
});

test('whatever a request is, it is in the place of the one that was recorded', () => {
  const recorded = {
    messages: JSON.stringify([{ text: `before\n${PLACEHOLDER}` }, { text: 'other' }]),
    system: undefined,
  };
  assert(
    property(anyUnicode(), (request) => {
      const wellFormed = JSON.parse(JSON.stringify(request)) as string;
      expect(withRequest(recorded, { conversation: { request } })).toEqual({
        messages: [{ text: `before\n${wellFormed}` }, { text: 'other' }],
        system: undefined,
      });
    }),
    { numRuns: runs(10_000) },
  );
});
