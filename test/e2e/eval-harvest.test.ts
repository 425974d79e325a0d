/** `haft eval harvest`: what it reads, what it proposes, and that only --write writes, once. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clockProject } from '../support/eval-project.ts';
import { writeFiles } from '../support/folder.ts';
import { haft } from '../support/haft.ts';

const line = (value: object): string => `${JSON.stringify(value)}\n`;

const asked = (text: string, city: string, at: number): string =>
  [
    { type: 'user', sessionId: 's', message: { role: 'user', content: `${text}\n` } },
    {
      type: 'assistant',
      sessionId: 's',
      message: {
        content: [{ type: 'tool_use', id: `u${at}`, name: 'mcp__clock__get_time', input: { city } }],
      },
    },
  ]
    .map(line)
    .join('');

const CLAUDE = `${asked('tell me how late it is in Oslo', 'Oslo', 0)}${asked('how late is it in Bergen for Annika Smith', 'Bergen', 1)}`;
const item = (one: object): string =>
  line({ timestamp: 't', type: 'event_msg', payload: { type: 'item_completed', item: one } });
const CODEX = `${line({ timestamp: 't', type: 'session_meta', payload: {} })}${item({
  type: 'UserMessage',
  content: [{ type: 'text', text: 'is there rain on 2026-11-24 in Oslo' }],
})}${item({ type: 'McpToolCall', id: 'c', server: 'clock', tool: 'get_weather', status: 'completed', arguments: { city: 'Oslo' } })}`;
const LOG = `${line({ time: 't', level: 'info', server: 'clock', message: 'started' })}${line({
  time: 't',
  server: 'clock',
  tool: 'get_time',
  client: 'codex',
  arguments: { city: 'Secretville' },
})}`;

function project(): string {
  const root = clockProject({}, '');
  writeFiles(root, { 'logs/claude.jsonl': CLAUDE, 'logs/codex.jsonl': CODEX, 'logs/calls.log': LOG });
  return root;
}

const FILES = ['claude.jsonl', 'codex.jsonl', 'calls.log'].map((name) => `logs/${name}`);
const specOf = (root: string): string => readFileSync(join(root, 'specs/clock.yaml'), 'utf8');

test('it shows what it would write, then writes it, and adds nothing the second time', () => {
  const root = project();
  const before = specOf(root);
  const shown = haft(root, 'eval', 'harvest', ...FILES);
  expect(shown.stdout).toBe(`3 requests in 3 files, 2 cases proposed.

clock.get_time (specs/clock.yaml):
  - { query: tell me how late it is in Oslo, arguments: { city: Oslo } }

clock.get_weather (specs/clock.yaml):
  - { query: is there rain on 2030-01-15 in Oslo, arguments: { city: Oslo } }

Left out, each for the first reason that applies. The request …
  1 × has words or values that may be personal or secret: no text of the project has them.

Calls in logs. A log has no requests, so these make no case:
  clock.get_time: 1 call, 3 cases

Nothing was written. A call that did not fail can still be the wrong one: read each case. Then add --write.
`);
  expect(specOf(root)).toBe(before);

  expect(haft(root, 'eval', 'harvest', ...FILES, '--write').stdout).toContain('2 cases written.');
  const after = specOf(root);
  expect(after).toContain('- { query: sing me a song, expect: none }');
  expect(after).toContain('is there rain on 2030-01-15 in Oslo');
  expect(after).not.toMatch(/Annika|Bergen|2026-11-24|Secretville/);
  expect(haft(root, 'check').code).toBe(0);

  const again = haft(root, 'eval', 'harvest', ...FILES, '--write');
  expect(again.stdout).toContain('0 cases written.');
  expect(specOf(root)).toBe(after);
});

test.each([
  [
    ['eval', 'harvest', 'specs/clock.yaml'],
    "has no line of a server's log, and none of a conversation with Claude Code or Codex CLI.",
  ],
  [['eval', 'harvest', 'missing.jsonl'], 'could not be read.'],
  [['eval', 'harvest', 'specs'], 'could not be read.'],
  [['eval', 'harvest', FILES[0] ?? '', '--record'], 'The flag --record cannot be combined with `haft eval harvest`.'],
  [['eval', '--write'], 'The flag --write belongs to `haft eval harvest <files>`.'],
  [['eval', 'harvest'], 'harvest'],
])('%j fails with its reason', (args, reason) => {
  const { code, stderr } = haft(project(), ...args);
  expect(stderr).toContain(reason);
  expect(code).toBe(2);
});
