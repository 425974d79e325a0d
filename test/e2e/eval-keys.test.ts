/** A key is never printed and never kept, even where an engine repeats it in every place of its response. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { FORMAT_NAMES } from '../../compiler/report/format-names.ts';
import { clockProject } from '../support/eval-project.ts';
import { treeOf } from '../support/folder.ts';
import { haft } from '../support/haft.ts';
import type { Ran } from '../support/haft.ts';
import { everyNth } from '../support/runs.ts';

const KEY = 'sk-Secret+Key/42="&<\'9Q';
const MODELS = ['text', 'call', 'wrong', 'refused', 'key', 'half'];

const engine = spawn(process.execPath, [join(import.meta.dirname, '../doubles/echo-engine.mjs')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let url = '';
beforeAll(async () => {
  const [port] = (await once(createInterface({ input: engine.stdout }), 'line')) as [string];
  url = `http://127.0.0.1:${port}/v1`;
});
afterAll(() => void engine.kill());

/** Every alignment of base64 has the middle of the key in one of three forms. */
function formsOf(key: string): readonly string[] {
  const base64 = [0, 1, 2].map((before) =>
    Buffer.from(`${'x'.repeat(before)}${key}`)
      .toString('base64')
      .slice(4, -4),
  );
  const html = key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  const inJson = JSON.stringify(key).slice(1, -1);
  return [
    key,
    html,
    encodeURIComponent(key),
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    Buffer.from(key).toString('hex'),
    ...base64,
    'Secret+Key',
  ];
}

function expectNoKey(text: string): void {
  for (const form of formsOf(KEY)) expect(text).not.toContain(form);
}

function run(root: string, model: string, ...args: readonly string[]): Ran {
  vi.stubEnv('ECHO_KEY', KEY);
  const ran = haft(root, 'eval', '--tier', 'model', '--model', model, ...args, '--today', '2026-11-20');
  vi.unstubAllEnvs();
  return ran;
}

test.each(everyNth(4, MODELS))('in the response as %s', (model) => {
  const entry = `${model}: { model: ${model}, endpoint: "${url}", key_env: ECHO_KEY }`;
  const root = clockProject({}, `evals: { models: { ${entry} } }\n`);
  const ran = FORMAT_NAMES.map((format) => run(root, model, '--format', format, '--record', '--suggest'));
  for (const { code, stdout, stderr } of ran) {
    expect(code).not.toBe(0);
    expectNoKey(stdout);
    expectNoKey(stderr);
  }
  const kept = Object.entries(treeOf(root)).filter(([path]) => /haft\.evals|\.haft\//.test(path));
  // Its places are shown, so that it was there.
  const isThere = (text: string): boolean => text.includes('redacted');
  if (['call', 'refused', 'half'].includes(model))
    expect(ran.some(({ stdout, stderr }) => isThere(stdout + stderr))).toBe(true);
  if (['call', 'text'].includes(model)) expect(isThere(JSON.stringify(kept))).toBe(true);
  expectNoKey(JSON.stringify(kept));
});

test('that cannot be sent, and one in an address, are named without it', () => {
  const at = (endpoint: string): string =>
    clockProject({}, `evals: { models: { m: { model: text, endpoint: "${endpoint}", key_env: ECHO_KEY } } }\n`);
  vi.stubEnv('ECHO_KEY', 'sk-two\nlines');
  const unsendable = haft(at(url), 'eval', '--tier', 'model');
  expect(unsendable).toMatchObject({ code: 2, stderr: expect.stringContaining('The variable ECHO_KEY, which holds') });
  expect(unsendable.stderr).not.toContain('sk-two');
  vi.unstubAllEnvs();
  for (const args of [[], ['--dry-run'], ['--endpoint', 'http://me:hunter22@127.0.0.1:1/v1']]) {
    const ran = haft(at('http://127.0.0.1:1/v1?key=hunter22'), 'eval', '--tier', 'model', ...args);
    expect(ran).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('without a user, a password') });
    expect(ran.stderr).not.toContain('hunter22');
  }
});
