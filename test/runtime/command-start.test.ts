/** Programs that cannot be started, each for its own reason, and programs that leave something behind. */
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import type { CommandBehavior } from '../../runtime/descriptor/descriptor.ts';
import { callTool } from './support/call-tool.ts';
import { ON_WINDOWS } from '../support/posix.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'haft start ')));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string, mode: number): string {
  const place = path.join(folder, name);
  writeFileSync(place, text);
  chmodSync(place, mode);
  return place;
}

const command = (argv: readonly string[], more: Partial<CommandBehavior> = {}): CommandBehavior => ({
  kind: 'command',
  argv,
  stdout: 'text',
  max_bytes: 100_000,
  ...more,
});

const not_found = { error: 'Not installed.', retry_hint: 'Install it.', code: 'not_installed' };
const node = (code: string): string[] => [process.execPath, '-e', code.replaceAll(/[{}]/g, '$&$&')];

// Modes, interpreters and limits as POSIX has them.
describe.skipIf(ON_WINDOWS)('not started', () => {
  test.each<[string, CommandBehavior, string, RegExp]>([
    [
      'no program',
      command(['haft-no-such-program']),
      'not_found',
      /^The program "haft-no-such-program" does not exist \(ENOENT\)\.$/,
    ],
    [
      'no folder',
      command(node('0'), { cwd: path.join(folder, 'none') }),
      'not_started',
      /working directory of the program does not exist/,
    ],
    [
      'a folder that is a file',
      command(node('0'), { cwd: file('plain', '', 0o644) }),
      'not_started',
      /is not a directory/,
    ],
    ['not executable', command([file('data', '#!/bin/sh\n', 0o644)]), 'not_started', /is not executable \(EACCES\)/],
    ['a folder as program', command([folder]), 'not_started', /is not executable/],
    [
      'no interpreter',
      command([file('script', '#!/no/such/one\n', 0o755)]),
      'not_started',
      /interpreter that does not exist/,
    ],
    [
      'too long an argument',
      command([process.execPath, '-e', '0', '{q}']),
      'invalid_arguments',
      /too long for the program \(E2BIG\)/,
    ],
  ])('%s', async (_name, behavior, code, words) => {
    const parameters = { q: { type: 'string' } } as const;
    // Linux allows 128 KiB for one argument; what other systems allow for all is less than this.
    const args = { q: 'x'.repeat(4_000_000) };
    const outcome = await callTool({ behavior, parameters }, args);
    expect(outcome).toMatchObject({ success: false, code, error: expect.stringMatching(words) });
    // The author's words are about a missing program, and about nothing else.
    const authored = await callTool({ behavior: { ...behavior, not_found }, parameters }, args);
    expect(authored.code).toBe(code === 'not_found' ? 'not_installed' : code);
  });
});

describe('a program in the background', () => {
  const child = `const { spawn } = require('node:child_process');
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
    child.unref();`;

  test('that keeps the outputs open does not hold up one that has ended', async () => {
    const setting = {
      behavior: command(node(`${child} process.stdout.write(String(child.pid) + ' ' + 'x'.repeat(90000))`)),
    };
    const { success, data } = await callTool(setting);
    const [id, text] = String(data?.['text']).split(' ');
    onTestFinished(() => void process.kill(Number(id), 'SIGKILL'));
    expect({ success, length: text?.length }).toEqual({ success: true, length: 90_000 });
    expect(process.kill(Number(id), 0)).toBe(true);
  });

  test('the exit code and standard error of the program hold', async () => {
    const setting = { behavior: command(node(`${child} console.error('id ' + child.pid); process.exitCode = 3`)) };
    const { code, log } = await callTool(setting);
    const [, id] = /exit 3: id (\d+)/.exec(log.join(' ')) ?? [];
    onTestFinished(() => void process.kill(Number(id), 'SIGKILL'));
    expect({ code, found: id !== undefined }).toEqual({ code: 'command_failed', found: true });
  });
});

test.each(['..', '../x', 'a/../../b', '%2e%2e', 'a\\..'])('a folder %j of the model is rejected', async (q) => {
  const setting = {
    behavior: command(node('0'), { cwd: `${folder}/{q}` }),
    parameters: { q: { type: 'string' } } as const,
  };
  expect(await callTool(setting, { q })).toMatchObject({
    code: 'invalid_arguments',
    error: expect.stringContaining('step'),
  });
});

/** Every way to cut a climbing step in two. */
const CUT_STEPS = ['..', '../x', 'a/..', '%2e.', '.%2e/x', '%2e%2e'].flatMap((text) =>
  Array.from(text, (_, at) => [text.slice(0, at), text.slice(at)] as const),
);

test.each(CUT_STEPS)('values %j and %j that climb together choose no folder', async (q, r) => {
  const text = { type: 'string' } as const;
  const setting = {
    behavior: command(node('0'), { cwd: `${folder}/{q}{r}` }),
    parameters: { q: text, r: text },
  };
  expect(await callTool(setting, { q, r })).toMatchObject({
    code: 'invalid_arguments',
    error: expect.stringContaining('step'),
  });
});

test.each<[string, string, boolean]>([
  ['/srv/{q}', '../x', true],
  ['/srv/{q}', 'x\n../y', true],
  ['{q}', '../x', false],
  ['<a href="/b">{q}</a>', '../x', false],
])('a file name %j on standard input with %j: rejected %s', async (stdin, q, isRefused) => {
  const parameters = { q: { type: 'string' } } as const;
  const { code } = await callTool({ behavior: command(node('0'), { stdin }), parameters }, { q });
  expect(code).toBe(isRefused ? 'invalid_arguments' : undefined);
});

test.each<[string, string]>([
  ['UTF-8 with a byte order mark', '\\uFEFF{"a":"ü"}'],
  ['UTF-16 little endian', 'utf16le'],
])('output as %s is read', async (_name, form) => {
  const bytes = form === 'utf16le' ? `Buffer.from('\\uFEFF{"a":"ü"}', 'utf16le')` : `Buffer.from('${form}')`;
  const outcome = await callTool({ behavior: command(node(`process.stdout.write(${bytes})`), { stdout: 'json' }) });
  expect(outcome.data).toEqual({ a: 'ü' });
});
