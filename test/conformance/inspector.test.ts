/**
 * The judge is the CLI of the official Inspector: it lists, calls and verifies a compiled server. Only where
 * HAFT_INSPECTOR is set: it is 120 packages of 110 MB, and names Node 22.19 (it ran on 20.20), so it is no
 * dependency but is installed into a temporary folder.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startHttp } from '../runtime/support/http-client.ts';
import { compiledServer } from './support/compiled.ts';

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0';
const MAIN = 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';
const ERAS = ['legacy', 'modern'] as const;

describe.skipIf(!process.env['HAFT_INSPECTOR'])('the official Inspector', () => {
  let home = '';
  let file = '';
  beforeAll(async () => {
    file = await compiledServer();
    home = mkdtempSync(join(tmpdir(), 'haft-inspector-'));
    afterAll(() => rmSync(home, { recursive: true }));
    writeFileSync(join(home, 'package.json'), '{"private":true}');
    const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    const { status, stderr } = spawnSync('npm', ['install', ...flags, INSPECTOR], { cwd: home, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  }, 300_000);

  /** Nothing of the own environment reaches it; every line that it prints to standard output is JSON. */
  function inspect(target: readonly string[], era: string, ...asked: string[]) {
    const args = [MAIN, '--cli', ...target, '--protocol-era', era, '--format', 'json', ...asked];
    const env = { PATH: process.env['PATH'], HOME: home };
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: home, env, encoding: 'utf8' });
    const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
    return { status, stderr, answers: lines.map((line) => JSON.parse(line)) };
  }

  function judge(target: readonly string[], era: string): void {
    const list = inspect(target, era, '--method', 'tools/list', '--strict');
    expect({ status: list.status, stderr: list.stderr }).toMatchObject({ status: 0 });
    const names = list.answers[0].result.tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual([...names].toSorted());
    expect(names).toContain('test_mirrored_header');

    const region = ['--tool-name', 'test_mirrored_header', '--tool-args-json', '{"region":"Süd "}'];
    const called = inspect(target, era, '--method', 'tools/call', ...region);
    expect(called.status, called.stderr).toBe(0);
    expect(called.answers[0].result.structuredContent).toEqual({ success: true, data: { region: 'Süd ' } });

    const failed = inspect(target, era, '--method', 'tools/call', '--tool-name', 'test_error_handling');
    expect(failed.status).toBe(5);
    expect(failed.answers[0].result).toMatchObject({ isError: true, structuredContent: { success: false } });

    const skills = inspect(target, era, '--method', 'skills/list', '--verify', '--require-digests');
    expect(skills.status, skills.stderr).toBe(0);
    expect(skills.stderr).toContain('Verified 1 skill and 2 files: no conformance errors.');
  }

  test.each(ERAS)('over stdio, %s', (era) => judge([process.execPath, file, '--stdio'], era), 60_000);

  test.each(ERAS)('over HTTP, %s', async (era) => judge([(await startHttp(file)).url], era), 60_000);
});
